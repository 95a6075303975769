/**
 * A total weight of rows without its last digits, which depend on the order in which a source adds fractions
 * up.
 */
export function roundedWeight(weight: number): number {
  // Whole numbers of so few digits are themselves; making a text of each takes time.
  return Number.isInteger(weight) && Math.abs(weight) < 1e12 ? weight : Number(weight.toPrecision(12))
}

/** A total weight in a message. */
export function weightText(weight: number): string {
  return String(roundedWeight(weight))
}
