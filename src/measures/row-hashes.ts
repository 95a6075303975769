/** Hashes of the values of a column, or of several, in two parts of 32 bits, by row. */
export interface RowHashes {
  readonly first: Uint32Array
  readonly second: Uint32Array
}

/** Rows in groups of equal hashes, numbered in order of first appearance. */
export interface RowGroups {
  readonly groupOf: Int32Array
  readonly sizes: readonly number[]
}

/** Hashes of the values of one column; a missing value counts as a value. The number of the column changes them. */
export function hashesOf(values: Float64Array, number: number): RowHashes {
  const first = new Uint32Array(values.length)
  const second = new Uint32Array(values.length)
  const one = new Float64Array(1)
  const parts = new Uint32Array(one.buffer)
  const seed = mixed(number + 1)
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    // −0 is 0, and missing values have one hash whatever their bits are.
    one[0] = value === 0 ? 0 : value
    const [low, high] = Number.isNaN(value) ? [1, 0x7ff8_0000] : [parts[0], parts[1]]
    const start = mixed(low ^ seed)
    first[row] = mixed(start ^ high)
    second[row] = mixed(Math.imul(start, 0x9e37_79b1) + high)
  }
  return { first, second }
}

/** Hashes of rows over several columns: sums, from which those of one column can be taken. */
export function sumOfHashes(columns: readonly RowHashes[], rows: number): RowHashes {
  const [first, second] = [new Uint32Array(rows), new Uint32Array(rows)]
  for (const column of columns) {
    for (let row = 0; row < rows; row++) {
      first[row] += column.first[row]
      second[row] += column.second[row]
    }
  }
  return { first, second }
}

/** The hashes of rows without those of one of their columns. */
export function withoutHashes(all: RowHashes, one: RowHashes): RowHashes {
  return {
    first: all.first.map((hash, row) => hash - one.first[row]),
    second: all.second.map((hash, row) => hash - one.second[row]),
  }
}

/** Groups rows of equal hashes. */
export function groupRows({ first, second }: RowHashes): RowGroups {
  const rows = first.length
  let places = 1
  while (places < 2 * rows) places *= 2
  const rowAt = new Int32Array(places).fill(-1)
  const groupOf = new Int32Array(rows)
  const sizes: number[] = []
  for (let row = 0; row < rows; row++) {
    let place = first[row] & (places - 1)
    while (rowAt[place] >= 0 && (first[rowAt[place]] !== first[row] || second[rowAt[place]] !== second[row]))
      place = (place + 1) & (places - 1)
    if (rowAt[place] < 0) {
      rowAt[place] = row
      groupOf[row] = sizes.length
      sizes.push(1)
    } else {
      groupOf[row] = groupOf[rowAt[place]]
      sizes[groupOf[row]]++
    }
  }
  return { groupOf, sizes }
}

/** Spreads each bit over all bits (the last steps of MurmurHash3, Appleby 2011). */
function mixed(bits: number): number {
  let hash = bits
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return hash ^ (hash >>> 16)
}
