"""Every format of reports, read by somebody else's reader, has the same cases and verdicts as the program's own format."""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema
from junitparser import JUnitXml

import reports

STATUS = {"pass": "passed", "advisory": "passed", "warning": "passed", "fail": "failed", "error": "broken",
          "inconclusive": "unknown", "not-offered": "unknown", "not-applicable": "skipped"}


class JUnit(unittest.TestCase):
    def test_both_profiles_have_every_case_and_its_outcome(self):
        folder = reports.failing()
        for name in ("junit", "junit-strict"):
            cases = [case for suite in JUnitXml.fromfile(str(folder / reports.FILES[name])) for case in suite]
            wanted = reports.cases(folder)
            self.assertEqual(len(cases), len(wanted))
            failed = sum(1 for case in cases if case.result)
            self.assertEqual(failed, sum(1 for case in wanted.values() if STATUS[case["verdict"]] != "passed"))

    def test_the_rich_one_says_file_and_line(self):
        for suite in JUnitXml.fromfile(str(reports.failing() / "rich.xml")):
            for case in suite:
                self.assertTrue(case._elem.get("file").endswith(".yaml"))
                self.assertGreater(int(case._elem.get("line")), 0)

    def test_junit2html_makes_a_page_of_it(self):
        page = subprocess.run([sys.executable, "-m", "junit2htmlreport", str(reports.failing() / "rich.xml"),
                               str(reports.failing() / "junit2html.html")], capture_output=True, text=True)
        self.assertEqual(page.returncode, 0, page.stderr)
        self.assertIn("after-every-failure", (reports.failing() / "junit2html.html").read_text())


class CTRF(unittest.TestCase):
    schema = pathlib.Path(os.environ.get("MAMCONFORM_CTRF_SCHEMA", reports.ROOT / "../shared/schemas/ctrf.schema.json"))

    # The schema is no part of this project; without it this one is marked as skipped.
    @unittest.skipUnless(schema.exists(), f"there is no {schema}; set MAMCONFORM_CTRF_SCHEMA")
    def test_it_keeps_the_published_schema(self):
        validator = jsonschema.Draft7Validator(json.loads(self.schema.read_text()))
        for folder in (reports.failing(), reports.passing()):
            self.assertEqual([error.message for error in validator.iter_errors(reports.load(folder, "ctrf"))], [])

    def test_it_counts_what_it_lists(self):
        results = reports.load(reports.failing(), "ctrf")["results"]
        counts = collections.Counter(test["status"] for test in results["tests"])
        for status in ("passed", "failed", "skipped", "pending", "other"):
            self.assertEqual(results["summary"][status], counts[status])
        self.assertEqual(results["summary"]["tests"], len(reports.cases(reports.failing())))
        self.assertGreater(counts["failed"], 0)


class Allure(unittest.TestCase):
    def test_its_own_matchers_find_cases_steps_and_histories(self):
        from allure_commons_test.report import AllureReport, has_test_case
        from allure_commons_test.result import with_status
        from hamcrest import assert_that

        folder = reports.failing()
        report = AllureReport(str(folder / "allure"))
        wanted = reports.cases(folder)
        self.assertEqual(len(report.test_cases), len(wanted))
        for test in report.test_cases:
            case = wanted[test["fullName"]]
            self.assertEqual(test["status"], STATUS[case["verdict"]])
            self.assertEqual(len(test["steps"]), len(case["checks"]))
            for attachment in test["attachments"]:
                self.assertTrue((folder / "allure" / attachment["source"]).exists())
        title = next(test["name"] for test in report.test_cases if test["status"] == "failed")
        assert_that(report, has_test_case(title, with_status("failed")))

    def test_the_history_is_the_one_that_the_program_keeps(self):
        folder = reports.failing()
        with tempfile.TemporaryDirectory() as place:
            reports.mamconform("run", "--in-process", "--quiet", "enr-retry", "--defect", "retry-at-23h", "--histories", place)
            kept = {path.read_bytes() for path in pathlib.Path(place).rglob("*.jsonl")}
        attached = {path.read_bytes() for path in (folder / "allure").glob("*-attachment.jsonl")}
        self.assertEqual(attached, kept)


class HAR(unittest.TestCase):
    def test_haralyzer_reads_a_page_for_each_case(self):
        from haralyzer import HarParser

        archive = HarParser(reports.load(reports.failing(), "har"))
        self.assertEqual({page.title for page in archive.pages}, set(reports.cases(reports.failing())))
        entries = [entry for page in archive.pages for entry in page.entries]
        self.assertGreater(len(entries), 100)
        self.assertEqual({entry.request.method for entry in entries}, {"POST"})
        self.assertIn(503, {entry.response.status for entry in entries})
        self.assertTrue(all(str(entry.startTime).startswith("20") for entry in entries))


