"""What `python3 -m engine bench` measures. Nothing in here knows the time: that is the command's.

Everything follows from fixed seeds, so two runs on two machines do the same work.
"""
