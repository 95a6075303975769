import { Lattice, setCount } from './lattice'
import { exponentOf, fractionOf, logOf, timesDistance } from './log-sum'

/** Initialises the sums of a block. */
export function startSums(lattice: Lattice): void {
  const count = setCount(lattice)
  if (lattice.target) {
    memory.fill(lattice.block, 0, (count * lattice.k) << 4)
    return
  }
  for (let set: u32 = 0; set < count; set++) {
    store<f64>(lattice.block + (set << 3), fractionOf(1))
    store<i64>(lattice.block + ((count + set) << 3), exponentOf(1))
  }
}

/** Adds the sums of the block to the total. */
export function finishSums(lattice: Lattice): void {
  const count = setCount(lattice)
  const block = lattice.block
  const sums = lattice.sums
  if (lattice.target) {
    for (let at: usize = 0; at < (count * lattice.k) << 4; at += 8) {
      store<f64>(sums + at, load<f64>(sums + at) + load<f64>(block + at))
    }
    return
  }
  for (let set: u32 = 0; set < count; set++) {
    const at = set << 3
    const logarithm = logOf(load<f64>(block + at), load<i64>(block + (count << 3) + at))
    store<f64>(sums + at, load<f64>(sums + at) + logarithm)
  }
}

/** Adds the squared difference and the squared distance of a place. */
export function addToPlace(lattice: Lattice, place: u32, set: u32, difference: f64, distance: f64): void {
  const count = setCount(lattice)
  const differences = lattice.block + ((place * count + set) << 3)
  const distances = differences + ((lattice.k * count) << 3)
  store<f64>(differences, load<f64>(differences) + difference)
  store<f64>(distances, load<f64>(distances) + distance)
}

/** Adds the logarithm of a distance. */
export function addLog(lattice: Lattice, set: u32, distance: f64): void {
  const at = lattice.block + (set << 3)
  const exponents = at + (setCount(lattice) << 3)
  const product = timesDistance(load<f64>(at), distance)
  store<f64>(at, fractionOf(product))
  store<i64>(exponents, load<i64>(exponents) + exponentOf(product))
}

/** Counts a row if more than k others are within the k-th distance, and if that distance is 0. */
export function countTies(lattice: Lattice, set: u32, within: u32, farthest: f64): void {
  const at = set << 2
  if (within > lattice.k) store<u32>(lattice.tied + at, load<u32>(lattice.tied + at) + 1)
  if (farthest == 0) store<u32>(lattice.zeros + at, load<u32>(lattice.zeros + at) + 1)
}

/**
 * Adds the logarithms of two distances, given squared, to the sums of two sets; same result as `addLog` for
 * each.
 */
export function addLogs(products: usize, exponents: usize, squares: v128): void {
  const distances = f64x2.add(f64x2.sqrt(squares), f64x2.splat(2.2e-16))
  const product = f64x2.mul(v128.load(products), distances)
  const exponent = i64x2.sub(i64x2.shr_u(product, 52), i64x2.splat(1022))
  const fraction = v128.and(product, i64x2.splat(0x000fffffffffffff))
  v128.store(products, v128.or(fraction, i64x2.splat(0x3fe0000000000000)))
  v128.store(exponents, i64x2.add(v128.load(exponents), exponent))
}
