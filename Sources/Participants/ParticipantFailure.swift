internal import ExactText

/// Why an exchange with a participant came to nothing: always the participant's or the harness's fault,
/// never a verdict about the SDK under test.
package struct ParticipantFailure: Error, Sendable, Equatable {
  /// What went wrong; the raw values are stable and appear in reports.
  package enum Code: String, Sendable, CaseIterable {
    /// The program does not exist.
    case notFound = "not-found"
    /// The program exists but cannot be started.
    case notExecutable = "not-executable"
    /// The process ended although it was not told to stop.
    case exited
    /// Nothing came within the watchdog's real time.
    case watchdog
    /// The case has taken all the real time that it may.
    case caseTimeout = "case-timeout"
    /// The line is longer than the protocol allows.
    case overlongLine = "overlong-line"
    /// The process ended, or stopped, in the middle of a line.
    case partialLine = "partial-line"
    /// More than one line came in answer to one message.
    case secondLine = "second-line"
    /// Bytes came although no message was under way.
    case unasked
    /// The line is not a reply of the step protocol.
    case malformedReply = "malformed-reply"
    /// The reply repeats another `seq` than the message had.
    case wrongSequence = "wrong-seq"
    /// The reply asks to be woken before the present instant.
    case nextInPast = "next-in-past"
    /// The process closed its output but lives on.
    case closedOutput = "closed-output"
    /// The connection of an app on a device was closed although it was not told to stop.
    case lostConnection = "lost-connection"
    /// No app connected in time with the token that it was given.
    case lateConnection = "late-connection"
    /// The command that launches an app on a device failed.
    case launchFailed = "launch-failed"
    /// An app on a device could not be killed.
    case killFailed = "kill-failed"
    /// The command that removes what an app on a device has saved failed.
    case wipeFailed = "wipe-failed"
    /// The process did not end in time after it was told to stop.
    case ignoredStop = "ignored-stop"
    /// The adapter answered `hello` with a protocol version nobody speaks.
    case wrongVersion = "wrong-version"
    /// The adapter answered a message with an error of its own.
    case refused
    /// The adapter went on in a callback in which it was to stand still.
    case ignoredHalt = "ignored-halt"
    /// The reply lists a request as open that the service does not hold back.
    case unknownOpenRequest = "unknown-open-request"
    /// A request whose response is held back has no `client-request-id` by which the adapter could be told.
    case unnamedRequest = "unnamed-request"
    /// A request reached the service although its app was idle.
    case requestWhenIdle = "request-when-idle"
    /// The service refused a command or broke down.
    case service
    /// A limit of the coordinator was reached.
    case limit
    /// A cut point was armed but never reached.
    case killPointMissed = "kill-point-missed"
    /// What a step is about, such as a prompt that a person is to answer, is not there.
    case subjectMissing = "subject-missing"
    /// The case asks for something impossible at this point, such as a call to an app that does not run.
    case impossibleStep = "impossible-step"
    /// The disk that holds the files of the case is full: what the SDK under test did then says nothing of it.
    case diskFull = "disk-full"
    /// A folder of the case is gone, or is something else: what the app kept there may be another case's.
    case damagedFolder = "damaged-folder"
    /// A system call failed.
    case system
  }

  /// What went wrong.
  package var code: Code
  /// The participant at fault, such as `mail` or `service`.
  package var participant: String
  /// What happened and what to do about it.
  package var message: String
  /// The last message sent to the participant; empty if none was.
  package var lastMessage: String

  /// A failure with all its parts.
  package init(_ code: Code, _ participant: String, _ message: String, lastMessage: String = "") {
    self.code = code
    self.participant = participant
    self.message = message
    self.lastMessage = lastMessage
  }
}
