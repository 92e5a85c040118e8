import Foundation
import JSONText
import Testing

@testable import mamconform

/// What a run starts ends with it, whatever ends the run; what it did not start is left alone.
@Suite(.serialized) struct ProcessTests {
  static let program = "\(Launch.programs)/mamconform"

  /// Runs a line of shell in which `$M` is the program, `$A` the folder of hostile adapters, `$F` one of its own that
  /// marks the processes and is their `TMPDIR`, and `mark` lists them.
  private func shell(_ script: String, in folder: String) throws -> Launch {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c",
      """
      mark() { for i in $(seq ${1:-1}); do local n=0
        for p in /proc/[0-9]*; do grep -qz "^MAMCONFORM_MARK=$F\\$" $p/environ 2>/dev/null && n=$((n+1)); done
        [ $n = 0 ] && break; sleep 0.1; done; echo "marked $n"; }
      run() { MAMCONFORM_MARK="$F" exec "$M" run --quiet "$@"; }
      children() { tr ' ' '\\n' < /proc/$1/task/$1/children | grep .; }
      wait_for() { for i in $(seq 1000); do eval "$1" && return; sleep 0.02; done; echo "no $1"; }
      \(script)
      """,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "MAMCONFORM_SUITES": Launch.suites, "NO_COLOR": "1", "M": ProcessTests.program, "F": folder,
      "A": HostileAdapterTests.adapters, "TMPDIR": folder,
    ]) { $1 }
    let (out, err) = ("\(folder)/.out", "\(folder)/.err")
    for file in [out, err] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: out))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: err))
    try process.run()
    process.waitUntilExit()
    return Launch(
      output: try Launch.text(out), errors: try Launch.text(err), code: process.terminationStatus)
  }

  @Test func `a chain of daemons that restart each other dies with the run`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        "(run start/app-starts --sut $A/leaves-chain --jobs 1); echo code $?; mark", in: folder)
      #expect(launch.output.contains("code 0\nmarked 0\n"), "\(launch)")
    }
  }

  @Test(arguments: ["$run", "$(children $run)"])
  func `nothing outlives SIGKILL of the program or of its run`(victim: String) throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        cat > $F/adapter <<END
        #!/bin/sh
        $A/leaves-chain </dev/null >/dev/null &
        exec sleep 60
        END
        chmod +x $F/adapter
        (run --sut $F/adapter --report $F/report) & run=$!
        wait_for '[ "$(mark)" != "marked 0" ] && pgrep -f $F/adapter >/dev/null || [ "$(mark)" \\> "marked 5" ]'
        sleep 0.3
        echo "before: $(mark)"
        kill -9 \(victim); wait $run; echo "code $?"
        mark 50; ls -d $F/mamconform-run-* 2>/dev/null; true
        """, in: folder)
      #expect(!launch.output.contains("before: marked 0"))
      #expect(
        launch.output.hasSuffix("code \(victim == "$run" ? 137 : 70)\nmarked 0\n"), "\(launch)")
    }
  }

  @Test func `an adapter that stops its run is ended by the watchdog all the same`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        printf '#!/bin/sh\\nkill -STOP $PPID; exec sleep 60\\n' > $F/adapter; chmod +x $F/adapter
        (run start/app-starts --sut $F/adapter --watchdog 2); echo code $?; mark
        """, in: folder)
      #expect(launch.output.contains("error of one: watchdog"), "\(launch)")
      #expect(launch.output.hasSuffix("code 2\nmarked 0\n"), "\(launch)")
    }
  }

  @Test(arguments: ["TSTP", "TTIN", "TTOU", "USR1", "USR2", "ALRM", "IO", "PROF", "PWR", "RTMIN"])
  func `a signal of an adapter that nobody asks for neither ends nor stops its run`(
    signal: String
  ) throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        printf '#!/bin/bash\nkill -\(signal) $PPID; exec "%s/mam-app"\n' "${M%/*}" > $F/adapter; chmod +x $F/adapter
        (run start/app-starts --sut $F/adapter); echo code $?; mark
        """, in: folder)
      #expect(launch.output.hasSuffix("code 0\nmarked 0\n"), "\(launch)")
    }
  }

  @Test
  func `a run that waits for a debugger continues on a line of a terminal, and gives it back`()
    throws
  {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        cat > $F/terminal <<'END'
        import os, pty, sys
        process, terminal = pty.fork()
        if process == 0:
            os.execvp("sh", ["sh", "-c", '"$M" run --wait-for-debugger start/app-starts@2020-06; read word; echo "read $word"'])
        text = b""
        while True:
            try:
                piece = os.read(terminal, 4096)
            except OSError:
                break
            for mark, line in ((b"is waiting for a debugger", b"\\n"), (b"conforms.", b"back\\n")):
                if mark not in text and mark in text + piece:
                    os.write(terminal, line)
            text += piece
        os.waitpid(process, 0)
        sys.stdout.write(text.decode())
        END
        MAMCONFORM_MARK="$F" timeout 300 python3 $F/terminal; mark
        """, in: folder)
      #expect(launch.output.contains("one continues: a line was read"), "\(launch)")
      #expect(launch.output.contains("read back"), "\(launch)")
      #expect(launch.output.hasSuffix("marked 0\n"), "\(launch)")
    }
  }

  @Test func `an adapter that offers reuse and exits after stop is told so`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        cat > $F/adapter <<'END'
        #!/usr/bin/env python3
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            reply = {"seq": message["seq"]}
            if message["op"] == "hello":
                reply["result"] = {"protocol": 1, "adapter": "a", "capabilities": ["reuse"]}
            if message["op"] == "launch":
                reply["events"] = [{"event": "appStarted"}]
            print(json.dumps(reply), flush=True)
            if message["op"] == "stop":
                sys.exit(0)
        END
        chmod +x $F/adapter
        (run start/app-starts --sut $F/adapter); echo code $?; mark
        """, in: folder)
      #expect(launch.output.hasSuffix("code 2\nmarked 0\n"), "\(launch)")
      #expect(
        launch.output.contains(
          "status 0 after it had answered stop; it offers reuse, so it must wait for its next app"),
        "\(launch)")
      #expect(!launch.output.contains("not told to stop"), "\(launch)")
    }
  }

  @Test func `children that this program did not start are left alone`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        bash -c 'sleep 99 & echo $! > $F/sleep; exec $M run --quiet start/app-starts' >/dev/null
        echo code $?; kill -0 $(cat $F/sleep) && echo lives; kill $(cat $F/sleep)
        """, in: folder)
      #expect(launch.output == "code 0\nlives\n", "\(launch)")
    }
  }

  @Test func `the dead are reaped after each case`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        "(run --sut $A/leaves-zombies --jobs 1); echo code $?; mark", in: folder)
      #expect(launch.output.hasSuffix("code 1\nmarked 0\n"), "\(launch)")
      let counts = try Launch.text("\(folder)/dead").split(separator: "\n").compactMap { Int($0) }
      #expect(counts.count == 3 && counts.allSatisfy { $0 < 10 }, "\(counts)")
    }
  }

  @Test func `a process that dies in the pool is blamed on the case that it hosted`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        (run start/app-starts --sut $A/dies-in-pool --jobs 1 --report $F/report); echo code $?
        """, in: folder)
      #expect(launch.output.contains("code 2\n"), "\(launch)")
      let text = try Launch.text("\(folder)/report/run.json").trimmingCharacters(in: .newlines)
      let cases = try #require(try JSON(parsing: text)["cases"]?.array)
      #expect(cases.compactMap { $0["verdict"]?.string } == ["error", "pass"])
      #expect(cases[0]["problem"]?["code"] == "exited")
      #expect(
        cases[0]["problem"]?["message"]?.string?.contains("status 3") == true)
      let log = try Launch.text("\(folder)/report/verdicts.jsonl")
      #expect(log.contains("\"end\":{\"finished\":2}"))
    }
  }

  @Test(.enabled(if: Machine.canContain, "needs the right to make a container"))
  func `as PID 1 of a container it reaps, takes signals and ends with its exit code`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        unshare --fork --pid --mount-proc $M run --quiet start/app-starts >/dev/null; echo code $?
        unshare --fork --pid --mount-proc $M run --quiet -- /bin/sh -c 'exec sleep 60' >$F/o 2>&1 &
        unshare=$!; wait_for 'ls -d $F/mamconform-run-* >/dev/null 2>&1'; sleep 0.2
        kill -TERM $(children $unshare); wait $unshare; echo code $?
        """, in: folder)
      #expect(launch.output == "code 0\ncode 130\n", "\(launch)")
    }
  }

  @Test(.enabled(if: Machine.canGroup, "needs the right to make a control group"))
  func `a run has a control group of its own where it can have one, and leaves none`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        printf '#!/bin/sh\\ncat /proc/self/cgroup >%s\\nexec %s\\n' $F/group "${M%/*}/mam-app" >$F/adapter
        chmod +x $F/adapter
        $M run --quiet start/app-starts --sut $F/adapter >/dev/null; echo code $?
        group=$(sed -n 's|^0::||p' $F/group); echo ${group##*/} | tr -d 0-9
        test -d $(awk '$3=="cgroup2"{print $2; exit}' /proc/mounts)$group || echo gone
        """, in: folder)
      #expect(launch.output == "code 0\nmamconform-run-\ngone\n", "\(launch)")
    }
  }

  @Test func `inherited signals and closed descriptors are set right`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        (trap '' CHLD INT TERM QUIT PIPE; $M run --quiet start/app-starts >/dev/null; echo code $?)
        $M run --quiet start/app-starts <&- >/dev/null 2>&-; echo code $?
        $M run --quiet start/app-starts <&- >&- 2>&-; echo code $?
        (trap '' INT CHLD; exec $M run --quiet -- /bin/sh -c 'exec sleep 60' >/dev/null 2>&1) & run=$!
        wait_for 'ls -d $F/mamconform-run-* >/dev/null 2>&1'; sleep 0.2
        kill -INT $run; wait $run; echo code $?
        """, in: folder)
      #expect(launch.output == "code 0\ncode 0\ncode 2\ncode 130\n", "\(launch)")
    }
  }

  @Test func `an app and a service start right with closed descriptors and blocked signals`() throws
  {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        python3 - <<'END'
        import os, signal, subprocess
        def spoil():
            signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
            for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            os.close(2)
        service = subprocess.Popen(
            [os.environ["M"], "serve", "--no-https", "--port", "0"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, preexec_fn=spoil)
        print("ready" in service.stdout.readline().decode())
        service.terminate()
        print(service.wait())
        app = subprocess.Popen(
            [os.path.dirname(os.environ["M"]) + "/mam-app"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, preexec_fn=spoil)
        app.stdin.write(b'{"seq":1,"now":0,"op":"hello","args":{"protocol":1}}\\n')
        app.stdin.flush()
        print("mam-app" in app.stdout.readline().decode())
        app.terminate()
        print(app.wait())
        END
        """, in: folder)
      #expect(launch.output == "True\n0\nTrue\n-15\n", "\(launch)")
    }
  }

  @Test func `adapters of which nobody can see what they wait for are said once`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        P="setpriv --bounding-set -sys_ptrace"; [ $(id -u) = 0 ] || P=
        $P $M run --quiet start/app-starts --sut $A/is-hidden >/dev/null; echo code $?
        $M run --quiet start/app-starts >/dev/null; echo code $?
        """, in: folder)
      #expect(launch.output == "code 0\ncode 0\n", "\(launch)")
      #expect(launch.errors.split(separator: "\n").count == 1)
      #expect(launch.errors.contains("note: cases take --settle longer"), "\(launch)")
    }
  }

  @Test func `nohup's SIGHUP stays ignored`() throws {
    try Launch.inFolder { folder in
      let launch = try shell(
        """
        (trap '' HUP; exec $M run --quiet --watchdog 2 start/app-starts \
        -- /bin/sh -c 'exec sleep 60' >$F/o) & run=$!
        wait_for 'ls -d $F/mamconform-run-* >/dev/null 2>&1'
        kill -HUP $run; wait $run; echo code $?; grep -c watchdog $F/o >/dev/null && echo ran on
        """, in: folder)
      #expect(launch.output == "code 2\nran on\n", "\(launch)")
    }
  }
}
