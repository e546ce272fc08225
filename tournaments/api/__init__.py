"""REST doors to tournaments."""
