"""Template filters of the tables' pages."""
