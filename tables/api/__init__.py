"""The tables' REST door."""
