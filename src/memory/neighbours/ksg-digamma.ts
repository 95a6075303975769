/** ψ(1) = −γ, the constant of Euler and Mascheroni. */
const first = -0.5772156649015329

/** ψ(m), the digamma function, at index m = 1 … `most`; index 0 is unused. ψ(m + 1) = ψ(m) + 1/m. */
export function digammas(most: number): Float64Array {
  const table = new Float64Array(most + 1)
  let value = first
  for (let m = 1; m <= most; m++) {
    table[m] = value
    value += 1 / m
  }
  return table
}
