import { columnOfCodes, jointSeparator } from '#core'
import type { CategoricalColumn, JointColumn } from '#core'

/** No level, while levels are combined. */
const none = 0xffffffff

/**
 * The column whose levels are the combinations that occur. `levels` has the level of each row for each part,
 * NaN where it has none: then the row has no combination.
 */
export function jointColumn({ name, of }: JointColumn, levels: readonly Float64Array[]): CategoricalColumn {
  const rows = levels[0].length
  let codes = new Uint32Array(rows)
  let texts: string[] = ['']
  // One part after the other, so that a number stands for what occurs, not for all that might.
  of.forEach((part, place) => {
    const numbers = new Map<number, number>()
    const longer: string[] = []
    const next = new Uint32Array(rows)
    for (let row = 0; row < rows; row++) {
      const level = levels[place][row]
      if (codes[row] === none || level !== level) {
        next[row] = none
        continue
      }
      const pair = codes[row] * part.texts.length + level
      let number = numbers.get(pair)
      if (number === undefined) {
        number =
          longer.push(
            place === 0 ? part.texts[level] : texts[codes[row]] + jointSeparator + part.texts[level],
          ) - 1
        numbers.set(pair, number)
      }
      next[row] = number
    }
    codes = next
    texts = longer
  })
  return columnOfCodes(name, texts, codes)
}
