import CaseModel
import JSONText
import Participants
import ServiceProtocol
import Testing

@testable import Conformance

/// What an administrator orders in a case, and what the service is notified of it.
@Suite struct AdministrationTests {
  private func item(_ order: AdminOrder, answering answer: JSON = ["status": 200, "body": [:]])
    -> ScriptedCase
  {
    let item = ScriptedCase(.action(.admin(order)))
    item.service.answers["admin"] = answer
    return item
  }

  /// The commands of a case behind its seed, as strings.
  private func commands(_ item: ScriptedCase) -> [String] {
    #expect(item.run() == nil)
    return item.service.commands.dropFirst().filter { $0.name != "reset" }.map {
      "\($0.name) \(JSON.object($0.members).text)"
    }
  }

  private let list: JSON = [
    "status": 200, "body": ["value": [["id": "p1", "displayName": "baseline"]]],
  ]

  @Test func `a wipe goes to the user's registrations of a device`() {
    #expect(
      commands(item(.wipe(user: "ana@contoso.com", device: "phone"))) == [
        #"admin {"method":"POST","path":"/v1.0/users/ana@contoso.com/wipeManagedAppRegistrationsByDeviceTag","body":{"deviceTag":"phone"}}"#
      ])
  }

  @Test func `a policy is found by its name, then changed, assigned and deleted`() {
    let path = "/beta/deviceAppManagement/iosManagedAppProtections"
    let order = AdminOrder.policy(
      "baseline",
      PolicyChange(
        settings: [.init("pinRequired", true)], groups: ["staff"], isDeleted: true))
    #expect(
      commands(item(order, answering: list)) == [
        #"admin {"method":"GET","path":"\#(path)","body":null}"#,
        #"admin {"method":"PATCH","path":"\#(path)/p1","body":{"pinRequired":true}}"#,
        ##"admin {"method":"POST","path":"\##(path)/p1/assign","body":{"assignments":[{"target":{"@odata.type":"#microsoft.graph.groupAssignmentTarget","groupId":"staff"}}]}}"##,
        #"admin {"method":"DELETE","path":"\#(path)/p1","body":null}"#,
      ])
  }

  @Test func `the settings of a configuration are a list of names and values`() {
    let path = "/beta/deviceAppManagement/targetedManagedAppConfigurations"
    let order = AdminOrder.configuration(
      "baseline", PolicyChange(settings: [.init("greeting", "hello")]))
    #expect(
      commands(item(order, answering: list)).last
        == #"admin {"method":"PATCH","path":"\#(path)/p1","body":{"customSettings":[{"name":"greeting","value":"hello"}]}}"#
    )
  }

  @Test func `what has no place in Graph is told to the service itself`() {
    #expect(
      commands(item(.user("ana", [.licensed(false)])))
        == [#"user {"name":"ana","licensed":false}"#])
    #expect(
      commands(item(.tenant("contoso", [.enabled(false)])))
        == [#"tenant {"name":"contoso","enabled":false}"#])
    #expect(
      commands(item(.registration(user: "ana", app: "one", .gone)))
        == [#"registration {"identity":"ana","bundleId":"com.example.one","set":"gone"}"#])
  }

  @Test func `a policy that there is not makes the step impossible`() throws {
    let problem = try #require(
      item(.policy("none", PolicyChange()), answering: list).run()?.problem)
    #expect(problem.code == .impossibleStep)
    #expect(problem.message == "the service has no policy or configuration \"none\"")
  }

  @Test func `an order that the service refuses ends the case with its answer`() throws {
    let problem = try #require(
      item(
        .graph(GraphOrder(.patch, "/beta/x")),
        answering: ["status": 404, "body": ["error": "gone"]]
      ).run()?.problem)
    #expect(problem.code == .service)
    #expect(problem.message == #"PATCH /beta/x was answered with 404: {"error":"gone"}"#)
  }
}
