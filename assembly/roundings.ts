import { Chebyshev, Euclidean, Manhattan, extendedTwo } from './nearest-metric'

/** The share of a number that it may be off by, 2⁻⁴⁸: see src/memory/neighbours/rounding.ts. */
const roundingShare: f64 = 1.0 / 281474976710656.0

/**
 * Extends the bounds of rounding of rows by those of a column with an origin; metric 0 is Euclidean, whose
 * bounds stay squared, 1 Manhattan, 2 Chebyshev. Columns and bounds are padded to an even number of rows.
 */
export function addRoundings(bounds: usize, values: usize, rows: u32, origin: f64, metric: u32): void {
  if (metric == 0) addColumn<Euclidean>(bounds, values, rows, origin)
  else if (metric == 1) addColumn<Manhattan>(bounds, values, rows, origin)
  else addColumn<Chebyshev>(bounds, values, rows, origin)
}

function addColumn<M>(bounds: usize, values: usize, rows: u32, origin: f64): void {
  const end = bounds + ((<usize>rows) << 3)
  for (; bounds < end; bounds += 16, values += 16) {
    const both = roundingsOf(v128.load(values), f64x2.splat(origin))
    v128.store(bounds, extendedTwo<M>(v128.load(bounds), both))
  }
}

/** The bounds of rounding of two numbers. */
function roundingsOf(values: v128, origin: v128): v128 {
  const given = f64x2.abs(f64x2.add(values, origin))
  return f64x2.mul(f64x2.pmax(given, values), f64x2.splat(roundingShare))
}

/** The squared bound of rounding of a number; 0 if its differences are exact. */
export function squaredRounding(value: f64, origin: f64): f64 {
  if (origin != origin) return 0
  const rounding = f64x2.extract_lane(roundingsOf(f64x2.splat(value), f64x2.splat(origin)), 0)
  return rounding * rounding
}

/** Replaces squared bounds by their roots. */
export function rootRoundings(bounds: usize, rows: u32): void {
  const end = bounds + ((<usize>rows) << 3)
  for (; bounds < end; bounds += 16) v128.store(bounds, f64x2.sqrt(v128.load(bounds)))
}
