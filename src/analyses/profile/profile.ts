import { singles } from '../../statistics/family.ts'
import type { CountsRequest } from '../../statistics/request.ts'
import { allRows } from '../../statistics/view.ts'
import type { View } from '../../statistics/view.ts'
import type { ColumnRecord, Finding, FindingKind } from '../../trace/column-record.ts'
import type { Warning } from '../../trace/warning.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { Codings } from '../scope/codings.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { TargetFacts } from '../scope/target.ts'
import { contentsOf } from './contents.ts'
import type { ColumnContents } from './contents.ts'
import { findCopies } from './copies.ts'
import { identifierFindings } from './identifiers.ts'
import { leakFindings } from './leaks.ts'

/** What a selection leaves out unless it is told to take it. */
const kinds: ReadonlySet<FindingKind> = new Set([
  'empty',
  'constant',
  'identifier',
  'free-text',
  'copy',
  'target-copy',
])

export function setsApart({ kind }: Finding): boolean {
  return kinds.has(kind)
}

/** What a user should know of whatever is asked. */
const warnedOf = ['target-copy', 'leak'] as const satisfies readonly FindingKind[]
/** Values of fewer rows may all differ, or go together, by chance. */
const fewestRows = 20
/** From this share of one value on a column is nearly constant. */
const nearlyAll = 0.99

/** The columns of a run before anything is asked of them. */
export interface Profile {
  readonly records: readonly ColumnRecord[]
  readonly warnings: readonly Warning[]
  /** Those that nothing sets apart, of enough rows. */
  readonly fit: readonly ColumnContents[]
}

/**
 * Looks at every column as a careful analyst would: which are constant, tell rows apart, hold free text, repeat another
 * column or the target, or predict it too well. Of copies the first stays, or the first that is `preferred`. Rows without a
 * target or of weight 0 are not looked at; the others count once: whether values differ has nothing to do with weights.
 */
export async function profileColumns(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  preferred: readonly string[] = [],
): Promise<Profile> {
  const { features, target } = scope
  const view = rowsToLookAt(scope)
  const contents = await contentsOf(
    batcher,
    target ? [target, ...features] : features,
    { target, classes: facts.classNames.length },
    view,
  )
  const ofFeatures = target ? contents.slice(1) : contents
  const ofTarget = target ? contents.slice(0, 1) : []
  const rows = ofTarget[0]?.n ?? batcher.source.rows
  const findings = new Map(ofFeatures.map((one) => [one, plainFindings(one, rows)]))
  const add = (found: ReadonlyMap<ColumnContents, Finding>) => {
    for (const [one, finding] of found) findings.get(one)!.push(finding)
  }
  const left = () => ofFeatures.filter((one) => !findings.get(one)!.some(setsApart))

  const enough = (one: ColumnContents) => one.n >= fewestRows
  add(await nearlyConstant(batcher, left().filter(enough), view))
  add(await identifierFindings(batcher, left().filter(enough), view))
  const names = new Set(preferred)
  const inOrder = left().sort((a, b) => Number(names.has(b.column.name)) - Number(names.has(a.column.name)))
  // The target first: it is what others copy, not the other way round.
  const copies = await findCopies(batcher, [...ofTarget, ...inOrder].filter(enough), view)
  for (const [one, of] of copies) findings.get(one)!.push(copyFinding(of.column.name, of === ofTarget[0]))
  const records = ofFeatures.map((one) => recordOf(one, findings.get(one)!))
  return { records, warnings: records.flatMap(warningsOf), fit: left().filter(enough) }
}

