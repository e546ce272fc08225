"""What the wallet adds to manage.py."""
