/** arctan of the point near which a part of the line is computed, in two parts: the nearest double and the rest. */
const centres = [
  { value: 4.63647609000806093515e-1, rest: 2.26987774529616870924e-17 },
  { value: 7.85398163397448278999e-1, rest: 3.06161699786838301793e-17 },
  { value: 9.82793723247329054082e-1, rest: 1.39033110312309984516e-17 },
  { value: 1.570796326794896558, rest: 6.12323399573676603587e-17 },
]

/** The coefficients of (x − arctan x) / x³ in x², from the first. */
const coefficients = [
  3.33333333333329318027e-1, -1.99999999998764832476e-1, 1.42857142725034663711e-1, -1.1111110405462355788e-1,
  9.09088713343650656196e-2, -7.69187620504482999495e-2, 6.66107313738753120669e-2,
  -5.83357013379057348645e-2, 4.97687799461593236017e-2, -3.6531572744216915527e-2, 1.62858201153657823623e-2,
]

/** arctan x, to within a unit in the last place, with the same bits everywhere: that of FreeBSD's `s_atan.c` (Sun Microsystems 1993). */
export function arctangent(x: number): number {
  const size = Math.abs(x)
  if (size < 0.4375) return Math.sign(x) * (size - size * rest(size))
  const part = size < 0.6875 ? 0 : size < 1.1875 ? 1 : size < 2.4375 ? 2 : 3
  const reduced = [
    () => (2 * size - 1) / (2 + size),
    () => (size - 1) / (size + 1),
    () => (size - 1.5) / (1 + 1.5 * size),
    () => -1 / size,
  ][part]()
  const { value, rest: low } = centres[part]
  return Math.sign(x) * (value - (reduced * rest(reduced) - low - reduced))
}

/** 1 − arctan(x) / x, for a small x. */
function rest(x: number): number {
  const square = x * x
  return square * coefficients.reduceRight((sum, coefficient) => coefficient + square * sum, 0)
}
