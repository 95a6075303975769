/** A result as JSON; a value beyond all numbers is the text "inf" or "-inf", which JSON has no number for. */
export function toJson(result: unknown): string {
  const replace = (_: string, value: unknown) =>
    value === Infinity ? 'inf' : value === -Infinity ? '-inf' : value
  return JSON.stringify(result, replace, 2)
}
