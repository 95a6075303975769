import { firstShortYear } from './day-numbers.ts'

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
   * 2035, they are years up to 2035 that lie as close together as they can.
   */
  get from(): number {
    const years = [...this.#has.keys()].filter((year) => this.#has[year])
    if (!years.some((year) => year < firstShortYear - 1900 && year > latest - 2000)) return firstShortYear
    let best = { first: 1900 + years[0], span: 100 }
    years.forEach((year, i) => {
      const last = years[(i + years.length - 1) % years.length]
      const span = (last - year + 100) % 100
      const first = year + (2000 + year + span > latest ? 1900 : 2000)
      if (first + span <= latest && span < best.span) best = { first, span }
    })
    return best.first
  }
}
