/** A Fenwick tree: prefix sums over places, updated and read in log n steps. */
export class Fenwick {
  readonly #sums: Float64Array

  constructor(places: number) {
    this.#sums = new Float64Array(places + 1)
  }

  add(place: number, weight: number): void {
    for (let i = place + 1; i < this.#sums.length; i += i & -i) this.#sums[i] += weight
  }

  sumBelow(place: number): number {
    let sum = 0
    for (let i = place; i > 0; i -= i & -i) sum += this.#sums[i]
    return sum
  }
}
