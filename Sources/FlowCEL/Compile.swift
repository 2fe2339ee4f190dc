public import FlowExpression

extension CompiledExpression {
  /// Parses, checks and folds an expression. `expecting` is the type its place demands, nil where any will do; `dyn`
  /// passes and is checked when it runs. A failure holds all problems: the first syntax error, or everything the checker
  /// finds.
  public static func compile(
    _ text: String, in environment: ExpressionEnvironment, expecting: ValueType? = nil
  ) -> Result<CompiledExpression, ExpressionProblems> {
    compile(text, in: environment, expecting: expecting, checked: true)
  }

  /// Without `checked`, names, functions and types are looked at only when the expression runs.
  package static func compile(
    _ text: String, in environment: ExpressionEnvironment, expecting: ValueType?, checked: Bool
  ) -> Result<CompiledExpression, ExpressionProblems> {
    let syntax: Syntax
    do {
      syntax = try Parser.parse(text)
    } catch {
      return .failure(ExpressionProblems(error))
    }
    var checker = Checker(syntax, of: text, environment, checked: checked)
    let type = checker.check(expecting: expecting)
    if let problems = ExpressionProblems(checker.problems) { return .failure(problems) }
    let facts = checker.facts
    var lowering = Lowering(syntax, facts)
    lowering.run()
    var collector = ReadCollector(syntax, facts)
    collector.run()
    return .success(
      CompiledExpression(
        code: lowering.code, type: type, reads: collector.reads, tests: collector.tests,
        logic: Logic(syntax, facts)))
  }
}
