"""Kernels that begin with their imports done: one process imports what nearly every notebook imports, and forks itself for each.

This saves a second and a half of CPU a notebook. The process, `python docs/forked.py`, reads one kernel a line and answers with its process id.
What is imported are other people's packages: each notebook imports evalbook itself.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any

from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

IMPORTED = """
ipykernel.ipkernel matplotlib.pyplot numpy pandas scipy.stats sklearn.datasets sklearn.ensemble sklearn.linear_model
sklearn.metrics sklearn.model_selection sklearn.naive_bayes sklearn.neighbors sklearn.pipeline sklearn.svm sklearn.tree
""".split()

# --- in the process that forks ----------------------------------------------------------------------------------------


def become_kernel(asked: dict[str, Any]) -> None:
    "In the child: nothing of the pipe, the place and the environment of the kernel, and the matplotlibrc of its folder."
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])

    import matplotlib
    import numpy as np
    from ipykernel.kernelapp import launch_new_instance

    np.random.seed()  # noqa: NPY002 - each kernel has its own, as if it had imported NumPy
    matplotlib.rc_file(matplotlib.matplotlib_fname())
    ends_with_it = f"--IPKernelApp.parent_handle={os.getppid()}"
    launch_new_instance(argv=[*asked["arguments"], ends_with_it])


def fork() -> int:
    "A fork without Python's warning: the one other thread is that of PyArrow's memory, which knows of forks."
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def serve() -> None:
    "Import, then fork for each line."
    del sys.path[0]  # docs/ is no notebook's
    for name in IMPORTED:
        import_module(name)
    sys.modules["pandas"].set_option("display.max_columns", 20)  # its choice where it sees a kernel
    gc.freeze()  # no kernel looks for garbage among what all share
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets a kernel that ended
    for line in iter(sys.stdin.readline, ""):
        pid = fork()
        if not pid:
            become_kernel(json.loads(line))
            os._exit(0)
        print(pid, flush=True)


# --- in the build -----------------------------------------------------------------------------------------------------

LOCK = Lock()


@cache
def server() -> subprocess.Popen:
    "The process that forks; it ends with this one. Figures are inline, which matplotlib reads as it is imported."
    inline = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, Path(__file__)], env=os.environ | inline, **pipes)


class Kernel:
    "What jupyter_client asks of a process, of one that another process started."

    stdin = stdout = stderr = None

    def __init__(self, asked: dict[str, Any]) -> None:
        with LOCK:
            server().stdin.write(json.dumps(asked) + "\n")
            server().stdin.flush()
            self.pid = int(server().stdout.readline())

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def poll(self) -> int | None:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self) -> int:
        while self.poll() is None:
            sleep(0.05)
        return 0

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class Forked(LocalProvisioner):
    "Starts a kernel by a fork."

    async def launch_kernel(self, cmd: list[str], **options: Any) -> dict[str, Any]:
        arguments = cmd[cmd.index("-f") :]
        self.process = Kernel({"arguments": arguments} | {k: options[k] for k in ("cwd", "env")})
        self.pid, self.cwd = self.process.pid, options["cwd"]
        return self.connection_info


def fork_kernels() -> None:
    "From here on kernels are forked, where that is safe; elsewhere they start as ever."
    if sys.platform == "linux":
        name = "local-provisioner"
        entry = EntryPoint(name, "forked:Forked", KernelProvisionerFactory.GROUP_NAME)
        KernelProvisionerFactory.instance().provisioners[name] = entry


if __name__ == "__main__":
    serve()
