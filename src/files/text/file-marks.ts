import { remedy } from '#core'
import type { Remedy } from '#core'
import type { ColumnMarks } from '../cells/detected-format.ts'

export type Mark = '.' | ','

/** A column with the decimal marks of its numbers. */
interface Marked {
  readonly marks: ColumnMarks
}

export const markNames = { '.': 'point', ',': 'comma' } as const
export const otherMark = { '.': ',', ',': '.' } as const

/** A mark is that of a text if so many times more columns show it than the other. */
const mostOthers = 2

/** The decimal marks that the columns of a text show together. */
export class FileMarks {
  readonly #shown: ReadonlySet<Mark>
  /** How many columns show one mark only. */
  readonly #columns: Readonly<Record<Mark, number>>

  constructor(readers: readonly Marked[]) {
    this.#shown = new Set(readers.flatMap(({ marks }) => marks.shown))
    const only = (mark: Mark) => readers.filter(({ marks }) => marks.shown.join('') === mark).length
    this.#columns = { '.': only('.'), ',': only(',') }
  }

  /** The mark that all columns show, or most of those that show one only; `null` if there is none. */
  get #usual(): Mark | null {
    const [mark, ...more] = this.#shown
    if (mark === undefined || more.length === 0) return mark ?? null
    const isUsual = (one: Mark) => this.#columns[one] > mostOthers * this.#columns[otherMark[one]]
    return (['.', ','] as const).find(isUsual) ?? null
  }

  /** Whether some column has this decimal mark for certain. */
  has(mark: Mark): boolean {
    return this.#shown.has(mark)
  }

  /**
   * The decimal mark that decides columns which leave it open: that of the other columns, or the one by which
   * thousands are separated.
   */
  remedyFor([first]: readonly Marked[]): Remedy {
    const mark = this.#usual
    if (mark !== null)
      return remedy({ decimal: mark }, `other columns have a decimal ${markNames[mark]}`, null, true)
    const { doubtful } = first.marks
    const separator = doubtful ? markNames[doubtful] : 'mark'
    return remedy(
      { decimal: doubtful ? otherMark[doubtful] : '.' },
      `the ${separator} may separate thousands`,
      null,
      true,
    )
  }
}
