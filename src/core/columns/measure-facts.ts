import type { Measure, NotedNumber } from './number-notations.ts'

/** Lengths of time with a colon, minutes and seconds, feet and inches, stones and pounds, numbers behind a sign or a word. */
export type MeasureKind =
  'clock-lengths' | 'minutes-and-seconds' | 'feet-and-inches' | 'stones-and-pounds' | 'marked-numbers'

const measures: ReadonlySet<string> = new Set<Measure>(['clock', 'feet', 'stones', 'marked'])
/** A column has at least so many different ones. */
const fewest = 3

/** Notes cells that are a length of time, a height or a weight in two units, or a number behind a mark. */
export class MeasureFacts {
  readonly #cells = new Map<string, number>()
  readonly #texts = new Set<string>()
  #example = ''
  /** Whether inches would be more than a foot: they are seconds. */
  #areSeconds = false
  /** Whether some lengths have three parts, and whether two parts are hours and minutes. */
  hasHours = false
  areHours = false

  /** Adds a cell; says whether it is such a measure. */
  add({ notation, parts: [first, second], side }: NotedNumber, cell: string, count: number): boolean {
    if (!measures.has(notation)) return false
    this.#cells.set(notation, (this.#cells.get(notation) ?? 0) + count)
    this.#example ||= cell.trim()
    if (this.#texts.size < fewest) this.#texts.add(cell.trim())
    if (notation === 'feet') this.#areSeconds ||= Number(second.replace(',', '.')) >= 12 || Number(first) > 9
    if (notation === 'clock') {
      this.hasHours ||= second.lastIndexOf(':') > 0
      this.areHours ||= /^(?:h|hrs?|std)$/i.test(side)
    }
    return true
  }

  get example(): string {
    return this.#example
  }

  /** What three quarters or more of `present` cells are; numbers without a mark may stand beside those with one. */
  kindOf(present: number, plain: number): MeasureKind | null {
    if (this.#cells.size !== 1 || this.#texts.size < fewest) return null
    const [[notation, cells]] = this.#cells
    const all = notation === 'marked' ? cells + plain : cells
    if (all * 4 < present * 3) return null
    if (notation === 'feet') return this.#areSeconds ? 'minutes-and-seconds' : 'feet-and-inches'
    return notation === 'clock'
      ? 'clock-lengths'
      : notation === 'stones'
        ? 'stones-and-pounds'
        : 'marked-numbers'
  }
}
