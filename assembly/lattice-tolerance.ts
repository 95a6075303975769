import { Lattice } from './lattice'
import { limitOfSquare, toleratedShare } from './nearest-tolerance'

/** The largest squared distance that equals one in a set, given the sum of its squared bounds of rounding. */
export function limitOf(lattice: Lattice, square: f64, roundings: f64): f64 {
  return lattice.origins ? limitOfSquare(square, toleratedShare, sqrt(roundings)) : square
}
