"""The debug adapter, driven by the clients of editors without a screen, each with the configuration of the documents.

dap-mode in Emacs is in Debian (emacs-nox, elpa-dap-mode). nvim-dap is neither there nor in PyPI: it is driven if
MAMCONFORM_NVIM_DAP names its folder, with the nvim in PATH, of the version that it asks for.
"""

import os
import re
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
PROGRAM = os.path.abspath(os.path.join(os.environ.get("MAMCONFORM_BIN", os.path.join(ROOT, ".build/debug")), "mamconform"))
PAGE = os.path.join(ROOT, "Sources/DebugAdapter/DebugAdapter.docc/DebuggingInAnEditor.md")
SUITE = os.path.join(ROOT, "suites/enr-retry.yaml")
RETRY = "enr-retry/after-every-failure[failure=location-reset]"
NVIM_DAP = os.environ.get("MAMCONFORM_NVIM_DAP")


def snippet(title):
    """The indented block below a heading of the page."""
    with open(PAGE) as page:
        text = page.read().split("### " + title + "\n")[1].split("\n#")[0]
    return "".join(line[4:] + "\n" for line in text.split("\n") if line.startswith("    "))


class Editors(unittest.TestCase):
    def drive(self, text, command, **environment):
        """Runs an editor with a configuration, and returns the lines that it writes of its stops."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "configuration")
            with open(file, "w") as configuration:
                configuration.write(text)
            found = subprocess.run(
                [word.replace("SNIPPET", file) for word in command], cwd=folder, stdin=subprocess.DEVNULL,
                capture_output=True, text=True, timeout=300, env=dict(
                    os.environ, HOME=folder, MAMCONFORM_SUITES=os.path.join(ROOT, "suites"), SNIPPET=file, SUITE=SUITE,
                    CASE=RETRY, PATH=os.path.dirname(PROGRAM) + ":" + os.environ["PATH"], **environment))
        # What an editor has to say itself goes to standard error.
        self.assertEqual(found.returncode, 0, found.stderr[-3000:])
        return found.stdout.splitlines()

    def check(self, lines):
        shown = "\n".join(lines)
        self.assertEqual([re.split(": | = ", line)[0] for line in lines], [
            "launched", "next", "clock", "back", "apps.mail.deadline", "continued", "clock", "over"], shown)
        stop = r"line (\d+) of enr-retry.yaml, step (\d+): (.*)"
        # It begins at the first failed check, and the editor shows its line.
        launched = re.fullmatch("launched: " + stop, lines[0])
        self.assertEqual(launched[3], "advance by 23:59:59.999", shown)
        self.assertEqual(int(re.fullmatch("next: " + stop, lines[1])[2]), int(launched[2]) + 1, shown)
        self.assertEqual(lines[2], "clock = +23:59:59.999")
        self.assertEqual(re.fullmatch("back: " + stop, lines[3])[2], launched[2], shown)
        # On again: the filter of failed checks is on from the start.
        self.assertEqual(lines[5], lines[0].replace("launched", "continued"), shown)
        self.assertEqual(lines[6], lines[2])

    def test_dap_mode_of_emacs(self):
        text = snippet("Emacs (dap-mode)")
        self.assertIn(":stopAtFailure t", text)
        self.check(self.drive(
            text.replace(":stopAtFailure t", ':stopAtFailure t :defects ["retry-at-23h"]'),
            ["emacs", "--batch", "--load", os.path.join(HERE, "drive.el"), "SNIPPET", SUITE]))

    if NVIM_DAP:

        def test_nvim_dap(self):
            self.check(self.drive(
                snippet("Neovim (nvim-dap)"),
                ["nvim", "--headless", "--clean", "--cmd", "set rtp+=" + NVIM_DAP, "-l", os.path.join(HERE, "drive.lua")]))


if __name__ == "__main__":
    unittest.main()
