import Glibc

/// A figure beside its bar.
struct Row {
  let what: String
  let figure: String
  let bar: String
  let met: Bool?
  let note: String

  init(_ what: String, _ figure: String, bar: String = "", met: Bool? = nil, note: String = "") {
    self.what = what
    self.figure = figure
    self.bar = bar
    self.met = met
    self.note = note
  }
}

/// How long something takes, in seconds of the monotonic clock.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = now()
  try body()
  return now() - start
}

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The processor time that this process has used, in seconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Ends the run: what was measured did not do what it should.
func fatalFlow(_ what: String = "a measured flow went wrong") -> Never {
  print("bench: \(what)")
  exit(1)
}

extension [Double] {
  var median: Double { sorted()[count / 2] }
}

extension Double {
  func rounded(_ digits: Int) -> Double {
    let scale = pow(10, Double(digits))
    return (self * scale).rounded() / scale
  }
}

func millions(_ perSecond: Double) -> String { "\((perSecond / 1e6).rounded(1)) million/s" }
func milliseconds(_ seconds: Double) -> String { "\((seconds * 1e3).rounded(1)) ms" }
func microseconds(_ seconds: Double) -> String { "\((seconds * 1e6).rounded(2)) µs" }
func rate(_ perSecond: Double) -> String { "\(Int(perSecond.rounded())) /s" }
