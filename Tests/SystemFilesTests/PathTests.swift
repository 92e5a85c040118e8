import Glibc
import SystemFiles
import Testing

@Suite struct PathTests {
  @Test(arguments: [
    ("a/b", "a"), ("/a/b/", "/a"), ("/a", "/"), ("a", "."), ("/", "/"), ("a/", "."), ("./a", "."),
  ])
  func `every path lies in a folder`(path: String, parent: String) {
    #expect(Path.parent(of: path) == parent)
  }

  @Test func `the name is the last part`() {
    #expect(Path.name(of: "/a/b.c") == "b.c")
    #expect(Path.name(of: "a/b/") == "b")
    #expect(Path.name(of: "/") == "/")
  }

  @Test func `a path leads to a folder, a file, something else or nowhere`() throws {
    try inFolder { folder in
      let file = "\(folder)/file"
      try WholeFile.replace(file, with: [])
      #expect(Path.kind(of: folder) == .folder)
      #expect(Path.kind(of: file) == .regularFile)
      #expect(Path.kind(of: "/dev/null") == .other)
      #expect(Path.kind(of: "\(folder)/none") == nil)
      #expect(Path.exists(file) && !Path.exists("\(folder)/none"))
      #expect(Path.isFolder(folder) && !Path.isFolder(file))
    }
  }

  @Test func `a file is the same under each of its names, and none that is not there is`() throws {
    try inFolder { folder in
      for name in ["a", "b"] { try WholeFile.replace("\(folder)/\(name)", with: []) }
      #expect(link("\(folder)/a", "\(folder)/hard") == 0)
      #expect(symlink("a", "\(folder)/soft") == 0)
      for name in ["a", "hard", "soft", "./a"] {
        #expect(Path.isSame("\(folder)/\(name)", "\(folder)/a"))
        #expect(!Path.isSame("\(folder)/\(name)", "\(folder)/b"))
      }
      #expect(!Path.isSame("\(folder)/none", "\(folder)/none"))
    }
  }

  @Test func `links and dots are resolved as far as there is something`() throws {
    try inFolder { folder in
      let real = Path.resolved(folder)
      #expect(Path.resolved("\(folder)/../\(Path.name(of: folder))/.") == real)
      #expect(Path.resolved("\(folder)/none") == "\(folder)/none")
    }
  }
}
