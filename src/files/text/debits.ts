import type { ColumnReader } from './column-reader.ts'
import { captured, markOf, numberWith, unitsIn, valueWith } from './cell-patterns.ts'
import { numberQuery } from './format-queries.ts'

/** Soll and Haben, debit and credit. */
const sides = ['S H', 'D C', 'DR CR', 'DB CR', 'D H'].map((pair) => pair.split(' '))

/** Whether amounts, whose decimal mark is known, have a letter for their side of a statement. */
export function areDebits(texts: NonNullable<ColumnReader['texts']>): boolean {
  if (texts.marksIf(true).doubtful !== null || texts.marksIf(true).shown.length > 1) return false
  const { units, multipliers } = texts.affixes
  // Cr alone is crore.
  const words = [...units.keys(), ...multipliers.keys()].filter((word) => word !== '')
  const found = words.map((word) => word.toUpperCase().replace('.', ''))
  return found.length === 2 && sides.some((pair) => pair.every((side) => found.includes(side)))
}

/** What stands behind an amount that is owed or paid, in bank statements: Soll, debit. */
const debits = '(S|D|DR|DB)'

/** A query that makes debits negative, of amounts whose decimal mark is known. */
export function debitsQuery(readers: readonly ColumnReader[]): string {
  return numberQuery(readers, (column, { texts }) => {
    const { units, multipliers } = texts!.affixes
    const mark = markOf(texts!)
    const side = unitsIn(texts!, [...units.keys(), ...multipliers.keys()])
    // A sign beside a side would contradict it, or say the same twice.
    const pattern = new RegExp(String.raw`^(${numberWith(mark, true)})\s?${side}$`)
    const sign = `CASE WHEN regexp_matches(upper(${column}), '[^A-Z]${debits}\\.?\\s*$') THEN -1 ELSE 1 END`
    return `${sign} * ${valueWith(mark, captured(column, pattern))}`
  })
}
