import Testing
import VirtualTime

@Suite struct TimerHeapTests {
  private func deadline(_ time: Int, _ kind: DeadlineClass, _ participant: Int, _ sequence: Int)
    -> Deadline
  {
    Deadline(
      instant: VirtualInstant(milliseconds: time), kind: kind, participant: participant,
      sequence: sequence)
  }

  @Test func `deadlines come in the order of instant, class, participant and sequence`() {
    let ordered = [
      deadline(1, .wake, 9, 7), deadline(2, .response, 5, 6), deadline(2, .wake, 0, 5),
      deadline(2, .wake, 1, 3), deadline(2, .wake, 1, 4), deadline(3, .response, 0, 1),
    ]
    var heap = TimerHeap()
    for deadline in [ordered[4], ordered[1], ordered[5], ordered[0], ordered[3], ordered[2]] {
      heap.insert(deadline)
    }
    var taken: [Deadline] = []
    while let next = heap.next(where: { _ in true }) {
      taken.append(next)
      heap.removeFirst()
    }
    #expect(taken == ordered)
  }

  @Test func `stale deadlines are dropped`() {
    var heap = TimerHeap()
    for time in 1...1000 { heap.insert(deadline(time, .wake, time % 7, time)) }
    #expect(heap.next { $0.instant.milliseconds > 990 }?.instant.milliseconds == 991)
    #expect(heap.count == 10)
  }

  @Test func `a large heap gives back everything in order`() {
    var heap = TimerHeap()
    var value = 1
    for sequence in 0..<5000 {
      value = value * 48_271 % 2_147_483_647
      heap.insert(deadline(value % 1000, .wake, 0, sequence))
    }
    var last = deadline(-1, .response, 0, 0)
    var count = 0
    while let next = heap.next(where: { _ in true }) {
      #expect(last < next)
      last = next
      heap.removeFirst()
      count += 1
    }
    #expect(count == 5000)
  }

  @Test func `removing from an empty heap does nothing`() {
    var heap = TimerHeap()
    heap.removeFirst()
    #expect(heap.next { _ in true } == nil)
  }
}
