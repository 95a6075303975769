/** The rows of a node, from one place of the lists to another. */
export interface NodeRows {
  /** Their places among the training rows. */
  readonly places: Int32Array
  readonly weights: Float64Array
  /** Of numbers the weight times the target; else the code of the class. */
  readonly targets: Float64Array
  readonly from: number
  readonly to: number
}

/** What the rows of a node sum to in each bin of a column. */
export interface Histogram {
  /** From `offset` on, for each bin the weight, then Σ y, or the weight of each class. */
  cells: Float64Array
  offset: number
  readonly width: number
  /** The bins that have rows, rising, without that of missing numbers; levels are put in order here. */
  readonly bins: Uint16Array
  count: number
  /** The bin of missing numbers; −1 where no row has one. Missing levels are one of the bins instead. */
  missing: number
  /** A bit for each bin that has rows, where they are few. */
  readonly marks: Int32Array
  /** Cells that are empty between columns. */
  readonly own: Float64Array
}

/** With more rows than this for each bin all bins are looked at. */
const denseRows = 2

/** An empty histogram of columns of at most so many levels. */
export function emptyHistogram(levels: number, width: number): Histogram {
  const own = new Float64Array((levels + 1) * width)
  return {
    cells: own,
    offset: 0,
    width,
    bins: new Uint16Array(levels + 1),
    count: 0,
    missing: -1,
    marks: new Int32Array((levels >> 5) + 1),
    own,
  }
}

/** Adds the rows of a node to cells. */
export function addRows(
  cells: Float64Array,
  offset: number,
  width: number,
  codes: Uint16Array,
  node: NodeRows,
): void {
  const { places, weights, targets, from, to } = node
  if (width === 2) {
    for (let i = from; i < to; i++) {
      const cell = offset + 2 * codes[places[i]]
      cells[cell] += weights[i]
      cells[cell + 1] += targets[i]
    }
    return
  }
  for (let i = from; i < to; i++) {
    const cell = offset + width * codes[places[i]]
    cells[cell] += weights[i]
    cells[cell + 1 + targets[i]] += weights[i]
  }
}

/** Adds the rows of a node to own cells, and marks the bins that have rows. */
function addMarkedRows({ own, width, marks }: Histogram, codes: Uint16Array, node: NodeRows): void {
  const { places, weights, targets, from, to } = node
  if (width === 2) {
    for (let i = from; i < to; i++) {
      const code = codes[places[i]]
      marks[code >> 5] |= 1 << (code & 31)
      own[2 * code] += weights[i]
      own[2 * code + 1] += targets[i]
    }
    return
  }
  for (let i = from; i < to; i++) {
    const code = codes[places[i]]
    const cell = width * code
    marks[code >> 5] |= 1 << (code & 31)
    own[cell] += weights[i]
    own[cell + 1 + targets[i]] += weights[i]
  }
}

/** Fills the own cells of a histogram, which are empty, with the rows of a node. */
export function fill(
  histogram: Histogram,
  codes: Uint16Array,
  node: NodeRows,
  levels: number,
  isOrdered: boolean,
): void {
  histogram.cells = histogram.own
  histogram.offset = 0
  if (node.to - node.from > denseRows * levels) {
    addRows(histogram.own, 0, histogram.width, codes, node)
    findBins(histogram, levels, isOrdered)
    return
  }
  const { marks, bins } = histogram
  addMarkedRows(histogram, codes, node)
  let count = 0
  for (let word = 0; word <= levels >> 5; word++) {
    let left = marks[word]
    marks[word] = 0
    for (; left !== 0; left &= left - 1) bins[count++] = (word << 5) | (31 - Math.clz32(left & -left))
  }
  setBins(histogram, count, levels, isOrdered)
}

/** Takes cells that are filled already. */
export function take(
  histogram: Histogram,
  cells: Float64Array,
  offset: number,
  levels: number,
  isOrdered: boolean,
): void {
  histogram.cells = cells
  histogram.offset = offset
  findBins(histogram, levels, isOrdered)
}

function findBins(histogram: Histogram, levels: number, isOrdered: boolean): void {
  const { cells, offset, width, bins } = histogram
  let count = 0
  for (let bin = 0; bin <= levels; bin++) if (cells[offset + bin * width] > 0) bins[count++] = bin
  setBins(histogram, count, levels, isOrdered)
}

function setBins(histogram: Histogram, count: number, levels: number, isOrdered: boolean): void {
  const hasMissing = isOrdered && count > 0 && histogram.bins[count - 1] === levels
  histogram.missing = hasMissing ? levels : -1
  histogram.count = hasMissing ? count - 1 : count
}

/** Empties the own cells. */
export function clear({ cells, own, width, bins, count, missing }: Histogram): void {
  if (cells !== own) return
  for (let i = 0; i < count; i++) clearBin(own, bins[i] * width, width)
  if (missing >= 0) clearBin(own, missing * width, width)
}

/** By a loop, because `fill` takes ten times as long for few numbers. */
function clearBin(cells: Float64Array, from: number, width: number): void {
  for (let cell = from; cell < from + width; cell++) cells[cell] = 0
}
