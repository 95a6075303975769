/** The range of codes is at most this many times their number. */
const mostOfRange = 10
/** Numbers that name texts are so many, and each comes so often on average; fewer may match them by chance. */
const [fewestCodes, rowsOfCode] = [3, 2]

/**
 * Whether numbers may be codes: two of them, or whole ones close to each other. Measurements match other
 * measurements one to one wherever rows are repeated, without being copies of them.
 */
export function isCode(values: readonly number[]): boolean {
  const range = values[values.length - 1] - values[0]
  return values.length === 2 || (values.every(Number.isInteger) && range < mostOfRange * values.length)
}

/** Whether numbers may be codes of texts, however far from each other: whole ones that come again. */
export function mayNameTexts(values: readonly number[], { n }: { readonly n: number }): boolean {
  return (
    values.length >= fewestCodes &&
    n >= rowsOfCode * values.length &&
    values.every((value) => Number.isInteger(value) && value >= 0)
  )
}
