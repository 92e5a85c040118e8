-- The file of a stored run: `run.sqlite` in the run's folder (SQLite 3.37 or later).
--
-- PRAGMA application_id = 0x6D616D72 ('mamr'); PRAGMA user_version = 3, the version of this format.
-- In formats 1 and 2 the table dictionary had its column content and one row, that for all; case_result had no column dictionary, and
-- behind id the columns title and area, behind parameters the columns file and line, for which there is the table case_definition now.
-- In format 1 case_result had no windows_bytes either, windows was the JSON itself as text, and history_sha256 in hexadecimal.
-- Within a version columns, and names in the table `run`, are only added: read those that you know, and take one that is absent for null.
-- The file is written while the run goes on, a transaction for each finished case, with a write-ahead log beside it (run.sqlite-wal).
-- Whoever copies it while it is written copies both, or uses `VACUUM INTO`. Times of cases are virtual, in milliseconds since the start of the case.
--
--     SELECT suite, id, edition, check_result.id, found FROM check_result JOIN case_result ON number = case_number
--     WHERE check_result.verdict = 'fail';

-- What the run says of itself. Values that are lists or objects are JSON as text.
--   program               the version of mamconform
--   label                 the name given by --label, if one was
--   started_milliseconds  the wall clock's time since the Unix epoch
--   ended_milliseconds    the same; absent as long as the run goes on, and if it was killed
--   wall_milliseconds     real time that the run took
--   planned               how many cases were to run
--   seed                  the seed
--   editions              JSON: the editions of the planned cases
--   options               JSON: the words of the command line that change what is run or how it is judged
--   reports               JSON: the words of the command line that say which reports are written
--   repeat_options        JSON: the options with which one case runs again as it was run
--   working_folder        the folder in which the program was called
--   sdk_command           JSON: the adapter's command
--   sdk_files             JSON: the program of the command, and the files that its arguments name: [{"path","sha256"}]
--   sdk_hello             JSON: what the adapter said in its first hello (see the step protocol)
--   suites_folder         the suites folder, as it was given
--   suites_sha256         the SHA-256 of `sha256sum` over the files of the table suite_file, sorted by path
--   profile               JSON: the profile of the run: name, sha256 of its file, and its numbers in milliseconds; absent for those of the contract
--   environment           JSON: system, machine, processors, jobs, inProcess
--   problem               JSON: why the run did not come to its end: {"code","participant","message","lastMessage"}
--   verified_rounds       how many rounds of --verify gave the same histories
--   verdicts              JSON: how many cases had each verdict at the end
--   exit_code             the exit code of the run; absent as long as it goes on, and if it was killed
CREATE TABLE run (
  name TEXT PRIMARY KEY NOT NULL,
  value ANY
) STRICT, WITHOUT ROWID;

-- The suites by which the cases were judged, so that the run can be read without them.
CREATE TABLE suite_file (
  path TEXT PRIMARY KEY NOT NULL,     -- below the suites folder
  bytes INTEGER NOT NULL,             -- the length of the file
  content BLOB NOT NULL               -- the file as a stream of zlib (RFC 1950)
) STRICT, WITHOUT ROWID;

-- The cases that were to run, in the order of the report.
CREATE TABLE planned_case (
  number INTEGER PRIMARY KEY,         -- from 0
  name TEXT NOT NULL                  -- suite/id[axis=value,...]@edition
) STRICT;

-- What all editions and parameters of a case have in common; there if any of them has finished.
CREATE TABLE case_definition (
  suite TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  area TEXT NOT NULL,
  file TEXT NOT NULL,                 -- where the case is written
  line INTEGER NOT NULL,
  PRIMARY KEY (suite, id)
) STRICT, WITHOUT ROWID;

-- The finished cases.
CREATE TABLE case_result (
  number INTEGER PRIMARY KEY,         -- as in planned_case
  suite TEXT NOT NULL,
  id TEXT NOT NULL,
  edition TEXT NOT NULL,
  parameters TEXT NOT NULL,           -- JSON: {"axis":"value",...}
  verdict TEXT NOT NULL,              -- as in run.schema.json
  problem TEXT,                       -- JSON: the breakdown of the case, if there was one
  ending TEXT,                        -- JSON: why it ended before its last step: {"problem":{...}} or {"missing":"a capability"}
  notes TEXT,                         -- JSON: what happened beside the case, in words
  wall_milliseconds REAL NOT NULL,
  virtual_milliseconds INTEGER NOT NULL,
  epoch INTEGER NOT NULL,             -- the instant of the start of the case: milliseconds since the Unix epoch
  windows_bytes INTEGER NOT NULL,     -- the length of the windows
  windows BLOB NOT NULL,              -- JSON: {"reached":[[step,from,to,time,lateness,result?],...],"skipped":[step,...]}: the records
                                      -- [from,to) of each step's window, the time after it, and what its call returned, if it did;
                                      -- compressed as the history is
  history_bytes INTEGER NOT NULL,     -- the length of the history
  history_sha256 BLOB NOT NULL,       -- of the history: 32 bytes; hex(history_sha256) shows them
  history BLOB NOT NULL,              -- the history as JSON lines, as a stream of zlib (RFC 1950)
  dictionary INTEGER NOT NULL         -- the number of the dictionary that windows and history ask for (FDICT)
) STRICT;

-- The checks of the finished cases.
CREATE TABLE check_result (
  case_number INTEGER NOT NULL,
  place INTEGER NOT NULL,             -- in the case, from 0
  id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  requirements TEXT NOT NULL,         -- all that it proves, with spaces between them
  violates TEXT,                      -- those of which the verdict speaks; null for all
  line INTEGER NOT NULL,
  virtual_milliseconds INTEGER,       -- when it was made; null if it was never reached
  expected TEXT,
  found TEXT,
  nearest TEXT,                       -- JSON: the records that came closest
  difference TEXT,                    -- JSON: kind, subject, members, shiftMilliseconds, virtualMilliseconds, text
  PRIMARY KEY (case_number, place)
) STRICT, WITHOUT ROWID;

-- What zlib is given to read histories and windows. Number 0 is that for all cases, as it is. Each other one belongs to the variants of a
-- case: the last 32,768 bytes of that for all with these put behind it.
CREATE TABLE dictionary (
  number INTEGER PRIMARY KEY,
  bytes INTEGER NOT NULL,             -- the length of the dictionary
  content BLOB NOT NULL               -- number 0: the bytes; others: a stream of zlib that asks for number 0
) STRICT;
