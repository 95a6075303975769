/** A whole number of so many digits that doubles may merge it with another. */
const fewestDigits = 16
const largeWhole = /^\s*[+-]?\d{16,}\s*$/

/** Notes whether whole numbers beyond 2^53 become equal to others when they are rounded to doubles. */
export class MergedNumbers {
  /** Whether two different ones have the same double. */
  areMerged = false
  /** One text for each double. */
  readonly #wholes = new Map<number, string>()

  add(cell: string | null): void {
    if (cell === null || this.areMerged || cell.length < fewestDigits || !largeWhole.test(cell)) return
    const number = Number(cell)
    if (Number.isSafeInteger(number)) return
    const first = this.#wholes.get(number)
    if (first === undefined) this.#wholes.set(number, cell)
    else if (first !== cell) this.areMerged = wholeOf(first) !== wholeOf(cell)
  }
}

function wholeOf(cell: string): bigint {
  return BigInt(cell.trim().replace('+', ''))
}
