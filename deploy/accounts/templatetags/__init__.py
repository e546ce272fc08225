"""Template tags of the page shell."""
