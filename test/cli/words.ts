/** The words of a command, without its comment and the quotes around words. */
export function wordsOf(command: string): string[] {
  const words = command.replace(/ +# .*$/, '').match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}
