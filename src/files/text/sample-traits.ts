/** How the lines of GEO begin that have a trait of each sample, such as `disease: tumor`. */
const traitLine = '!Sample_characteristics'

/**
 * The cells of a line of GEO that has one trait of all samples, with its name before the values; `null` for
 * other lines.
 */
export function traitOf([first, ...cells]: readonly string[]): readonly string[] | null {
  if (!first.startsWith(traitLine)) return null
  const given = cells.filter((cell) => cell !== '')
  const end = given[0]?.indexOf(':') ?? -1
  const sign = given[0]?.slice(0, end + 1)
  if (end < 1 || !given.every((cell) => cell.startsWith(sign))) return null
  return [sign.slice(0, -1).trim(), ...cells.map((cell) => cell.slice(sign.length).trim())]
}
