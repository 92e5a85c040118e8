"""Every command of the documentation does what it says."""

import subprocess
import sys
import unittest

from service import BIN, HERE, ROOT


class Documentation(unittest.TestCase):
    def test_the_page_of_the_first_five_things(self):
        page = ROOT / "Sources" / "MAMService" / "MAMService.docc" / "ServiceAlone.md"
        run = subprocess.run([sys.executable, str(HERE / "run_page.py"), str(page), str(BIN / "mamconform")],
                             text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=150)
        self.assertEqual(run.returncode, 0, run.stdout)


if __name__ == "__main__":
    unittest.main()
