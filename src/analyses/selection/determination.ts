import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TestContext } from './gain-test.ts'

/**
 * Rows a cell holds on average, so that its rows speak for the next ones: a cell of one row determines any target. In fewer than 300 rows
 * an exception of 1 % may go unseen (the rule of three), and the best of many columns part the classes by chance too.
 */
const rowsPerCell = (rows: number) => (rows < 300 ? 20 : 5)
/** The share of the target's rows that are complete in the selected columns. */
const leastShare = 0.9

/**
 * Whether the selected columns, as levels, determine the classes: H(Y|X_S) = 0, as each cell of X_S has rows of one class. The cells must hold
 * five rows on average (20 of fewer than 300 rows), and nine in ten of the target's rows. Bins of a numeric target leave its values open, so those are never determined.
 */
export async function isDetermined(
  batcher: RequestBatcher,
  { features, target, view }: Pick<TestContext, 'features' | 'target' | 'view'>,
  selected: readonly number[],
): Promise<boolean> {
  const columns = selected.map((i) => features[i])
  if (columns.length === 0 || !target?.coding || target.coding.kind === 'cuts') return false
  if (columns.some(({ coding }) => !coding)) return false
  const all = [...columns, target]
  const family = { list: [columns, all, [target]] }
  const within = { list: [all, all, [target]] }
  const [{ n, cells }] = await batcher.requestOnce([{ kind: 'entropy', family, within, view }])
  return (
    cells[0] === cells[1] && cells[2] > 1 && n[0] >= rowsPerCell(n[0]) * cells[0] && n[0] >= leastShare * n[2]
  )
}
