import Foundation

/// What the machine lets tests do: for conditions that a report shows, found by trying.
enum Machine {
  /// True if files can be made immutable where temporary ones are.
  static let canMakeImmutable = shell(
    "f=$(mktemp) && chattr +i $f; r=$?; chattr -i $f; rm -f $f; exit $r")
  /// True if file systems can be mounted.
  static let canMount = shell(
    "d=$(mktemp -d) && mount -t tmpfs -o size=64k none $d; r=$?; umount $d; rmdir $d; exit $r")
  /// True if a process can be the first one of a container.
  static let canContain = shell("unshare --fork --pid --mount-proc true")

  /// True if this user may make control groups below the present one, and the kernel can end one as a whole.
  static let canGroup = shell(
    "d=$(awk '$3==\"cgroup2\"{print $2; exit}' /proc/mounts)$(sed -n 's/^0:://p' /proc/self/cgroup)"
      + "/test-$$; mkdir \"$d\" && test -w \"$d/cgroup.kill\"; r=$?; rmdir \"$d\"; exit $r")

  /// Runs a line of shell; true if its status is 0.
  static func shell(_ line: String) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
