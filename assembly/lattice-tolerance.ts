import { Lattice } from './lattice'
import { limitOfSquare, looseExtra, looseSpread, toleratedShare } from './nearest-tolerance'

/** The largest squared distance that equals one in a set, given the bound of rounding of the row. */
export function limitOf(lattice: Lattice, square: f64, absolute: f64): f64 {
  return lattice.origins ? limitOfSquare(square, toleratedShare, absolute) : square
}

/** No less, and faster. */
export function looseLimitOf(lattice: Lattice, square: f64, absolute: f64): f64 {
  return lattice.origins ? square * looseSpread + looseExtra(absolute, true) : square
}

/** Whether a squared distance is beyond those that equal another one. */
export function isBeyond(lattice: Lattice, distance: f64, square: f64, absolute: f64): bool {
  return distance > looseLimitOf(lattice, square, absolute) || distance > limitOf(lattice, square, absolute)
}
