"""Who asks, and for what: the parts that every view of the tables needs."""

from wallet.api.caller import body, caller, query

__all__ = ["body", "caller", "query"]
