/* Lengths of time in words, in English, German, French, Italian and Spanish: `half an hour`, `due ore e mezza`. */

/** The whole hours that words say. */
const numbers: ReadonlyMap<string, number> = new Map(
  [
    "a an one un une un' una ein eine einer",
    'two zwei deux due dos',
    'three drei trois tre tres',
    'four vier quatre quattro cuatro',
    'five funf cinq cinque cinco',
    'six sechs six sei seis',
  ].flatMap((words, i) => words.split(' ').map((word) => [word, i + 1] as const)),
)

const hour = String.raw`(?:hours?|hrs?|stunden?|heures?|or[ae]|horas?)\.?`
/** Half an hour, and one and a half, in minutes. */
const partsOfHour: readonly (readonly [RegExp, number])[] = [
  [
    /^(?:(?:an? )?half(?: an?)?[ -]hour|(?:une )?demi[ -]?heure|mezz(?:'|a )ora|media hora|(?:eine )?halbe stunde)$/,
    30,
  ],
  [/^(?:anderthalb|eineinhalb) stunden$|^hora y media$/, 90],
]
const halves: readonly RegExp[] = [
  new RegExp(`^(.+?) ?${hour} (?:and a half|et demie?|e mezz[ao]|y media)$`),
  new RegExp(`^(.+?) and a half ${hour}$`),
  /^(\p{L}+?)einhalb stunden$/u,
]
const wholes = new RegExp(`^(.+?) ?${hour}$`)

/** Texts without one of these are none: most end here. */
const mayBeDuration = /hour|hrs?\b|stunde|heure|\bor[ae]\b|horas?\b|mezz['’]?ora/i
const mostCharacters = 32

/** A length of time in words as one in digits, such as `30 min` for `half an hour` and `2 h` for `two hours`. */
export function durationInDigits(cell: string): string | null {
  if (cell.length > mostCharacters || !mayBeDuration.test(cell)) return null
  const text = cell
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[’´`]/g, "'")
    .replace(/\s+/g, ' ')
    .toLowerCase()
  const part = partsOfHour.find(([words]) => words.test(text))
  if (part) return part[1] > 60 ? `1 h ${part[1] - 60} min` : `${part[1]} min`
  for (const words of halves) {
    const hours = hoursOf(words.exec(text)?.[1])
    if (hours !== null) return `${hours} h 30 min`
  }
  const found = wholes.exec(text)
  // Digits with a unit are read without this.
  const hours = found && !/\d/.test(found[1]) ? hoursOf(found[1]) : null
  return hours === null ? null : `${hours} h`
}

function hoursOf(words: string | undefined): number | null {
  if (words === undefined) return null
  const word = words.trim()
  return /^\d{1,3}$/.test(word) ? Number(word) : (numbers.get(word) ?? null)
}
