import { firstFew, shellWord } from '#core'
import type { Finding, Variable, View, Warning } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import { groupScreen, isGroupIdentifier, panelWarning } from './dependent-groups.ts'
import { isSorted, runsOf, serialOfClasses, serialOfNumbers } from './serial-dependence.ts'

/** What the rows of a table say of whether they are independent. */
interface RowDependence {
  /** By name, the columns whose levels are groups of rows with one target. */
  readonly groups: ReadonlyMap<string, Finding>
  readonly warnings: readonly Warning[]
}

/** The columns of a table by row, over the rows that are inspected. */
export interface InspectedRows {
  readonly columns: readonly { readonly column: ScopeColumn; readonly values: Float64Array }[]
  readonly target: Float64Array | null
  readonly hasClasses: boolean
}

const independent: RowDependence = { groups: new Map(), warnings: [] }
/** Values of fewer rows follow one another by chance. */
const fewestRows = 20
/** So many values are read at most: of larger tables some columns, spread evenly. */
const mostValues = 2_000_000
/** At least so many columns are read. */
const fewestColumns = 4
/** A text column of more levels names rows. */
const mostLevels = 100_000

/**
 * Looks for rows that are not independent: rows that follow the rows before them, and levels within which the
 * target is constant. Columns apart are not read. A server, whose rows have no order, is not looked at.
 */
export function rowDependence(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  columns: readonly ScopeColumn[],
  view: View,
): Promise<RowDependence> {
  const { source } = batcher
  if (source.name === 'clickhouse' || source.rows < fewestRows || source.distinctRows !== undefined)
    return Promise.resolve(independent)
  const read = someOf(
    columns.filter(({ type, distinct }) => type === 'numeric' || (distinct ?? 0) <= mostLevels),
    Math.max(fewestColumns, Math.floor(mostValues / source.rows)),
  )
  if (read.length === 0) return Promise.resolve(independent)
  return lookAtRows(batcher, scope, facts, read, view)
}

async function lookAtRows(
  batcher: RequestBatcher,
  { isDivided }: AnalysisScope,
  facts: TargetFacts,
  columns: readonly ScopeColumn[],
  view: View,
): Promise<RowDependence> {
  const rows = await readRows(batcher, facts, columns, view)
  const { target } = rows
  if ((target ?? rows.columns[0].values).length < fewestRows) return independent
  if (!target || isDivided) return independent
  const groups = groupIdentifiers(rows)
  if (groups.size > 0) return { groups, warnings: [groupsWarning([...groups.keys()], facts.name)] }
  const found = panelWarning(rows, facts.name) ?? serialWarning(rows, facts.name)
  return { groups, warnings: found ? [found] : [] }
}

/** Reads the rows that are inspected: numbers as values, texts and classes as numbers of levels. */
async function readRows(
  batcher: RequestBatcher,
  { classes, values }: TargetFacts,
  columns: readonly ScopeColumn[],
  view: View,
): Promise<InspectedRows> {
  const target = classes ?? values
  const variables = columns.map(({ column, type }): Variable => ({
    column,
    coding: type === 'numeric' ? null : { kind: 'values' },
  }))
  const [answer] = await batcher.requestOnce([
    { kind: 'rows', columns: [...variables, ...(target ? [target] : [])], view },
  ])
  const { weights } = answer
  const isWhole = weights.every((weight) => weight > 0)
  const inspected = (all: Float64Array) => (isWhole ? all : all.filter((_, row) => weights[row] > 0))
  return {
    columns: columns.map((column, i) => ({ column, values: inspected(answer.columns[i]) })),
    target: target ? inspected(answer.columns[columns.length]) : null,
    hasClasses: classes !== null,
  }
}

/** At most so many of a list, spread evenly over it. */
function someOf<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)])
}

function groupIdentifiers({ columns, target, hasClasses }: InspectedRows): RowDependence['groups'] {
  const mayBeGroups = groupScreen(target!, !hasClasses)
  const isGroups = ({ column, values }: InspectedRows['columns'][number]) =>
    !column.time &&
    column.missing === 0 &&
    // The first number says of most columns that they are no codes.
    (column.type === 'categorical' || Number.isInteger(values[0])) &&
    mayBeGroups(values) &&
    isGroupIdentifier(values, target!, {
      isNumeric: column.type === 'numeric',
      isTargetNumeric: !hasClasses,
    }) &&
    (column.type === 'categorical' || values.every(Number.isInteger))
  return new Map(
    columns.filter(isGroups).map(({ column, values }) => {
      const message = `names groups of rows with one target each: ${new Set(values).size} groups of ${values.length} rows (--group ${shellWord(column.name)})`
      return [column.name, { kind: 'group-identifier', message }]
    }),
  )
}

function groupsWarning(names: readonly string[], target: string): Warning {
  const columns = names.length === 1 ? `column ${names[0]}` : `columns ${firstFew(names, 3)}`
  const message = `rows are not independent: ${target} is constant within the levels of ${columns}, so that columns which differ between the groups look significant (part the rows by --group ${shellWord(names[0])})`
  return { code: 'dependent-rows', column: names[0], message }
}

