"""Every command of the documentation does what it says."""

import subprocess
import sys
import unittest

from service import BIN, HERE, ROOT


PAGES = ROOT / "Sources" / "MAMService" / "MAMService.docc"


class Documentation(unittest.TestCase):
    def run_page(self, name):
        run = subprocess.run([sys.executable, str(HERE / "run_page.py"), str(PAGES / name), str(BIN / "mamconform")],
                             text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=150)
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_the_first_five_things(self):
        self.run_page("StandaloneService.md")

    def test_the_control_api(self):
        self.run_page("ControlAPI.md")


if __name__ == "__main__":
    unittest.main()
