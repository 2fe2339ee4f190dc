import FlowModel
import Glibc

/// What is wrong with the commands of a tenant's functions, a sentence each: files of the tenant's folder that they name and
/// that are not there. A call would fail, and whoever signs up would be told that they are refused.
func missingPrograms(of table: FlowTable, in folder: String) -> [String] {
  table.functions.flatMap { function -> [String] in
    guard case .command(let words) = function.target else { return [] }
    return words.enumerated().filter { isFile($1, isProgram: $0 == 0) }.map(\.element).compactMap { word in
      access(word.hasPrefix("/") ? word : folder + "/" + word, F_OK) == 0
        ? nil : "the function \(function.name.quoted) runs \(word.quoted), which is not in \(folder.quoted)"
    }
  }
}

/// Whether a word of a command surely names a file: the program itself by a path, or what looks like a script.
private func isFile(_ word: String, isProgram: Bool) -> Bool {
  guard word.contains("/"), !word.hasPrefix("-"), !word.contains("://"), !word.contains(" ") else { return false }
  return isProgram || [".sh", ".py", ".js", ".mjs", ".rb", ".pl"].contains { word.hasSuffix($0) }
}
