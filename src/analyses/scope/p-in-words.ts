/** A p-value in a message; one too small for a number is not 0. */
export function pInWords(p: number): string {
  return p === 0 ? 'p < 1e-307' : `p = ${p.toPrecision(2)}`
}
