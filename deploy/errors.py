"""What can keep the house from opening."""


class CannotStart(Exception):
    """One sentence for the person at the terminal: what is wrong, and what to do about it."""


class Stopped(BaseException):
    """The person (or the machine) asked us to stop while we were still starting.

    Like KeyboardInterrupt it is no Exception, so that nothing on the way swallows it.
    """
