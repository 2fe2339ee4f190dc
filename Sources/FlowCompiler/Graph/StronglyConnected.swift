/// The strongly connected components of a graph (Tarjan 1972), without recursion.
///
/// Components come in reverse topological order: a component's successors are in components before it. The nodes of each
/// are in ascending order.
func stronglyConnected(_ count: Int, successors: (Int) -> some Collection<Int>) -> [[Int]] {
  var number = [Int](repeating: -1, count: count)
  var low = [Int](repeating: 0, count: count)
  var isOpen = [Bool](repeating: false, count: count)
  var open: [Int] = []
  var components: [[Int]] = []
  var next = 0
  var work: [(node: Int, successors: [Int], position: Int)] = []
  func enter(_ node: Int) {
    number[node] = next
    low[node] = next
    next += 1
    open.append(node)
    isOpen[node] = true
    work.append((node, Array(successors(node)), 0))
  }
  for root in 0..<count where number[root] < 0 {
    enter(root)
    while let frame = work.last {
      if frame.position < frame.successors.count {
        work[work.count - 1].position += 1
        let target = frame.successors[frame.position]
        if number[target] < 0 {
          enter(target)
        } else if isOpen[target] {
          low[frame.node] = min(low[frame.node], number[target])
        }
        continue
      }
      work.removeLast()
      if let parent = work.last?.node { low[parent] = min(low[parent], low[frame.node]) }
      guard low[frame.node] == number[frame.node] else { continue }
      var component: [Int] = []
      while let node = open.popLast() {
        isOpen[node] = false
        component.append(node)
        if node == frame.node { break }
      }
      components.append(component.sorted())
    }
  }
  return components
}
