/** The cells of a column that are written in sparse rows, beside the heap of Node. */
export class SparseCells {
  #rows = new Uint32Array(4)
  #values = new Float64Array(4)
  #count = 0

  add(row: number, value: number): void {
    if (this.#count === this.#rows.length) {
      const [rows, values] = [this.#rows, this.#values]
      this.#rows = new Uint32Array(2 * this.#count)
      this.#rows.set(rows)
      this.#values = new Float64Array(2 * this.#count)
      this.#values.set(values)
    }
    this.#rows[this.#count] = row
    this.#values[this.#count++] = value
  }

  /** The values of all rows: 0 where none is written. */
  dense(rows: number): Float64Array {
    const all = new Float64Array(rows)
    for (let cell = 0; cell < this.#count; cell++) all[this.#rows[cell]] = this.#values[cell]
    return all
  }
}
