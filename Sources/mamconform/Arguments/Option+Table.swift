import Arguments
import Contract
internal import ExactText
import ReportFormats
import Reporting

extension Option {
  static let sut = Option(
    "--sut", "COMMAND", .command,
    "\(adapterMeaning); default: mam-app next to this program")
  /// For commands that run the reference SDK in process if no adapter is named.
  static let sutOrReference = sut.meaning(
    "\(adapterMeaning); default: the reference SDK, in process")
  private static let adapterMeaning =
    "the adapter's command, quoted as for a shell, or where apps on a device connect: unix:PATH or tcp:HOST:PORT"
  static let suites = Option(
    "--suites", "DIR", .folder,
    "the suites folder; default: $MAMCONFORM_SUITES, ./suites, or the one that came with this program"
  )
  static let newFile = Option(
    "--output", "FILE", .file,
    "where to write it, if no such file exists; -: standard output; default: a file in this folder")
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
    "also write the run in this format, to the --output paired with it; see below (junit there is the rich profile)",
    isRepeatable: true)
  static let formatOfMerge = Option(
    "--format", "NAME", .choice(ReportFormat.all.filter { !$0.needsWholeRun }.map(\.name)),
    "also write the run in this format, to the --output paired with it; pictures only of cases whose history a report has",
    isRepeatable: true)
  static let output = Option(
    "--output", "FILE", .file,
    "where to write a --format; - (the default for a single one): standard output, and everything else to standard error",
    isRepeatable: true)
  static let jobs = Option(
    "--jobs", "N", .integer(1...1024),
    "cases at a time; default: one for each available processor")
  static let shard = Option(
    "--shard", "I/N", .text,
    "only the I-th of N parts of the cases; auto: from the variables of the CI system, otherwise all"
  )
  static let times = Option(
    "--times", "REPORT", .file,
    "the JSON report of an earlier run, or its folder: makes shards that take about the same time")
  static let seed = Option("--seed", "N", .integer(0...Int.max), "the seed of the run; default: 0")
  static let report = Option(
    "--report", "DIR", .folder,
    "write junit.xml, run.json, summary.txt, verdicts.jsonl and the histories of failed cases there"
  )
  static let junit = Option(
    "--junit", "FILE", .file,
    "write JUnit XML in the strict profile (see --junit-profile), and without --report the histories of failed cases to a folder histories beside it; -: standard output"
  )
  static let junitProfile = Option(
    "--junit-profile", "NAME", .choice(JUnitReport.Profile.allCases.map(\.rawValue)),
    "rich adds file, line and properties to every case, which no JUnit schema allows; default: strict"
  )
  static let json = Option(
    "--json", "FILE", .file,
    "write mamconform's own JSON format, and histories as for --junit; -: standard output; see 'schema run'"
  )
  static let histories = Option(
    "--histories", "DIR", .folder, "write the history of every case as JSON lines")
  static let history = Option(
    "--history", "PATH", .file,
    "show what happened, from a history file, the folder of a run's report, or a stored run (its path, 'latest', name or label)"
  )
  static let defect = Option(
    "--defect", "NAME,...", .listed(by: "mam-app --defects 2>/dev/null | cut -d\\  -f1"),
    "give the reference SDK these defects; 'mam-app --defects' lists them")
  static let inProcess = Option(
    "--in-process",
    "run the reference SDK and the service as objects in this process: kills are not real, and no time limit can end it"
  )
  static let readings = Option(
    "--reading", "NAME,...", .listed(by: "mam-app --readings 2>/dev/null | cut -d\\  -f1"),
    "let the reference SDK follow these other readings of the contract; 'mam-app --readings' lists them"
  )
  static let retryTolerance = Option(
    "--retry-tolerance", "MILLISECONDS", .integer(0...3_600_000),
    "how late a retry of an enrollment may come, in virtual time; default: 0")
  static let processes = Option(
    "--processes",
    "run real processes instead of objects in this process: slower, but kills are real")
  static let everyCase = Option(
    "--all", "also run the cases that do not reach a defect and so cannot notice it")
  static let defects = Option(
    "--defect", "NAME,...", .listed(by: "mam-app --defects 2>/dev/null | cut -d\\  -f1"),
    "only these defects")
  static let verify = Option(
    "--verify", "run every case again and require byte-identical histories")
  static let rounds = Option(
    "--rounds", "N", .integer(2...100), "how often --verify runs each case; default: 2")
  static let watchdog = Option(
    "--watchdog", "SECONDS", .integer(0...86_400),
    "real time after which silence is an error, 0: never; default: 10")
  static let strict = Option(
    "--strict", "let a violated recommendation (SHOULD) fail the run instead of being a warning")
  static let sweeps = Option(
    "--sweeps",
    "take the cases made from the suites' sweeps instead of the others: each disturbs one point of a run"
  )
  static let quick = Option(
    "--quick",
    "only as many of the cases as make every check, with every edition and every value once: for a first answer"
  )
  static let failFast = Option("--fail-fast", "start no case after the first that fails")
  static let quiet = Option("--quiet", "print only failures and the last line")
  static let verbose = Option("--verbose", "print a line for every case")
}
