/**
 * A total weight of rows without its last digits, which depend on the order in which a source adds fractions
 * up.
 */
export function roundedWeight(weight: number): number {
  return Number(weight.toPrecision(12))
}

/** A total weight in a message. */
export function weightText(weight: number): string {
  return String(roundedWeight(weight))
}
