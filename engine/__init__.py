"""The games of the house: pure Python, standard library only; no clock, no input or output, no chance."""
