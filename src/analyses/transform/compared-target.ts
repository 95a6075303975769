import { limits } from '#core'
import type { AppliedTarget, OrderRequest, SelectResult, Source, TrainingColumn, Warning } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ChosenColumn, DataInWords } from './chosen-columns.ts'
import { comparedCodings, comparedColumn } from './compared-column.ts'
import { comparedRows, countRows } from './compared-rows.ts'

/** Numbers of more distinct values are no classes. */
const mostClasses = 1000
/** The rows of more classes are not listed. */
const mostListed = 100

/** The target of a selection in other data, and what they lack for a comparison. */
interface ComparedTarget {
  readonly target?: AppliedTarget
  readonly warnings: readonly Warning[]
}

/**
 * Compares the target with that of the selection: its classes, or its range and distribution. Nothing is compared if
 * the data have no target, or the result was written without.
 */
export async function compareTarget(
  batcher: RequestBatcher,
  result: SelectResult,
  words: DataInWords,
): Promise<ComparedTarget> {
  const { spec, trainingTarget: training } = result
  const { source } = batcher
  const column = source.columns.findIndex(({ name }) => name === spec.target)
  if (column < 0 || !training || !result.training) return { warnings: [] }
  const { name, type, time, missing } = source.columns[column]
  const isEmpty = missing === source.rows
  if (training.cuts && type !== 'numeric' && !isEmpty) {
    const message = `the target ${name} holds texts, but held numbers: it is not compared (${words.types} ${name}=numeric names the cell that is none)`
    return { warnings: [{ code: 'target-type', column: name, message }] }
  }
  const areFew = await hasFewValues(batcher, source, column)
  const chosen: ChosenColumn = { name, type, ...(time && { time }), column, isEmpty, areFew }
  const codings = comparedCodings(chosen, training)
  const [tables] = await countRows(batcher, [{ column, codings }], comparedRows(source, spec))
  const compared = comparedColumn(chosen, training, tables)
  const classes = classesOf(training, tables[1])
  return { target: { ...compared, ...(classes && { classes }) }, warnings: [] }
}

async function hasFewValues(batcher: RequestBatcher, { columns }: Source, column: number): Promise<boolean> {
  const { type, distinct } = columns[column]
  if (type === 'categorical') return (distinct ?? 0) <= limits.cells
  const variable = { column, coding: null }
  const request: OrderRequest = { kind: 'order', variable, at: [], distinctUpTo: mostClasses, view: {} }
  const [[{ distinct: values }]] = await batcher.request([[request] as const])
  return values !== null
}

function classesOf(
  { levels, counts }: TrainingColumn,
  found: { readonly levels: readonly unknown[]; readonly counts: readonly number[] } | undefined,
): AppliedTarget['classes'] {
  if (!levels || !counts || levels.length > mostListed) return undefined
  const now = new Map(found?.levels.map((level, i) => [String(level), found.counts[i]]))
  return levels.map((level, i) => ({ level, before: counts[i], now: now.get(String(level)) ?? 0 }))
}
