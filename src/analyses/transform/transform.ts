import {
  allocateCodes,
  allocateMask,
  allocateNumbers,
  countMissing,
  CribaError,
  firstFew,
  remedy,
  version,
} from '#core'
import type { AppliedColumn, ApplyResult, Column, Run, SelectResult, Source, Table, Warning } from '#core'
import { withWarnings } from '../scope/error-warnings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { oneLineEach } from '../scope/scope.ts'
import { chosenColumns, unitWarning } from './chosen-columns.ts'
import type { ChosenColumn, DataInWords } from './chosen-columns.ts'
import { comparedCodings, comparedColumn, compareTarget } from './compared-columns.ts'
import { comparedRows, countRows } from './compared-rows.ts'

/** The most levels that a warning names. */
const mostNamed = 5

/** Other data cut to the columns of a selection, and how these differ from the data of the selection. */
export interface Transformed extends ApplyResult {
  /** The chosen columns, in the order in which they were chosen. */
  readonly table: Table
}

/**
 * A selection applied to other data (`transform`), answered by a source of them, such as one that keeps
 * answers.
 */
export async function transformFrom(
  source: Source,
  result: SelectResult,
  data: Table | Source,
  run: Run,
): Promise<ApplyResult | Transformed> {
  const applied = await applySelection(result, source, run)
  return 'answer' in data ? applied : { ...applied, table: chosenTable(result, data, applied) }
}

/** Applies a selection to a source; `words` are for messages. */
export async function applySelection(
  result: SelectResult,
  source: Source,
  run: Run,
  words: DataInWords = { data: 'the data', types: 'types' },
): Promise<ApplyResult> {
  const start = performance.now()
  if (!isSelection(result))
    throw new CribaError('invalid', 'invalid result: it is not a result of criba select')
  if (result.selected.length === 0)
    throw new CribaError('missing', 'missing columns: the selection chose none')
  return withWarnings(source.warnings, run.on, async () => {
    const found = chosenColumns(source, result, words)
    const batcher = new RequestBatcher(source, run)
    const columns = await compareColumns(batcher, result, found)
    const { target, warnings } = await compareTarget(batcher, result, words)
    const chosen = new Set(result.selected)
    const compared = [...(target ? [target] : []), ...columns]
    return {
      criba: version,
      command: 'apply',
      data: { source: source.name, rows: source.rows },
      columns,
      ...(target && { target }),
      warnings: oneLineEach([
        ...source.warnings.filter(({ column }) => column === undefined || chosen.has(column)),
        ...warnings,
        ...unitWarning(source, result),
        ...(result.training
          ? compared.flatMap((column) => unseenWarning(column, column === target))
          : [noTraining]),
        ...spellingWarning(compared),
      ]),
      seconds: (performance.now() - start) / 1000,
    }
  })
}

/** Whether a value, such as parsed JSON, is the result of a selection. */
export function isSelection(result: Partial<SelectResult> | null | undefined): boolean {
  const { command, selected, columns, spec, training = [], trainingTarget = {} } = result ?? {}
  if (command !== 'select' || !areObjects(columns) || !areObjects(training)) return false
  if (!areObjects([spec, spec?.types, trainingTarget])) return false
  const names = new Set(columns.map((column) => 'name' in column && column.name))
  return Array.isArray(selected) && selected.every((name) => typeof name === 'string' && names.has(name))
}

function areObjects(list: unknown): list is readonly object[] {
  return Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null)
}

async function compareColumns(
  batcher: RequestBatcher,
  result: SelectResult,
  found: readonly ChosenColumn[],
): Promise<readonly AppliedColumn[]> {
  const training = new Map(result.training?.map((column) => [column.feature, column]))
  const counted = found.map((chosen) => ({
    column: chosen.column,
    codings: comparedCodings(chosen, training.get(chosen.name)),
  }))
  const tables = await countRows(batcher, counted, comparedRows(batcher.source, result.spec))
  return found.map((chosen, i) => comparedColumn(chosen, training.get(chosen.name), tables[i]))
}

const noTraining: Warning = {
  code: 'no-training',
  message:
    'the result does not contain the distributions of its columns, so drift cannot be computed: select again to add them',
}

function unseenWarning({ feature, unseen }: AppliedColumn, isTarget: boolean): readonly Warning[] {
  if (!unseen || unseen.rows === 0) return []
  const { count, rows, levels } = unseen
  const named = levels
    .slice(0, mostNamed)
    .map(({ level, rows }) => `${JSON.stringify(level)} in ${rowsInWords(rows)}`)
  const more = count !== null && count > mostNamed ? [`and ${count - mostNamed} more`] : []
  const list = count === null ? rowsInWords(rows) : [...named, ...more].join(', ')
  const subject = isTarget ? `the target ${feature} has classes` : `column ${feature} has levels`
  const message = `${subject} that the data of the selection did not have: ${list}`
  return [{ code: 'unseen-levels', column: feature, message }]
}

/** One warning for all levels that differ from those of the selection only in spelling. */
function spellingWarning(columns: readonly AppliedColumn[]): readonly Warning[] {
  let rows = 0
  const found = columns.flatMap(({ feature, unseen }) => {
    const spelled = unseen?.levels.filter(({ spells }) => spells !== undefined) ?? []
    if (spelled.length === 0) return []
    rows += spelled.reduce((sum, one) => sum + one.rows, 0)
    const shown = spelled.map(({ level, spells }) => `${JSON.stringify(level)} for ${JSON.stringify(spells)}`)
    return [{ feature, shown: `${feature} (${firstFew(shown, mostNamed)})` }]
  })
  if (found.length === 0) return []
  const names = found.map(({ feature }) => feature)
  const mends = remedy(
    { foldLevels: names },
    'levels differ from those of the selection only in spelling',
    rows,
  )
  const list = firstFew(
    found.map(({ shown }) => shown),
    mostNamed,
  )
  const message = `levels that differ only in spelling from those of the selection: ${list}; ${mends.option} reads them as these`
  return [{ code: 'spelling', columns: names, message, remedy: mends }]
}

function rowsInWords(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`
}

/** The chosen columns of a table; one without values gets the type that it had. */
function chosenTable(
  { selected }: SelectResult,
  { rows, columns }: Table,
  { columns: applied, warnings }: ApplyResult,
): Table {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const chosen = selected.map((name, i): Column => {
    const column = byName.get(name)!
    const { type } = applied[i]
    const isEmpty = countMissing(column.missing) === rows
    return column.type !== type && isEmpty ? emptyColumn(name, type, rows) : column
  })
  return { rows, columns: chosen, warnings }
}

function emptyColumn(name: string, type: Column['type'], rows: number): Column {
  const missing = allocateMask(rows).fill(1)
  return type === 'numeric'
    ? { name, type, values: allocateNumbers(rows).fill(NaN), missing }
    : { name, type, codes: allocateCodes(rows, 0), levels: [], missing }
}
