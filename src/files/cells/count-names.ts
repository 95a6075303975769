import { wordsOfName } from './time-names.ts'

/** What is counted, or says that something is, in English, German, French, Spanish and Italian. */
const counts = {
  any: new Set(
    'count counts anzahl cantidad quantity qty quantite quantita visits visitas besuche children hijos enfants kinder figli siblings events items'.split(
      ' ',
    ),
  ),
  first: new Set('n nb num'.split(' ')),
} as const

/** What has steps instead. */
const steps = new Set('stage grade rank class level step'.split(' '))

/** Whether the name of a column says that its numbers are counts: `visits`, `n_items`, `Anzahl Kinder`. */
export function namesCounts(column: string): boolean {
  const own = wordsOfName(column)
  if (own.some((word) => steps.has(word))) return false
  return own.some((word) => counts.any.has(word)) || (own.length > 1 && counts.first.has(own[0]))
}
