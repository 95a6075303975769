/** A result as JSON; an infinite value is the text "inf" or "-inf", because JSON has no such number. */
export function toJson(result: unknown): string {
  const replace = (_: string, value: unknown) =>
    value === Infinity ? 'inf' : value === -Infinity ? '-inf' : value
  return JSON.stringify(result, replace, 2)
}
