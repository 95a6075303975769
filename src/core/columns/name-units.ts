import { currencyNamed, unitNamed } from './number-units.ts'

/** A unit at the end of a name: in brackets, behind an underscore or a comma, or behind the word in. */
const atEnd = /[([]\s*([^()[\]]+?)\s*[)\]]\s*$|(?:_|,\s*|\s(?:in|en)\s+)([^\s_,]+)\s*$/

/** The unit that the name of a column gives, as in `weight (g)`, `weight_g` and `height, cm`; `null` if it gives none. */
export function unitOfName(name: string): string | null {
  const found = atEnd.exec(name) as (string | undefined)[] | null
  const word = found?.[1] ?? found?.[2]
  return word === undefined ? null : (unitNamed(word) ?? currencyNamed(word) ?? null)
}
