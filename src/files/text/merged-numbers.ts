/** A whole number of so many digits that doubles may merge it with another. */
const largeWhole = /^\s*[+-]?\d{16,}\s*$/

/** Notes whether whole numbers beyond 2^53 become equal to others when they are rounded to doubles. */
export class MergedNumbers {
  /** Whether two different ones have the same double. */
  areMerged = false
  readonly #wholes = new Map<number, bigint>()

  add(cell: string | null): void {
    if (cell === null || this.areMerged || !largeWhole.test(cell)) return
    const number = Number(cell)
    if (Number.isSafeInteger(number)) return
    const whole = BigInt(cell.trim().replace('+', ''))
    const first = this.#wholes.get(number) ?? whole
    this.#wholes.set(number, first)
    this.areMerged = first !== whole
  }
}
