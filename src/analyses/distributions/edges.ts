/** Edges that people can read: multiples of 1, 2 or 5 times a power of ten. */

/**
 * Edges of bins of one width, at least so many wide that about `bins` cover the values from `least` to
 * `most`: multiples of 1, 2 or 5 times a power of ten. The first is at most `least`, the last at least `most`. A
 * range that no such width divides, because it is infinite or too narrow for its numbers, has no edges.
 */
export function readableEdges(least: number, most: number, bins: number): readonly number[] | null {
  const range = most - least
  if (!(range > 0) || !Number.isFinite(range)) return null
  const [digits, exponent] = (range / bins).toExponential().split('e').map(Number)
  if (Math.abs(exponent) > largestExponent) return null
  const [factor, ten] =
    digits <= 1
      ? [1, exponent]
      : digits <= 2
        ? [2, exponent]
        : digits <= 5
          ? [5, exponent]
          : [1, exponent + 1]
  const scale = Number(`1e${Math.abs(ten)}`)
  // A quotient of whole numbers is the double nearest to the decimal; a product with 0.1 is not.
  const edge = (k: number) => (ten < 0 ? (k * factor) / scale : k * factor * scale)
  let first = Math.floor(ten < 0 ? (least * scale) / factor : least / (factor * scale))
  while (edge(first) > least) first--
  const edges = [edge(first)]
  for (let k = first + 1; edges[edges.length - 1] < most; k++) {
    const next = edge(k)
    if (!(next > edges[edges.length - 1]) || edges.length > 4 * bins) return null
    edges.push(next)
  }
  return edges
}

/**
 * Where a decade is divided into 1, 2 or 4 parts of one width on a logarithmic axis: powers of 10 to the
 * quarters.
 */
const divisions = [
  ['1', '1.7782794100389228', '3.1622776601683795', '5.623413251903491'],
  ['1', '3.1622776601683795'],
  ['1'],
]

/**
 * Edges of bins of one width on a logarithmic axis, 4, 2 or 1 in each decade so that at most about `bins`
 * cover the values, of which none is 0 or below. The first is at most `least`, the last at least
 * `most`.
 */
export function logarithmicEdges(least: number, most: number, bins: number): readonly number[] | null {
  const [first, last] = [least, most].map((value) => Number(value.toExponential().split('e')[1]))
  if (!(least > 0) || Math.max(-first, last) > largestExponent) return null
  const parts = divisions.find(({ length }) => (last - first) * length <= bins) ?? divisions[2]
  const all = Array.from({ length: last - first + 2 }, (_, i) => first + i).flatMap((exponent) =>
    parts.map((part) => Number(`${part}e${exponent}`)),
  )
  const start = all.findLastIndex((edge) => edge <= least)
  const end = all.findIndex((edge) => edge >= most)
  return all.slice(start, end + 1)
}

/**
 * Whether values are better seen on a logarithmic axis: all above 0, few much larger than the others, over
 * three decades or more.
 */
export function isLogarithmic(least: number, median: number, most: number): boolean {
  return least > 0 && Number.isFinite(most) && most >= 50 * median && most >= 1000 * least
}

const largestExponent = 290
