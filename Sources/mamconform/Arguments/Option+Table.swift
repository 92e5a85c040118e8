import Arguments
import Contract
internal import ExactText
import ReportFormats
import Reporting

extension Option {
  static let sut = Option(
    "--sut", "COMMAND", .command,
    "the adapter's command, quoted as for a shell, or where apps on a device connect: unix:PATH or tcp:HOST:PORT; "
      + "default: mam-app beside this program")
  static let suites = Option(
    "--suites", "DIR", .folder,
    "the suites folder; default: $MAMCONFORM_SUITES, ./suites, or the one that came with this program"
  )
  static let newFile = Option(
    "--output", "FILE", .file,
    "where it goes, - for standard output; default: a name in this folder")
  static let area = Option(
    "--area", "A,B", .listed(by: "mamconform explain 2>/dev/null | cut -d- -f1 | uniq"),
    "only cases of these areas, such as ENR")
  static let requirement = Option(
    "--requirement", "ID,...", .listed(by: "mamconform explain 2>/dev/null | cut -d\\  -f1"),
    "only cases that prove one of these, such as ENR-008")
  static let edition = Option(
    "--edition", "E,...", .list(Edition.allCases.map(\.rawValue) + ["latest", "all"]),
    "only these editions")
  static let format = Option("--format", "FORMAT", .choice(["text", "json"]), "how to write")
  static let listPages = Option("--list", "list the commands, each of which has a page")
  static let lintFormat = Option(
    "--format", "FORMAT", .choice(["text", "json", "sarif"]), "how to write")
  static let reportFormat = Option(
    "--format", "NAME", .choice(ReportFormat.all.map(\.name)),
    "write the run in this form too, to the --output that goes with it; see below",
    isRepeatable: true)
  static let output = Option(
    "--output", "FILE", .file,
    "where a --format goes; -: standard output, and the rest to standard error",
    isRepeatable: true)
  static let jobs = Option(
    "--jobs", "N", .integer(1...1024),
    "cases at a time; default: one for each processor that may be used")
  static let shard = Option(
    "--shard", "I/N", .text,
    "only the I-th of N parts of the cases; auto: as the variables of the CI system say, else all")
  static let times = Option(
    "--times", "REPORT", .file,
    "the JSON report of an earlier run, or its folder: shards of about the same time")
  static let seed = Option("--seed", "N", .integer(0...Int.max), "the seed of the run; default: 0")
  static let report = Option(
    "--report", "DIR", .folder,
    "write junit.xml, run.json, summary.txt, verdicts.jsonl and the histories of failed cases there"
  )
  static let junit = Option("--junit", "FILE", .file, "write JUnit XML; - is standard output")
  static let junitProfile = Option(
    "--junit-profile", "NAME", .choice(JUnitReport.Profile.allCases.map(\.rawValue)),
    "rich adds file, line and properties to every case, which no schema has")
  static let json = Option(
    "--json", "FILE", .file, "write the machine format, - is standard output; see 'schema run'")
  static let histories = Option(
    "--histories", "DIR", .folder, "write the history of every case as JSON lines")
  static let history = Option(
    "--history", "PATH", .file,
    "show what happened: a file of history, or a folder of a run's report")
  static let defect = Option(
    "--defect", "NAME,...", .listed(by: "mam-app --defects 2>/dev/null | cut -d\\  -f1"),
    "give the reference SDK these defects; 'mam-app --defects' lists them")
  static let inProcess = Option(
    "--in-process",
    "run the reference SDK and the service as objects of this process: no kill is real, no time limit ends it"
  )
  static let readings = Option(
    "--reading", "NAME,...", .listed(by: "mam-app --readings 2>/dev/null | cut -d\\  -f1"),
    "let the reference SDK keep the contract in these other ways; 'mam-app --readings' lists them")
  static let retryTolerance = Option(
    "--retry-tolerance", "MILLISECONDS", .integer(0...3_600_000),
    "how late a retry of an enrollment may come, in virtual time (default 0)")
  static let processes = Option(
    "--processes", "run real processes instead of objects of this process: slower, kills are real")
  static let everyCase = Option(
    "--all", "run also the cases that do not come to a defect and so cannot see it")
  static let defects = Option(
    "--defect", "NAME,...", .listed(by: "mam-app --defects 2>/dev/null | cut -d\\  -f1"),
    "only these defects")
  static let verify = Option(
    "--verify", "run every case again and demand byte-identical histories")
  static let rounds = Option(
    "--rounds", "N", .integer(2...100), "how often --verify runs each case; default: 2")
  static let watchdog = Option(
    "--watchdog", "SECONDS", .integer(0...86_400),
    "real time after which silence counts as a breakdown, 0: never; default: 10, adapter check: 5")
  static let strict = Option(
    "--strict", "let a violated recommendation (SHOULD) fail the run instead of being a warning")
  static let sweeps = Option(
    "--sweeps",
    "run what the sweeps of the suites become, instead of the other cases: each disturbs one point of a run"
  )
  static let failFast = Option("--fail-fast", "start no case after the first that fails")
  static let quiet = Option("--quiet", "say only what failed, and the last line")
  static let verbose = Option(
    "--verbose", "say a line for every case, or, in prove, for every idle check")
}