class Statement(unittest.TestCase):
    def test_the_framework_s_own_classes_take_it(self):
        from google.protobuf import json_format
        from in_toto_attestation.v1 import statement_pb2
        from in_toto_attestation.v1.statement import Statement as InTotoStatement

        for folder, result in ((reports.failing(), "FAILED"), (reports.passing(), "PASSED")):
            document = reports.load(folder, "in-toto")
            message = json_format.Parse(json.dumps(document), statement_pb2.Statement())
            InTotoStatement.copy_from_pb(message).validate()
            self.assertEqual(document["predicate"]["result"], result)

    def test_its_digests_can_be_made_without_the_program(self):
        document = reports.load(reports.failing(), "in-toto")
        command = "find * -type f | LC_ALL=C sort | xargs -d '\\n' sha256sum | sha256sum"
        digest = subprocess.run(["sh", "-c", command], cwd=reports.ROOT / "suites", capture_output=True, text=True)
        suites = document["predicate"]["configuration"][0]
        self.assertEqual((suites["name"], suites["digest"]["sha256"]), ("suites", digest.stdout.split()[0]))
        with tempfile.TemporaryDirectory() as place:
            reports.mamconform("run", "--in-process", "--quiet", "enr-retry", "--defect", "retry-at-23h", "--histories", place)
            digest = subprocess.run(["sh", "-c", command], cwd=place, capture_output=True, text=True)
        self.assertEqual(document["predicate"]["mamconform_histories"]["digest"]["sha256"], digest.stdout.split()[0])


class Needs(unittest.TestCase):
    def test_sphinx_needs_imports_it(self):
        folder = reports.failing()
        document = reports.load(folder, "needs")
        needs = document["versions"][document["current_version"]]["needs"]
        with tempfile.TemporaryDirectory() as place:
            place = pathlib.Path(place)
            shutil.copy(folder / "needs.json", place)
            (place / "conf.py").write_text('extensions = ["sphinx_needs"]\n')
            (place / "index.rst").write_text("Needs\n=====\n\n.. needimport:: needs.json\n")
            run = subprocess.run([sys.executable, "-m", "sphinx", "-b", "needs", "-q", str(place), str(place / "out")],
                                 capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            built = json.loads((place / "out/needs.json").read_text())
            imported = built["versions"][built["current_version"]]["needs"]
        self.assertEqual(set(imported), set(needs))
        self.assertEqual(needs["ENR_009"]["status"], "violated")
        proving = [key for key, need in needs.items() if "ENR_009" in need.get("links", [])]
        self.assertTrue(proving)


class SARIF(unittest.TestCase):
    def test_sarif_tools_counts_errors_and_warnings(self):
        from sarif import loader

        with tempfile.TemporaryDirectory() as place:
            suite = pathlib.Path(place) / "bad.yaml"
            suite.write_text("suite: bad\ncases:\n  - id: one\n    stepps: []\n")
            run = subprocess.run([str(reports.PROGRAM), "lint", "--format", "sarif", str(suite)], cwd=reports.ROOT,
                                 capture_output=True, text=True)
            found = json.loads(run.stdout)
            path = pathlib.Path(place) / "lint.sarif"
            path.write_text(run.stdout)
            counts = loader.load_sarif_file(str(path)).get_report().get_issue_count_for_severity("error")
        self.assertEqual(run.returncode, 64)
        self.assertEqual(counts, sum(1 for item in found["runs"][0]["results"] if item["level"] == "error"))
        self.assertGreater(counts, 0)


class Text(unittest.TestCase):
    def test_markdown_is_a_table_and_a_list_of_causes(self):
        from markdown_it import MarkdownIt

        html = MarkdownIt("gfm-like", {"linkify": False}).render((reports.failing() / "summary.md").read_text())
        self.assertIn("<table>", html)
        self.assertIn("violates the contract", html)
        self.assertNotRegex(html, r"<a [^>]*href=")
        self.assertLess(len((reports.complete() / "comment.md").read_text()), 65_536)

    def test_annotations_are_commands_with_file_and_line(self):
        lines = (reports.failing() / "annotations.txt").read_text().splitlines()
        self.assertTrue(1 <= len(lines) <= 10)
        for line in lines:
            self.assertRegex(line, r"^::error file=suites/[a-z-]+\.yaml,line=\d+,col=\d+,title=[^:,]+.*::.+")

    def test_annotations_come_by_themselves_on_github(self):
        words = ("run", "--in-process", "--quiet", "enr-retry", "--defect", "retry-at-23h")
        self.assertIn("::error file=", reports.mamconform(*words, GITHUB_ACTIONS="true").stdout)
        self.assertNotIn("::error", reports.mamconform(*words).stdout)

    def test_the_badge_counts_requirements(self):
        self.assertRegex(reports.load(reports.failing(), "badge")["message"], r"^\d+ of \d+ violated$")
        self.assertRegex(reports.load(reports.passing(), "badge")["message"], r"^(\d+) of \1 kept$")

    def test_a_report_on_standard_output_is_alone_there(self):
        run = reports.mamconform("run", "--in-process", "enr-retry", "--format", "ctrf", "--output", "-")
        self.assertEqual(json.loads(run.stdout)["reportFormat"], "CTRF")
        self.assertIn("The SDK under test conforms.", run.stderr)

    def test_the_same_run_gives_the_same_bytes(self):
        again = reports.written("enr-retry", "--defect", "retry-at-23h", "--seed", "0")
        for name in ("markdown", "comment", "github", "trace", "har", "in-toto", "badge"):
            first, second = ((folder / reports.FILES[name]).read_text() for folder in (reports.failing(), again))
            self.assertEqual(first, second, name)


if __name__ == "__main__":
    unittest.main()
