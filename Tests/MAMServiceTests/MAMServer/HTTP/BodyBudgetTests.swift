import Testing

@testable import MAMServer

@Suite struct BodyBudgetTests {
  @Test func `there is room for so much and no more`() {
    let budget = BodyBudget()
    #expect(budget.take(BodyBudget.maximum))
    #expect(!budget.take(1))
    budget.give(10)
    #expect(!budget.take(11))
    #expect(budget.take(10))
    #expect(budget.used == BodyBudget.maximum)
  }
}
