// A metric is a type parameter, distinguished by its size, so each kernel is compiled for its metric.
// Distances are summed in column order; a Euclidean distance stays squared. Every step is monotone in each
// difference even when rounded, so bounds on differences need no tolerance.
export type Euclidean = u8
export type Manhattan = u16
export type Chebyshev = u32

/** Extends a distance by one more column, in which two rows have this difference. */
export function extended<M>(distance: f64, difference: f64): f64 {
  if (sizeof<M>() == 1) return distance + difference * difference
  const size = abs(difference)
  if (sizeof<M>() == 2) return distance + size
  return distance < size ? size : distance
}

/** The same for two distances. */
export function extendedTwo<M>(distances: v128, differences: v128): v128 {
  if (sizeof<M>() == 1) return f64x2.add(distances, f64x2.mul(differences, differences))
  if (sizeof<M>() == 2) return f64x2.add(distances, f64x2.abs(differences))
  return f64x2.pmax(distances, f64x2.abs(differences))
}
