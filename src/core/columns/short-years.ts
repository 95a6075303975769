import { firstShortYear } from './time-texts.ts'

/** Dates of two-digit years are not later, if other years are as close together. */
const latest = 2035

/** Which years of two digits a column has. */
export class ShortYears {
  readonly #has = new Uint8Array(100)

  add(year: number): void {
    this.#has[year] = 1
  }

  get distinct(): number {
    return this.#has.reduce((sum, has) => sum + has, 0)
  }

  has(year: number): boolean {
    return this.#has[year] === 1
  }

  /**
   * The first of the hundred years that they are among. It is 1969, as in POSIX. If that makes some of them later than
   * 2035, they are the latest years up to 2035 that lie as close together as they can: after the longest run of
   * years that none of them has, the hundred years begin.
   */
  get from(): number {
    const years = [...this.#has.keys()].filter((year) => this.#has[year])
    if (!years.some((year) => year < firstShortYear - 1900 && year > latest - 2000)) return firstShortYear
    const gapBefore = (i: number) =>
      i === 0 ? years[0] + 100 - years[years.length - 1] : years[i] - years[i - 1]
    const first = years.reduce((best, _, i) => (gapBefore(i) > gapBefore(best) ? i : best), 0)
    const last = years[(first + years.length - 1) % years.length]
    const span = (((last - years[first]) % 100) + 100) % 100
    return years[first] + (2000 + years[first] + span > latest ? 1900 : 2000)
  }
}
