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

/** The decimal marks that the columns of a text show together. */
export class FileMarks {
  readonly #shown: ReadonlySet<Mark>

  constructor(readers: readonly Marked[]) {
    this.#shown = new Set(readers.flatMap(({ marks }) => marks.shown))
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
    const [mark, ...more] = this.#shown
    if (mark !== undefined && more.length === 0)
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
