/** A list of numbers, a line for each; no text of JSON contains line breaks. */
const numbers = /\[\n\s*[-+.\de]+(?:,\n\s*[-+.\de]+)*\n\s*\]/g

/**
 * A result as JSON, lists of numbers on one line; an infinite value is the text "inf" or "-inf", because JSON
 * has no such number.
 */
export function toJson(result: unknown): string {
  const replace = (_: string, value: unknown) =>
    value === Infinity ? 'inf' : value === -Infinity ? '-inf' : value
  const json = JSON.stringify(result, replace, 2)
  return json.replace(numbers, (list) => list.replace(/,\n\s*/g, ', ').replace(/\n\s*/g, ''))
}
