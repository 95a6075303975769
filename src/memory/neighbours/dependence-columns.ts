/** A column whose dependence on the target is measured: its numbers, or its levels as codes below `count`. */
export type DependenceColumn = (
  | { readonly values: Float64Array }
  | { readonly codes: Uint8Array | Uint16Array | Uint32Array; readonly count: number }
) & {
  /** Which of the masks marks the rows where it is missing; −1 for none. */
  readonly mask: number
}

/** What all tasks share. */
export interface DependenceInput {
  readonly rows: number
  /** A byte for each row, 1 where it does not count. */
  readonly masks: readonly Uint8Array[]
  /** The masks that hold for every column. */
  readonly common: readonly number[]
  readonly columns: readonly DependenceColumn[]
  readonly target: DependenceColumn
}

/** The rows that count beside the missing values of one mask; `null` for all. */
export function completeRows(
  { rows, masks, common }: Pick<DependenceInput, 'rows' | 'masks' | 'common'>,
  mask: number,
): Int32Array | null {
  const used = [...new Set([...common, ...(mask < 0 ? [] : [mask])])].map((place) => masks[place])
  if (used.length === 0) return null
  const isOut = used[0].slice()
  for (const mask of used.slice(1)) for (let row = 0; row < rows; row++) isOut[row] |= mask[row]
  const complete = new Int32Array(rows)
  let count = 0
  for (let row = 0; row < rows; row++) if (isOut[row] === 0) complete[count++] = row
  return complete.slice(0, count)
}

/** Writes the numbers, or the codes, of some rows. */
export function readRows(
  column: DependenceColumn,
  rows: Int32Array | null,
  to: Float64Array | Uint32Array,
): void {
  const from = 'values' in column ? column.values : column.codes
  if (!rows) to.set(from)
  else for (let i = 0; i < rows.length; i++) to[i] = from[rows[i]]
}

/** The codes of some rows. */
export function readCodes(column: DependenceColumn, rows: Int32Array | null, count: number): Uint32Array {
  const codes = new Uint32Array(count)
  readRows(column, rows, codes)
  return codes
}
