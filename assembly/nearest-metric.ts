// Metrics are told apart when a kernel is compiled, by types of different sizes. Distances are summed in the order of the
// columns; a Euclidean one stays squared. All of it grows with each difference even as rounded, so what is made of smaller
// differences is never greater: bounds need no tolerance.
export type Euclidean = u8
export type Manhattan = u16
export type Chebyshev = u32

/** The distance so far with one column more, in which two rows differ by so much. */
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