/** The same, with the columns found that predict the target almost perfectly: once it is known how the run reads levels. */
export async function withLeaks(
  batcher: RequestBatcher,
  { records, fit }: Profile,
  scope: AnalysisScope,
  facts: TargetFacts,
  { levels }: Pick<Codings, 'levels'>,
): Promise<Profile> {
  const leaks = await leakFindings(batcher, facts, fit, {
    levels,
    read: scope.view,
    view: rowsToLookAt(scope),
  })
  const found = new Map([...leaks].map(([{ column }, finding]) => [column.name, finding]))
  const told = records.map((record): ColumnRecord => {
    const leak = found.get(record.name)
    return leak ? { ...record, findings: [...(record.findings ?? []), leak] } : record
  })
  return { records: told, warnings: told.flatMap(warningsOf), fit }
}

/** Every row that has a target and a weight above 0, once. */
export function rowsToLookAt({ target, view: { weights } }: Pick<AnalysisScope, 'target' | 'view'>): View {
  const complete = target && target.missing > 0 ? { complete: [target.column] } : allRows
  return weights === undefined ? complete : { ...complete, weights, once: true }
}

/** What shows without holding the column against another. */
function plainFindings({ column: { time }, n, distinct, numbers }: ColumnContents, rows: number): Finding[] {
  const isConstant = distinct === 1 || (numbers !== null && numbers.min === numbers.max)
  if (n === 0) return [{ kind: 'empty', message: 'has no value' }]
  if (isConstant) return [{ kind: 'constant', message: 'has the same value in every row that has one' }]
  const share = `${Math.round((100 * (rows - n)) / rows)} %`
  return [
    ...(time ? [{ kind: 'time', message: `holds ${timeInWords[time]}` } as const] : []),
    ...(rows - n > rows / 2
      ? [{ kind: 'mostly-empty', message: `has no value in ${share} of the rows` } as const]
      : []),
  ]
}

const timeInWords = { date: 'dates', datetime: 'dates with a time', time: 'times' } as const

/** Columns whose values are the same but for one in a hundred. */
async function nearlyConstant(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<ReadonlyMap<ColumnContents, Finding>> {
  // One value in 99 of 100 rows leaves no more entropy than this, whatever the million other values.
  const suspects = contents.filter(({ levels, n, bits }) => levels !== null && bits[0] <= 0.3 * n)
  if (suspects.length === 0) return new Map()
  const request: CountsRequest = {
    kind: 'counts',
    family: singles(suspects.map(({ levels }) => levels!)),
    view,
  }
  const [[tables]] = await batcher.request([[request]])
  return new Map(
    suspects.flatMap((one, i): (readonly [ColumnContents, Finding])[] => {
      const most = tables[i].cells.reduce((most, count) => Math.max(most, count), 0)
      if (most < nearlyAll * one.n) return []
      const value = tables[i].levels[0][tables[i].cells.indexOf(most)]
      return [
        [
          one,
          { kind: 'nearly-constant', message: `is ${value} in all but ${one.n - most} of ${one.n} rows` },
        ],
      ]
    }),
  )
}

function copyFinding(of: string, isTarget: boolean): Finding {
  return isTarget
    ? {
        kind: 'target-copy',
        of,
        message: `repeats the target ${of}: each of its values goes with one of the target`,
      }
    : { kind: 'copy', of, message: `repeats ${of}: each of its values goes with one of ${of}` }
}

/** What is known of a column without a look at its values. */
export function plainRecord({ name, type, time, missing }: ScopeColumn): ColumnRecord {
  return { name, type, ...(time && { time }), missing }
}

function recordOf({ column, distinct, n }: ColumnContents, findings: readonly Finding[]): ColumnRecord {
  return {
    ...plainRecord(column),
    // Of numbers only some are counted.
    ...(column.type === 'categorical' && distinct !== null && n > 0 && { distinct }),
    ...(findings.length > 0 && { findings }),
  }
}

function warningsOf({ name, findings = [] }: ColumnRecord): readonly Warning[] {
  return findings.flatMap(({ kind, message }) => {
    const code = warnedOf.find((warned) => warned === kind)
    return code ? [{ code, column: name, message: `column ${name} ${message}` }] : []
  })
}
