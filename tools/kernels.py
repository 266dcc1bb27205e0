"""Kernels whose libraries are loaded: each is a copy of one process that has imported them.

numpy, scipy, pandas, scikit-learn and matplotlib take longer to import than many notebooks take to run, and the package's own modules about as
long as some. The standard library's fork server imports them once; a kernel that is forked from it has the arguments, the folder and the environment of any other kernel.
Elsewhere than on Linux kernels start as usual.
"""

from __future__ import annotations

import atexit
import gc
import multiprocessing
import os
import sys
import threading
from pathlib import Path
from typing import Any

from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import LocalProvisioner

ROOT = Path(__file__).parent.parent
INLINE = "module://matplotlib_inline.backend_inline"
PRELOADED = [  # the last two for what the server's main module imports
    "ipykernel.kernelapp",
    "ipywidgets",
    "matplotlib.figure",
    "matplotlib.backends.backend_svg",
    "pandas",
    "scipy.stats",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.model_selection",
    "statsmodels.formula.api",
    "evalbook.judging",  # with most of the package
    "evalbook.explore",
    "evalbook.planning",
    "jupyter_client.manager",
    "nbformat",
]


def end_with_client() -> None:
    "In a thread of the copy: when the process that asked for the kernel is gone, so is the kernel."
    multiprocessing.parent_process().join()
    os._exit(1)


def become_kernel(arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    "In the copy: what a new process would find, the figure style of the folder, then a kernel until its client ends it."
    import matplotlib
    import pandas
    from ipykernel.kernelapp import IPKernelApp

    os.chdir(folder)
    os.environ.clear()
    os.environ.update({"MPLBACKEND": INLINE} | environment)
    sys.argv = ["ipykernel_launcher.py", *arguments]
    first = environment.get("PYTHONPATH", "").split(os.pathsep)  # read when a process starts, which a copy never does
    sys.path = [p for p in dict.fromkeys(first + sys.path) if p not in ("", str(ROOT / "docs"), str(ROOT / "tools"))]
    loaded = [name for name in sys.modules if name.partition(".")[0] == "evalbook"]
    if loaded and Path(sys.modules["evalbook"].__file__ or "").parent != ROOT / "evalbook":  # another copy is installed
        for name in loaded:
            del sys.modules[name]
    matplotlib.rc_file(matplotlib.matplotlib_fname())
    matplotlib.rcParams["backend"] = os.environ["MPLBACKEND"]
    gc.freeze()  # what was imported need not be searched
    pandas.set_option("display.max_columns", 20)  # what pandas takes when a kernel imports it
    threading.Thread(target=end_with_client, daemon=True).start()
    IPKernelApp.launch_instance([*arguments, f"--IPKernelApp.parent_handle={os.getppid()}"])
    atexit._run_exitfuncs()  # a copy ends without them


class Copy(LocalProvisioner):
    "A process of the fork server, with the methods of a `Popen` that a kernel's manager asks for."

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        server = multiprocessing.get_context("forkserver")
        server.set_forkserver_preload(PRELOADED)
        asked = cmd[cmd.index("-f") :], os.fspath(options["cwd"]), dict(options["env"])
        self.process = process = server.Process(target=become_kernel, args=asked)
        process.start()
        process.poll, process.wait = lambda: process.exitcode, lambda: process.join() or process.exitcode
        process.send_signal = lambda signal: os.kill(process.pid, signal)
        process.stdin = process.stdout = process.stderr = None
        self.pid, self.cwd = process.pid, options["cwd"]
        return self.connection_info


class Manager(AsyncKernelManager):
    "What a notebook's client asks for a kernel; on Linux it gives a copy."

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if sys.platform == "linux":
            self.provisioner = Copy(kernel_id=self.kernel_id, kernel_spec=self.kernel_spec, parent=self)
