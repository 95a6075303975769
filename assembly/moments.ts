import { Groups, gather, segmentAt, weightsOf } from './moments-groups'
import { Spread, centre, sumOfProducts } from './moments-spread'

/**
 * A block of rows of a member: the base, variables that members share, and the last variable, which is its
 * own.
 */
@unmanaged
export class Block {
  /** The number of variables of a member. */
  width: u32
  /** The bytes between the values of two variables. */
  stride: usize
  /** The values of each, centred class by class. */
  values: usize
  /** For each segment `width` spreads, then their co-moments, `width` × `width` numbers. */
  spreads: usize
  /** Space for `width` numbers. */
  shifts: usize
}

/** Moments of members by class, merged so far. All start as 0. */
@unmanaged
export class Cells {
  classes: u32
  /** For each member and class a number. */
  n: usize
  /** For each member and class `width` numbers. */
  mean: usize
  low: usize
  min: usize
  max: usize
  /** For each member and class `width` × `width` numbers. */
  comoment: usize
}

/**
 * Centres the base over the rows of a block. `columns` has the address of the values of each variable, by
 * row.
 */
export function centreBase(groupsAt: usize, blockAt: usize, columns: usize): void {
  const groups = changetype<Groups>(groupsAt)
  const block = changetype<Block>(blockAt)
  for (let i: u32 = 0; i + 1 < block.width; i++) {
    centreColumn(groups, block, i, load<usize>(columns + i * sizeof<usize>()))
    multiply(groups, block, i)
  }
}

/** Adds a block of one more column, with the base centred before, to the moments of a member. */
export function addBlock(groupsAt: usize, blockAt: usize, column: usize, cellsAt: usize, member: u32): void {
  const groups = changetype<Groups>(groupsAt)
  const block = changetype<Block>(blockAt)
  const cells = changetype<Cells>(cellsAt)
  centreColumn(groups, block, block.width - 1, column)
  multiply(groups, block, block.width - 1)
  for (let place: u32 = 0; place < groups.count; place++) {
    const segment = segmentAt(groups, place)
    merge(cells, member * cells.classes + segment.level, block, place, segment.n)
  }
}

/** Copies the values of a variable in the order of the groups, and centres them class by class. */
export function centreColumn(groups: Groups, block: Block, i: u32, column: usize): void {
  const values = block.values + i * block.stride
  if (groups.count == 0) return
  if (!groups.isWhole) gather(groups, column, values)
  else if (column != values) memory.copy(values, column, (<usize>segmentAt(groups, 0).end) << 3)
  for (let place: u32 = 0; place < groups.count; place++) {
    const segment = segmentAt(groups, place)
    const from = (<usize>segment.start) << 3
    const rows = <usize>(segment.end - segment.start)
    centre(values + from, rows, weightsOf(groups, segment), segment.n, spreadAt(block, place, i))
  }
}

/** Multiplies one variable with itself and with those before it. */
function multiply(groups: Groups, block: Block, i: u32): void {
  for (let place: u32 = 0; place < groups.count; place++) {
    const segment = segmentAt(groups, place)
    const from = (<usize>segment.start) << 3
    const rows = <usize>(segment.end - segment.start)
    const values = block.values + i * block.stride + from
    const spread = spreadAt(block, place, i)
    putProduct(block, place, i, i, spread.square)
    for (let j: u32 = 0; j < i; j++) {
      const sum = sumOfProducts(
        values,
        block.values + j * block.stride + from,
        rows,
        weightsOf(groups, segment),
      )
      putProduct(block, place, i, j, sum - segment.n * spread.low * spreadAt(block, place, j).low)
    }
  }
}

/** Merges the moments of a segment into a cell by the update of Chan, Golub and LeVeque (1983). */
function merge(cells: Cells, cell: usize, block: Block, place: u32, n: f64): void {
  const width: usize = block.width
  const before = load<f64>(cells.n + (cell << 3))
  const total = before + n
  store<f64>(cells.n + (cell << 3), total)
  const first = (cell * width) << 3
  for (let i: usize = 0; i < width; i++) {
    const at = first + (i << 3)
    store<f64>(
      block.shifts + (i << 3),
      mergeSpread(cells, at, spreadAt(block, place, <u32>i), before, n / total),
    )
  }
  const weight = before * (n / total)
  const sums = productsAt(block, place)
  const merged = cells.comoment + ((cell * width * width) << 3)
  for (let i: usize = 0; i < width; i++) {
    const shift = load<f64>(block.shifts + (i << 3)) * weight
    for (let j: usize = 0; j <= i; j++) {
      const here = (i * width + j) << 3
      let sum = load<f64>(sums + here)
      if (before > 0) sum += load<f64>(merged + here) + load<f64>(block.shifts + (j << 3)) * shift
      store<f64>(merged + here, sum)
      store<f64>(merged + ((j * width + i) << 3), sum)
    }
  }
}

/** Merges mean and range of one variable; returns the difference of the block's mean. */
export function mergeSpread(cells: Cells, at: usize, spread: Spread, before: f64, share: f64): f64 {
  if (before == 0) {
    store<f64>(cells.mean + at, spread.mean)
    store<f64>(cells.low + at, spread.low)
    store<f64>(cells.min + at, spread.min)
    store<f64>(cells.max + at, spread.max)
    return 0
  }
  const old = load<f64>(cells.mean + at)
  const low = load<f64>(cells.low + at)
  const shift = spread.mean - old + (spread.low - low)
  const step = shift * share
  const mean = old + step
  // The rounding error of the addition (Knuth's two-sum).
  const taken = mean - old
  store<f64>(cells.mean + at, mean)
  store<f64>(cells.low + at, low + (old - (mean - taken)) + (step - taken))
  store<f64>(cells.min + at, min(load<f64>(cells.min + at), spread.min))
  store<f64>(cells.max + at, max(load<f64>(cells.max + at), spread.max))
  return shift
}

function segmentSize(block: Block): usize {
  return block.width * offsetof<Spread>() + ((block.width * block.width) << 3)
}

export function spreadAt(block: Block, place: u32, i: u32): Spread {
  return changetype<Spread>(block.spreads + place * segmentSize(block) + i * offsetof<Spread>())
}

function productsAt(block: Block, place: u32): usize {
  return block.spreads + place * segmentSize(block) + block.width * offsetof<Spread>()
}

function putProduct(block: Block, place: u32, i: u32, j: u32, sum: f64): void {
  const products = productsAt(block, place)
  store<f64>(products + ((i * block.width + j) << 3), sum)
  store<f64>(products + ((j * block.width + i) << 3), sum)
}
