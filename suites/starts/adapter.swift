// The start of an adapter: a program that hosts your SDK as an app would, and is driven by mamconform.
//
// It speaks the step protocol: one line of JSON in, one line out. So far it offers nothing, and says so.
//
//     swiftc -O my-adapter.swift -o my-adapter
//     mamconform adapter check -- ./my-adapter       what is missing
//     mamconform run --sut ./my-adapter enr-retry    some cases against it
//
// The protocol is in the document "The step protocol"; `mamconform schema step-protocol` prints it as a JSON Schema.
// Whatever you write for people goes to standard error: standard output belongs to the protocol.
import Foundation

typealias Members = [String: Any]

/// What the adapter offers beyond enrolling and checking in, such as "lifecycle" or "wipe". Name a capability only
/// when the operations behind it work: cases that need one you do not name are reported as not offered, not as failures.
let capabilities: [String] = []

/// The adapter does not offer what a message asks for; the coordinator is told and goes on.
struct Unsupported: Error {
  let message: String
}

/// Does what a message says, lets the SDK do all that it can do at this instant, and returns the members of the reply.
///
/// Add wake, answers, user, tokens, file, lifecycle and others as your SDK comes to need them.
func perform(_ operation: String, _ arguments: Members, now: Int) throws -> Members {
  switch operation {
  case "hello":
    // arguments["seed"] is the one source for an SDK that needs random numbers.
    let result: Members = [
      "protocol": 1, "adapter": "my-adapter", "version": "0.1", "sdk": "my SDK 1.0",
      "capabilities": capabilities,
    ]
    return ["result": result]
  case "launch":
    // Start your SDK here, with arguments["settings"], the URLs in arguments["location"] and
    // arguments["authority"], and the folder arguments["dataFolder"] for whatever has to survive the process.
    return ["events": [["event": "appStarted"]]]
  case "call":
    // Call your SDK's API of that name and return what the app saw:
    //   ["events": [["event": "enrollmentRequest", "identity": "ana@contoso.com", "statusCode": 100,
    //                "didSucceed": true]], "next": 1_591_290_000_000]
    // "next" is the instant (milliseconds since 1970) at which the SDK wants to run again; a "wake" comes then.
    let api = arguments["api"] as? String ?? ""
    throw Unsupported(message: "the API \(api) is not connected to the SDK yet")
  case "stop": return [:]
  default: throw Unsupported(message: "the operation \(operation) is not offered")
  }
}

// The end of input means: exit at once.
while let line = readLine() {
  guard let message = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Members,
    let sequence = message["seq"] as? Int, let operation = message["op"] as? String,
    // The only clock: nothing else may be asked for the time.
    let now = message["now"] as? Int
  else { fatalError("this is no message: \(line)") }
  var reply: Members = ["seq": sequence]
  do {
    let members = try perform(operation, message["args"] as? Members ?? [:], now: now)
    reply.merge(members) { $1 }
  } catch let problem as Unsupported {
    reply["error"] = ["code": "unsupported", "message": problem.message]
  }
  let bytes = try JSONSerialization.data(withJSONObject: reply)
  FileHandle.standardOutput.write(bytes + Data("\n".utf8))
  if operation == "stop" { break }
}
