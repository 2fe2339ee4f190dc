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
  // The successors of the open nodes lie behind each other in one array.
  var targets: [Int] = []
  var work: [(node: Int, first: Int, end: Int, next: Int)] = []
  func enter(_ node: Int) {
    number[node] = next
    low[node] = next
    next += 1
    open.append(node)
    isOpen[node] = true
    let first = targets.count
    targets.append(contentsOf: successors(node))
    work.append((node, first, targets.count, first))
  }
  for root in 0..<count where number[root] < 0 {
    enter(root)
    while let frame = work.last {
      if frame.next < frame.end {
        work[work.count - 1].next += 1
        let target = targets[frame.next]
        if number[target] < 0 {
          enter(target)
        } else if isOpen[target] {
          low[frame.node] = min(low[frame.node], number[target])
        }
        continue
      }
      work.removeLast()
      targets.removeLast(frame.end - frame.first)
      if let parent = work.last?.node { low[parent] = min(low[parent], low[frame.node]) }
      guard low[frame.node] == number[frame.node] else { continue }
      var component: [Int] = []
      while let node = open.popLast() {
        isOpen[node] = false
        component.append(node)
        if node == frame.node { break }
      }
      if component.count > 1 { component.sort() }
      components.append(component)
    }
  }
  return components
}
