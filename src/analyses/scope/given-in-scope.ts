import { CribaError } from '#core'
import type { ColumnFacts } from '#core'

/** A column that is given. */
type GivenColumn = Pick<ColumnFacts, 'name' | 'missing'> & { readonly column: number }

/** The columns that a spec uses for something else. */
interface UsedColumns {
  readonly target: number | null
  readonly event: number | null
  readonly weights: number | null
  readonly group: number | null
  readonly dropped: ReadonlySet<number>
  readonly rows: number
}

/** Refuses columns to take into account that are something else too, or are named twice. */
export function refuseGiven(given: readonly GivenColumn[], used: UsedColumns): void {
  const refuse = ({ name }: GivenColumn, why: string) =>
    new CribaError('invalid', `invalid given: ${name} (${why})`)
  for (const [place, one] of given.entries()) {
    if (given.indexOf(one) < place) throw refuse(one, 'it is named twice')
    if (one.column === used.target) throw refuse(one, 'it is the target')
    if (one.column === used.event) throw refuse(one, 'it is the event')
    if (one.column === used.weights) throw refuse(one, 'it is the column of weights')
    if (used.dropped.has(one.column)) throw refuse(one, 'it is dropped')
    if (one.column === used.group) throw refuse(one, 'it is the group')
    if (one.missing === used.rows) throw refuse(one, 'it has no values')
  }
}

/** Refuses a column of blocks that is the target, or lacks values. */
export function refuseBlock(
  { name, missing }: Pick<ColumnFacts, 'name' | 'missing'>,
  isTarget: boolean,
): void {
  if (isTarget) throw new CribaError('invalid', `invalid block: ${name} (it is the target)`)
  if (missing === 0) return
  throw new CribaError(
    'missing',
    `missing values in the block column ${name}: ${missing} rows (leave them out)`,
  )
}
