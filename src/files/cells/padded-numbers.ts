import { isPadded } from './text-cells.ts'

/** More of the cells than this are codes. */
const mostTypos = 0.02
/** So many different numbers that start with 0 are looked at, and so many others for one that is the same without it. */
const [mostKept, mostPlain] = [20, 100_000]

/** Names of codes, keys, telephones, times and dates. */
const ofCodes =
  /zip|post|plz|insee|istat|\bags\b|sire[nt]|tel|phone|fono|ean|gtin|sku|isbn|cod|naics|sic|(?:^|[^\p{L}])(?:cap|cp|nr|no|id|key|time|hora|heure|uhr|date|fecha|datum|data)(?:$|[^\p{L}])/iu

/** Notes whole numbers that start with 0, and how long those without are: codes of one length have it for that. */
export class PaddedNumbers {
  #cells = 0
  #shortest = Infinity
  #shortestOther = Infinity
  #example = ''
  /** How many of the others have each length, and the different numbers of both kinds. */
  readonly #lengths = new Map<number, number>()
  readonly #padded = new Set<string>()
  readonly #plain = new Set<string>()
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  /** Adds a cell that occurs `count` times; says whether it starts with 0. */
  add(cell: string, count: number): boolean {
    const text = cell.trim()
    if (!isPadded(cell)) {
      if (/^[1-9]\d*$/.test(text)) this.#addPlain(text, count)
      return false
    }
    this.#cells += count
    if (text.length < this.#shortest) this.#example = text
    this.#shortest = Math.min(this.#shortest, text.length)
    if (this.#padded.size <= mostKept) this.#padded.add(text)
    return true
  }

  #addPlain(text: string, count: number): void {
    this.#shortestOther = Math.min(this.#shortestOther, text.length)
    this.#lengths.set(text.length, (this.#lengths.get(text.length) ?? 0) + count)
    if (this.#plain.size < mostPlain) this.#plain.add(text)
  }

  /** Whether most others are as long as one that starts with 0, or one is the same without it. */
  get #areCodes(): boolean {
    const [usual] = [...this.#lengths].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])
    return [...this.#padded].some((text) => {
      const number = text.replace(/^0+/, '')
      return number !== '' && (text.length === usual || this.#plain.has(number))
    })
  }

  /**
   * The shortest cell that starts with 0, if so few of `present` do, and others are shorter, that these are
   * numbers typed oddly; else `null`.
   */
  typoAmong(present: number): string | null {
    const areFew = this.#cells > 0 && this.#cells <= mostTypos * present
    const mayBe = areFew && this.#shortestOther < this.#shortest && this.#padded.size <= mostKept
    return mayBe && !ofCodes.test(this.#name) && !this.#areCodes ? this.#example : null
  }
}