/** So many rows and columns are looked at, from the first on. */
const most = { rows: 4096, columns: 400 }
/**
 * The target follows the rows before it from so many standard errors on, and a column, as there are more of
 * them.
 */
const fewestErrors = { target: 3.3, column: 4.5 }
/** The product of both autocorrelations, which widens the distribution of a score by (1 + ab)/(1 − ab). */
const leastProduct = 0.08
/** A column of fewer levels, each in few runs, divides the file. */
const mostBlocks = 10
/** Runs for each level of such a column. */
const runsPerLevel = 3

/**
 * Warns where rows follow the rows before them: in the order of the file, else in that of a column of dates.
 */
function serialWarning(all: InspectedRows, name: string): Warning | null {
  const rows = firstRows(all)
  const ofFile = warningInOrder(rows, name, null)
  if (ofFile) return ofFile
  for (const { column, values } of rows.columns) {
    if (!column.time || column.time === 'time' || isSorted(values)) continue
    const found = warningInOrder(inOrderOf(rows, values), name, column.name)
    if (found) return found
  }
  return null
}

function firstRows({ columns, target, hasClasses }: InspectedRows): InspectedRows {
  return {
    columns: columns
      .slice(0, most.columns)
      .map(({ column, values }) => ({ column, values: values.subarray(0, most.rows) })),
    target: target!.subarray(0, most.rows),
    hasClasses,
  }
}

/** The rows in the order of times; those without one are left out. */
function inOrderOf({ columns, target, hasClasses }: InspectedRows, times: Float64Array): InspectedRows {
  const order = [...times.keys()]
    .filter((row) => !Number.isNaN(times[row]))
    .sort((a, b) => times[a] - times[b])
  const sorted = (values: Float64Array) => Float64Array.from(order, (row) => values[row])
  return {
    columns: columns.map(({ column, values }) => ({ column, values: sorted(values) })),
    target: sorted(target!),
    hasClasses,
  }
}

/**
 * Warns where the target and columns both follow the rows before them, within the target's classes and within
 * the blocks that columns of few levels make of the file. Where one of the two does not, a test of their
 * dependence is valid. A file sorted by its target or by the numbers of one column says nothing, unless these
 * are times. `by`: the column of times that the rows were sorted by.
 */
function warningInOrder(
  { columns, target: values, hasClasses }: InspectedRows,
  name: string,
  by: string | null,
): Warning | null {
  const target = values!
  if (target.length < fewestRows || (!hasClasses && isSorted(target))) return null
  const alone = hasClasses ? serialOfClasses(target) : serialOfNumbers(target, new Uint8Array(target.length))
  if (alone.z < fewestErrors.target) return null
  const isSorting = ({ column, values }: (typeof columns)[number]) =>
    column.type === 'numeric' && !column.time && isSorted(values) && !isCounter(values)
  const blocks = columns.filter(({ values }) => isInBlocks(values)).map(({ values }) => values)
  if (by === null && columns.some((one) => isSorting(one) && !isInBlocks(one.values))) return null
  const ofTarget = hasClasses ? alone : serialOfNumbers(target, combined(blocks, target))
  if (ofTarget.z < fewestErrors.target) return null
  const levels = combined(hasClasses ? [target, ...blocks] : blocks, target)
  const following = columns
    .filter(({ column, values }) => column.type === 'numeric' && !column.time && !isInBlocks(values))
    .map(({ column, values }) => ({ column, ...serialOfNumbers(values, levels) }))
    .filter(({ r, z }) => z >= fewestErrors.column && r * ofTarget.r >= leastProduct)
    .sort((a, b) => b.r - a.r)
  if (following.length === 0) return null
  const time = by ?? columns.find(({ column }) => column.time)?.column.name
  const names = firstFew(
    following.map(({ column, r }) => `${column.name} ${r.toFixed(2)}`),
    3,
  )
  const remedy = `part the rows by ${time === undefined ? '--time and a column of times' : `--time ${shellWord(time)}`}, or by --group and a column of groups`
  const message = `rows are not independent: ${name} and ${following.length} ${following.length === 1 ? 'column follows' : 'columns follow'} the rows before them${by === null ? '' : ` in the order of ${by}`} (autocorrelation ${ofTarget.r.toFixed(2)}; ${names}), so that columns of noise look significant (${remedy})`
  return { code: 'dependent-rows', column: following[0].column.name, message }
}

/** Whether few levels divide the file into blocks. */
function isInBlocks(values: Float64Array): boolean {
  const { runs, levels } = runsOf(values, mostBlocks)
  return levels < mostBlocks && runs <= runsPerLevel * levels
}

/** Whether numbers count the rows in equal steps. */
function isCounter(values: Float64Array): boolean {
  return values.every((value, row) => row < 2 || value - values[row - 1] === values[1] - values[0])
}

/** The levels of several columns together, as one number for each row. */
function combined(columns: readonly Float64Array[], { length }: Float64Array): ArrayLike<number> {
  const numbers = new Map<string, number>()
  return Int32Array.from({ length }, (_, row) => {
    const key = columns.map((values) => values[row]).join(' ')
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}
