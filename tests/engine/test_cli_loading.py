"""The command line before its commands are there."""

import subprocess
import sys
import textwrap

STOPPED_WHILE_LOADING = textwrap.dedent(
    """
    import runpy, sys
    from importlib.abc import MetaPathFinder

    class Stop(MetaPathFinder):
        def find_spec(self, name, path, target=None):
            if name == "engine.simulate":
                raise KeyboardInterrupt

    sys.meta_path.insert(0, Stop())
    sys.argv = ["engine", "rules"]
    runpy.run_module("engine", run_name="__main__")
    """
)


def test_who_stops_it_while_it_loads_sees_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_WHILE_LOADING], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")
