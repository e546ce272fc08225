"""The tables' web pages."""
