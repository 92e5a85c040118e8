import Testing

extension DebugProgramTests {
  @Test func `Ctrl-C at the prompt gives up the line, and not the session`() throws {
    try inExample { folder in
      let tmux = try Tmux(folder: folder, command: command(["tenant-later.yaml"]))
      defer { tmux.end() }
      try tmux.wait(for: "(debug)", count: 1)
      try tmux.type("next")
      try tmux.wait(for: "(debug)", count: 2)
      try tmux.keys(["-l", "goto en"])
      try tmux.wait(for: "goto en", count: 1)
      try tmux.keys(["C-c"])
      try tmux.wait(for: "(debug)", count: 3)
      try tmux.keys(["C-c"])
      try tmux.wait(for: "(debug)", count: 4)
      try tmux.type("info deadlines")
      try tmux.wait(for: "no deadline", count: 1)
      #expect(try tmux.screen().contains("(debug) goto en^C"))
    }
  }
}
