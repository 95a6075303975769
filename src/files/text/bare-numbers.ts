import { parseFormattedNumber } from '../cells/formatted-numbers.ts'
import { Magnitude } from '../cells/number-digits.ts'
import type { ColumnReader } from './column-reader.ts'

/** So many different texts show how large numbers are. */
const mostSampled = 200
/** A number, whatever stands before it, and what follows. */
const numberIn = /^\D*?(?<digits>\d(?:[\d.,'’ ]*\d)?)(?<after>.*)$/su

/** Whether some numbers of a column have no unit, and are of the magnitude of those with one. */
export function areBareAlike({ knownTexts }: ColumnReader): boolean {
  const [bare, united] = [new Magnitude(), new Magnitude()]
  const seen = { bare: false, united: false }
  for (const text of knownTexts.slice(0, mostSampled)) {
    const found = numberIn.exec(text?.trim() ?? '')?.groups
    const number = found && parseFormattedNumber(found['digits'])
    if (!number) continue
    const isBare = found['after'] === ''
    seen[isBare ? 'bare' : 'united'] = true
    ;(isBare ? bare : united).add(number)
  }
  return seen.bare && seen.united && !bare.isOther(united)
}
