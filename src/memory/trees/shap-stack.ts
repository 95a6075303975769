/** Rows that go through a tree together. */
export const rowsTogether = 16

/** What is known at each level of the way of some rows through a tree. */
export interface ShapStack {
  readonly levels: number
  /** The most points of integration, and outputs. */
  readonly width: number
  readonly lists: number
  readonly nodes: Int32Array
  /** How many children of the node were visited. */
  readonly turns: Uint8Array
  /**
   * For each row 0 if it goes left; whether it met the cuts of the column before; and what came of them at
   * the last child.
   */
  readonly sides: Uint8Array
  readonly before: Uint8Array
  readonly steps: Uint8Array
  /** The share of the column before. */
  readonly shares: Float64Array
  /** For each row and point the product over the columns of the path. */
  readonly products: Float64Array
  /** For each row, output and point the sum over the leaves below. */
  readonly below: Float64Array
  /**
   * For each point what a sum below is multiplied by: (o − z)/(t·o + (1 − t)·z) less that of the column
   * before.
   */
  readonly whenMet: Float64Array
  readonly whenMissed: Float64Array
}

/** A stack for so many levels, points and outputs: the given one where it is large enough. */
export function stackFor(given: ShapStack | null, levels: number, width: number, lists: number): ShapStack {
  if (given && levels <= given.levels && width <= given.width && lists <= given.lists) return given
  const [deep, wide, many] = [
    Math.max(levels, given?.levels ?? 0),
    Math.max(width, given?.width ?? 0),
    Math.max(lists, given?.lists ?? 0),
  ]
  return {
    levels: deep,
    width: wide,
    lists: many,
    nodes: new Int32Array(deep),
    turns: new Uint8Array(deep),
    sides: new Uint8Array(deep * rowsTogether),
    before: new Uint8Array(deep * rowsTogether),
    steps: new Uint8Array(deep * rowsTogether),
    shares: new Float64Array(deep),
    products: new Float64Array(deep * rowsTogether * wide),
    below: new Float64Array(deep * rowsTogether * wide * many),
    whenMet: new Float64Array(deep * wide),
    whenMissed: new Float64Array(deep * wide),
  }
}
