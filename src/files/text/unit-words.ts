import { currencyNamed, unitNamed } from '#core'

/** What stands in a line of units beside units: what was measured, how it was summed up, types. */
const others = new Set(
  (
    'µmol μmol umol nmol pmol vol% vol-% vol.% wt% wt.% wt-% mol% mol-% %rh %vol volts amps watts deg au a.u. ratio index count counts n # unitless dimensionless avg smp tot std min max mean sd ' +
    'string integer float double numeric number text date boolean char varchar'
  ).split(' '),
)

/** Whether a text is a unit, such as `(mm)`, `W/m^2` or `µmol m-2 s-1`. */
export function isUnit(text: string): boolean {
  const word = text.trim().replace(/^[[(]\s*|\s*[\])]$/g, '')
  if (isOne(word)) return true
  const parts = word
    .split(/[/·*^\s]+|(?<=\p{L})[-⁻]?[\d²³¹]+/u)
    .filter((part) => part !== '' && !/^[-⁻]?[\d²³¹]+$/.test(part))
  return parts.length > 0 && word.length > 1 && parts.every(isOne)
}

function isOne(word: string): boolean {
  return unitNamed(word) !== undefined || currencyNamed(word) !== undefined || others.has(word.toLowerCase())
}
