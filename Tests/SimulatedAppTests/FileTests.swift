import JSONText
import StepProtocol
import Testing

@testable import SimulatedApp

@Suite struct FileTests {
  @Test func `files belong to the identity at work, and to nobody without one`() {
    let fixture = HostFixture()
    fixture.launch()
    fixture.file("create", "notes/a.txt")
    #expect(fixture.file("owner", "notes/a.txt").result == .null)
    #expect(fixture.file("read", "notes/a.txt").result == "notes/a.txt\n")
    fixture.send(.tokens, ["do": "signIn", "identity": "ana@contoso.com"])
    fixture.call("registerAndEnrollAccount", "ana@contoso.com")
    fixture.file("create", "b.txt")
    #expect(fixture.file("owner", "b.txt").result == "ana@contoso.com")
    fixture.file("append", "notes/a.txt")
    #expect(fixture.file("owner", "notes/a.txt").result == .null)
    fixture.file("truncate", "notes/a.txt")
    #expect(fixture.file("owner", "notes/a.txt").result == "ana@contoso.com")
    #expect(fixture.send(.file, ["do": "list"]).result == ["b.txt", "notes/a.txt"])
  }

  @Test func `a renamed file keeps its owner, a copy gets the copier's`() {
    let fixture = HostFixture()
    fixture.settings = ["MultiIdentity": true]
    fixture.launch()
    func work(as identity: JSON) {
      fixture.call("setCurrentThreadIdentity", nil, ["identity": identity, "thread": "worker"])
    }
    work(as: "ana@contoso.com")
    fixture.file("create", "a", ["thread": "worker"])
    work(as: "ben@fabrikam.com")
    fixture.file("rename", "a", ["to": "b", "thread": "worker"])
    fixture.file("copy", "b", ["to": "sub/c", "thread": "worker"])
    #expect(fixture.file("owner", "b").result == "ana@contoso.com")
    #expect(fixture.file("owner", "sub/c").result == "ben@fabrikam.com")
    #expect(fixture.file("exists", "a").result == false)
    fixture.file("delete", "b")
    #expect(fixture.file("exists", "b").result == false)
    #expect(fixture.file("owner", "b").result == .null)
  }

  @Test func `a wipe takes the user's files everywhere and leaves all others`() {
    let fixture = HostFixture.enrolled()
    fixture.call("setCurrentThreadIdentity", nil, ["identity": "", "thread": "private"])
    fixture.file("create", "deep/in/a")
    fixture.file("create", "shared", ["folder": "group:group1"])
    fixture.file("create", "elsewhere", ["folder": "group:other"])
    fixture.file("create", "mine", ["thread": "private"])
    fixture.call("deRegisterAndUnenrollAccount", "ANA@contoso.com", ["doWipe": true])
    #expect(fixture.send(.file, ["do": "list"]).result == ["mine"])
    #expect(fixture.send(.file, ["do": "list", "folder": "group:group1"]).result == [])
    #expect(
      fixture.send(.file, ["do": "list", "folder": "group:other"]).result == ["elsewhere"])
  }

  @Test func `an app that answers TRUE keeps its files`() {
    let fixture = HostFixture.enrolled()
    fixture.file("create", "a")
    fixture.send(.answers, ["wipeDataForAccount": true])
    let reply = fixture.call("deRegisterAndUnenrollAccount", "ana@contoso.com", ["doWipe": true])
    #expect(reply.events[0].fields["answered"] == true)
    #expect(fixture.send(.file, ["do": "list"]).result == ["a"])
  }

  @Test func `protection names the owner`() {
    let fixture = HostFixture.enrolled()
    fixture.file("create", "a")
    #expect(
      fixture.call("protectionInfo", nil, ["path": "a"]).result["identity"] == "ana@contoso.com")
    fixture.call("protect", "", ["path": "a"])
    #expect(fixture.call("protectionInfo", nil, ["path": "a"]).result == .null)
    // A missing path has no owner (FIL-009).
    let missing = fixture.call("protectionInfo", nil, ["path": "none"])
    #expect(missing.failure == nil && missing.result == .null)
  }
}
