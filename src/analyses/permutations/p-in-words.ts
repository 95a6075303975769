/** A p-value in a message; one that underflows is not shown as 0. */
export function pInWords(p: number): string {
  return p === 0 ? 'p < 1e-307' : `p = ${p.toPrecision(2)}`
}
