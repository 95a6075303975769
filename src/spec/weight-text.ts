/** A total weight of rows in a message: without the last digits, as sources may add up in another order. */
export function weightText(n: number): string {
  return String(Number(n.toPrecision(12)))
}
