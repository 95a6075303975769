import { CribaError } from '../spec/error.ts'

/**
 * The most rows that one may stand for: beyond it numbers of rows are not exact. Sampling weights are
 * relative, so any number will do.
 */
export const mostWeight = Number.MAX_SAFE_INTEGER

/** A weight that is missing, below 0 or too great; the row is `null` where rows have no order. */
export function invalidWeight(column: string, row: number | null, found: string): CribaError {
  const needs =
    Number(found) > mostWeight
      ? `needs at most ${mostWeight}; weights that are relative are sampling weights`
      : 'needs 0 or more'
  const place = row === null ? '' : `, row ${row + 1}`
  return new CribaError('invalid', `invalid weight in column ${column}${place}: ${found} (${needs})`)
}
