import { coefficient, powerOf } from './density-power'

/** The factor of squared differences: 64/ln 2, so that 2^(−q/128) is exp(−d²/2). */
const factor = 92.33248261689366

/** Columns whose kernels are summed over pairs of rows; the fields have 32 bits each. */
@unmanaged
class KernelColumns {
  /** The target, then the others: `stride` numbers each (more than `rows`), NaN after the last row. */
  columns: usize
  stride: u32
  rows: u32
  /** A byte for the target, and for each of the others: 1 for levels, 0 for numbers. */
  kinds: usize
  /** The number of others. */
  others: u32
  /** What each row and column of the target's matrix takes away from it; 0 after the last row. */
  means: usize
  /** Space for `stride` numbers. */
  row: usize
  /** From `fillPowers`. */
  table: usize
  /** A number for each of the others. */
  sums: usize
}

/**
 * Adds the Gaussian kernels of each row from … to − 1 with all later rows to the sums of both. There are two
 * sums more than rows.
 */
export function addKernels(points: usize, rows: u32, from: u32, to: u32, table: usize, sums: usize): void {
  const scale = f64x2.splat(factor)
  const a = coefficient(table, 0)
  const b = coefficient(table, 1)
  const c = coefficient(table, 2)
  const d = coefficient(table, 3)
  const wholes = coefficient(table, 4)
  const most = coefficient(table, 5)
  const end: usize = (<usize>rows) << 3
  for (let row = from; row < to; row++) {
    const here: usize = (<usize>row) << 3
    const own = v128.load64_splat(points + here)
    let sum = f64x2.splat(0)
    for (let at = here + 8; at < end; at += 16) {
      const difference = f64x2.sub(v128.load(points + at), own)
      const q = f64x2.mul(scale, f64x2.mul(difference, difference))
      const kernel = powerOf(q, table, a, b, c, d, wholes, most)
      sum = f64x2.add(sum, kernel)
      v128.store(sums + at, f64x2.add(v128.load(sums + at), kernel))
    }
    const total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
    store<f64>(sums + here, load<f64>(sums + here) + total)
  }
}

/**
 * Adds to `sums` the products of the kernels with the centred ones of the target, over each row from … to − 1
 * and all later ones.
 */
export function addKernelProducts(given: usize, from: u32, to: u32): void {
  const all = changetype<KernelColumns>(given)
  const columns = all.columns
  const step: usize = (<usize>all.stride) << 3
  const rows = all.rows
  const kinds = all.kinds
  const space = all.row
  const table = all.table
  for (let row = from; row < to; row++) {
    const here: usize = (<usize>row) << 3
    const first = row + 1
    writeSimilarities(columns, load<u8>(kinds), here, first, rows, space, table)
    subtractMeans(all.means, here, first, rows, space)
    for (let i: u32 = 0; i < all.others; i++) {
      const points = columns + step * (i + 1)
      const total = all.sums + (i << 3)
      const sum = load<u8>(kinds + i + 1)
        ? sumWithin(points, here, first, rows, space)
        : sumProducts(points, here, first, rows, space, table)
      store<f64>(total, load<f64>(total) + sum)
    }
  }
}

/** Writes the kernels of the row at `here` with the rows from `first` on. */
function writeSimilarities(
  points: usize,
  isLevels: u8,
  here: usize,
  first: u32,
  rows: u32,
  space: usize,
  table: usize,
): void {
  const own = v128.load64_splat(points + here)
  if (!isLevels) return writeKernels(points, own, first, rows, space, table)
  const one = f64x2.splat(1)
  for (let at: usize = (<usize>first) << 3, end: usize = (<usize>rows) << 3; at < end; at += 16) {
    v128.store(space + at, v128.and(one, f64x2.eq(v128.load(points + at), own)))
  }
}

function writeKernels(points: usize, own: v128, first: u32, rows: u32, space: usize, table: usize): void {
  const scale = f64x2.splat(factor)
  const a = coefficient(table, 0)
  const b = coefficient(table, 1)
  const c = coefficient(table, 2)
  const d = coefficient(table, 3)
  const wholes = coefficient(table, 4)
  const most = coefficient(table, 5)
  for (let at: usize = (<usize>first) << 3, end: usize = (<usize>rows) << 3; at < end; at += 16) {
    const difference = f64x2.sub(v128.load(points + at), own)
    const q = f64x2.mul(scale, f64x2.mul(difference, difference))
    v128.store(space + at, powerOf(q, table, a, b, c, d, wholes, most))
  }
}

function subtractMeans(means: usize, here: usize, first: u32, rows: u32, space: usize): void {
  const own = v128.load64_splat(means + here)
  for (let at: usize = (<usize>first) << 3, end: usize = (<usize>rows) << 3; at < end; at += 16) {
    const centred = f64x2.sub(f64x2.sub(v128.load(space + at), own), v128.load(means + at))
    v128.store(space + at, centred)
  }
}

/** The sum of what stands in the rows with the level of the row at `here`. */
function sumWithin(points: usize, here: usize, first: u32, rows: u32, space: usize): f64 {
  const own = v128.load64_splat(points + here)
  let sum = f64x2.splat(0)
  for (let at: usize = (<usize>first) << 3, end: usize = (<usize>rows) << 3; at < end; at += 16) {
    const isSame = f64x2.eq(v128.load(points + at), own)
    sum = f64x2.add(sum, v128.and(isSame, v128.load(space + at)))
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

function sumProducts(points: usize, here: usize, first: u32, rows: u32, space: usize, table: usize): f64 {
  const own = v128.load64_splat(points + here)
  const scale = f64x2.splat(factor)
  const a = coefficient(table, 0)
  const b = coefficient(table, 1)
  const c = coefficient(table, 2)
  const d = coefficient(table, 3)
  const wholes = coefficient(table, 4)
  const most = coefficient(table, 5)
  let sum = f64x2.splat(0)
  for (let at: usize = (<usize>first) << 3, end: usize = (<usize>rows) << 3; at < end; at += 16) {
    const difference = f64x2.sub(v128.load(points + at), own)
    const q = f64x2.mul(scale, f64x2.mul(difference, difference))
    const kernel = powerOf(q, table, a, b, c, d, wholes, most)
    sum = f64x2.add(sum, f64x2.mul(kernel, v128.load(space + at)))
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}
