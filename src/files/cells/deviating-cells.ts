import { earlier, is } from './cell-properties.ts'
import type { Property } from './cell-properties.ts'
import type { DeviatingCells, PlacedCell } from './detected-format.ts'
import type { OtherTexts } from './other-texts.ts'

/**
 * How many cells are numbers and times, certain ones and all, and the first cell that lacks each property.
 */
export function readingsOf(
  { noNumber, notPlain, noTime }: Partial<Record<Property, PlacedCell>>,
  {
    numbers: { plain, likely, doubtful },
    times,
  }: {
    readonly numbers: { readonly plain: number; readonly likely: number; readonly doubtful: number }
    readonly times: { readonly certain: number; readonly doubtful: number }
  },
): readonly Reading[] {
  const oddness = noNumber ? 'noNumber' : 'notPlain'
  return [
    { kind: 'numbers', cells: plain, oddness: 'notPlain', other: notPlain },
    { kind: 'numbers', cells: likely, oddness, other: noNumber ?? notPlain },
    { kind: 'dates or times', cells: times.certain, oddness: 'noTime', other: noTime },
    { kind: 'dates or times', cells: times.doubtful, oddness: 'noTime', other: noTime },
    { kind: 'numbers', cells: doubtful, oddness: 'noNumber', other: noNumber },
  ]
}

/** One reading of a column: how many cells it reads, and the first that it does not read. */
interface Reading {
  readonly kind: DeviatingCells['kind']
  readonly cells: number
  readonly oddness: Oddness
  readonly other: PlacedCell | undefined
}

/** What is known of a column whose cells are not all of one kind. */
interface MixedColumn {
  readonly present: number
  /** Cells of words that most cells are, beside values of one kind. */
  readonly words: number
  /** The first word that is missing once all others are numbers or times. */
  readonly word: PlacedCell | undefined
  readonly others: OtherTexts
  readonly odd: OddTexts
}

/**
 * The cells that deviate under the first reading that reads most cells, or all but some words; `null` if none
 * does.
 */
export function deviatingFrom(
  readings: readonly Reading[],
  { present, words: most, word, others, odd }: MixedColumn,
): DeviatingCells | null {
  for (const { kind, cells, oddness, other } of readings) {
    const count = present - cells
    const first = earlier(other, word)
    // A word that is missing among numbers is no other text, however many cells have it.
    const different = count - others.missingCells
    const areWords = most > 0 && different === most
    const areFew = different > 0 ? different * 2 < present - others.missingCells : count * 2 < present
    if (!first || count <= 0 || !(areFew || areWords)) continue
    const rest =
      present - Math.max(...readings.filter((reading) => reading.kind === kind).map(({ cells }) => cells))
    const words = rest > 0 ? others.wordsOf(rest, first.row) : null
    return { kind, present, count, first, words, odd: odd.of(oddness) ?? odd.of('noNumber') }
  }
  return null
}

/** A number of cells if they are three quarters or more of all, else 0. */
export function ifMost(cells: number, present: number): number {
  return cells * 4 >= present * 3 ? cells : 0
}

/** More different texts are not named. */
const mostNamed = 5

/** The properties by which a cell deviates from the rest of its column. */
type Oddness = 'notPlain' | 'noNumber' | 'noTime'
const kinds = ['notPlain', 'noNumber', 'noTime'] as const

/** Keeps which texts deviate from numbers or times, as long as they are few. */
export class OddTexts {
  readonly #texts: Record<Oddness, Map<string, number> | null> = {
    notPlain: new Map(),
    noNumber: new Map(),
    noTime: new Map(),
  }
  #open = is.notPlain | is.noNumber | is.noTime

  /** Adds a text with its properties, which occurs `count` times. */
  add(text: string, count: number, bits: number): void {
    if ((bits & this.#open) === 0) return
    for (const kind of kinds) {
      const texts = this.#texts[kind]
      if (!texts || (bits & is[kind]) === 0) continue
      const key = text.trim()
      texts.set(key, (texts.get(key) ?? 0) + count)
      if (texts.size <= mostNamed) continue
      this.#texts[kind] = null
      this.#open &= ~is[kind]
    }
  }

  /** The texts with their counts; `null` if they are many. */
  of(kind: Oddness): ReadonlyMap<string, number> | null {
    return this.#texts[kind]
  }
}
