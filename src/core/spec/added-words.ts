/** Whether words for missing values are added to the usual ones: the first starts with `+`. */
export function areAdded(words: readonly string[]): boolean {
  return words[0]?.startsWith('+') ?? false
}

/**
 * The words themselves; of added ones each may start with `+`, and one that has a plus of its own with `++`.
 */
export function plainWords(words: readonly string[]): readonly string[] {
  return areAdded(words) ? words.map((word) => (word.startsWith('+') ? word.slice(1) : word)) : words
}

/** The option that adds words to the usual ones. */
export function addedWords(words: readonly string[]): readonly string[] {
  return words.map((word, i) => (i === 0 || word.startsWith('+') ? `+${word}` : word))
}
