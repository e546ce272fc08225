"""The Pif Paf family (stub: the rules follow within the hour)."""


class PifPaf:
    """Stand-in until the first rule set is in."""
