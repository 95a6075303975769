/** Which side of a limit a number is on: below it, above it, or neither. */
export type Bound = '<' | '>' | ''

/** Signs and words, in five languages, that make a limit of the number after them. */
const before: readonly (readonly [Exclude<Bound, ''>, RegExp])[] = [
  [
    '<',
    startsWith(
      '<=?|=<|≤|⩽|less than|fewer than|under|below|up to|at most|unter|weniger als|bis zu|bis|höchstens|moins de|jusqu.à|menos de|menor (?:de|a|que)|hasta|menos que|até|abaixo de|meno di|fino a|sotto i|minder dan|onder',
    ),
  ],
  [
    '>',
    startsWith(
      '>=?|=>|≥|⩾|more than|greater than|over|above|at least|über|mehr als|ab|mindestens|plus de|m[aá]s de|mayor (?:de|a|que)|maior (?:de|que)|mais de|mais que|acima de|più di|oltre|meer dan|boven',
    ),
  ],
]

/** The same behind the number. */
const after: readonly (readonly [Exclude<Bound, ''>, RegExp])[] = [
  [
    '<',
    endsWith(
      '(?:and|or) (?:under|below|less|fewer|younger)|(?:und|oder) (?:weniger|jünger)|(?:et|ou) moins|[yo] menos|(?:e|ou) menos|[eo] meno',
    ),
  ],
  [
    '>',
    endsWith(
      '(?:and|or|&) (?:over|above|up|more|older)|plus|(?:und|oder) (?:mehr|älter|darüber)|(?:et|ou) plus|[yo] más|(?:e|ou) mais|[eo] più|e oltre',
    ),
  ],
]

/** A word with a dash behind it is the start of a code, such as BIS-12. */
function startsWith(words: string): RegExp {
  return new RegExp(String.raw`^\s*(?:${words})(?![\p{L}]|(?<=\p{L})[-–−_/])\s*`, 'iu')
}

/** Two capitals are those of a code; `ab 100` is 100 or more. */
const isCode = /^\s*AB(?!\p{L})/u

/** The words at the end, or before a unit: 5 h or more, 5 or more times. */
function endsWith(words: string): RegExp {
  return new RegExp(String.raw`(?:^|\s)(?:${words})$|^(?:${words})\s+(\p{L}.*)$`, 'iu')
}

/** The limit that a text before digits makes of them, and the rest of the text. */
export function boundBefore(text: string): { readonly bound: Bound; readonly rest: string } {
  if (text !== '' && !isCode.test(text))
    for (const [bound, words] of before) {
      const found = words.exec(text)
      if (found) return { bound, rest: text.slice(found[0].length) }
    }
  return { bound: '', rest: text }
}

/** The limit that a text behind digits makes of them, such as `+`, and the rest of the text. */
export function boundAfter(text: string): { readonly bound: Bound; readonly rest: string } {
  if (text.startsWith('+')) return { bound: '>', rest: text.slice(1).trim() }
  if (text.endsWith('+')) return { bound: '>', rest: text.slice(0, -1).trim() }
  if (text !== '')
    for (const [bound, words] of after) {
      const found = words.exec(text)
      if (found) return { bound, rest: (found[1] ?? text.slice(0, found.index)).trim() }
    }
  return { bound: '', rest: text }
}
