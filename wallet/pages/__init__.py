"""The wallet's web page."""
