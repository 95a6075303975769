import { singles } from '../../statistics/family.ts'
import type { CountsRequest } from '../../statistics/request.ts'
import { allRows } from '../../statistics/view.ts'
import type { View } from '../../statistics/view.ts'
import type { ColumnRecord, Finding, FindingKind } from '../../trace/column-record.ts'
import type { Warning } from '../../trace/warning.ts'
import type { Asker } from '../play/ask.ts'
import type { Codings } from '../play/codings.ts'
import type { Play, PlayedColumn } from '../play/play.ts'
import type { TargetFacts } from '../play/target.ts'
import { contentsOf } from './contents.ts'
import type { Contents } from './contents.ts'
import { findCopies } from './copies.ts'
import { identifierFindings } from './identifiers.ts'
import { leakFindings } from './leaks.ts'
import { missingValueCodes } from './missing-value-codes.ts'
import { findRoundedCopies } from './rounded-copies.ts'

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
const warnedOf = ['target-copy', 'leak', 'missing-value-code'] as const satisfies readonly FindingKind[]
/** Values of fewer rows may all differ, or go together, by chance. */
const fewestRows = 20
/** From this share of one value on a column is nearly constant. */
const nearlyAll = 0.99

/** The columns of a run before anything is asked of them. */
export interface Profile {
  readonly records: readonly ColumnRecord[]
  /** The target, where something was found of it. */
  readonly ofTarget: readonly ColumnRecord[]
  readonly warnings: readonly Warning[]
  /** Those that nothing sets apart, of enough rows. */
  readonly fit: readonly Contents[]
}

/**
 * Looks at every column as a careful analyst would: which are constant, tell rows apart, hold free text or a number
 * that stands for a missing value, repeat another column or the target, or predict it too well. Of copies the first stays, or
 * the first that is `preferred`. Rows without a target or of weight 0 are not looked at; the others count once: whether values
 * differ has nothing to do with weights.
 */
export async function profileColumns(
  asker: Asker,
  play: Play,
  facts: TargetFacts,
  preferred: readonly string[] = [],
): Promise<Profile> {
  const { features, target } = play
  const view = rowsToLookAt(play)
  const contents = await contentsOf(
    asker,
    target ? [target, ...features] : features,
    { target, classes: facts.classNames.length },
    view,
  )
  const ofFeatures = target ? contents.slice(1) : contents
  const ofTarget = target ? contents.slice(0, 1) : []
  const rows = ofTarget[0]?.n ?? asker.source.rows
  const findings = new Map(contents.map((one) => [one, one === ofTarget[0] ? [] : plainFindings(one, rows)]))
  const add = (found: ReadonlyMap<Contents, Finding>) => {
    for (const [one, finding] of found) findings.get(one)!.push(finding)
  }
  const left = () => ofFeatures.filter((one) => !findings.get(one)!.some(setsApart))

  const enough = (one: Contents) => one.n >= fewestRows
  add(await nearlyConstant(asker, left().filter(enough), view))
  add(await identifierFindings(asker, left().filter(enough), view))
  add(await missingValueCodes(asker, [...ofTarget, ...left()].filter(enough), view))
  const names = new Set(preferred)
  const precedence = (one: Contents) => (one === ofTarget[0] ? 2 : names.has(one.column.name) ? 1 : 0)
  // The target first: it is what others copy, not the other way round.
  const inOrder = [...ofTarget, ...left()].filter(enough).sort((a, b) => precedence(b) - precedence(a))
  const copies = await findCopies(asker, inOrder, view)
  const others = inOrder.filter((one) => !copies.has(one))
  const rounded = await findRoundedCopies(asker, others, precedence, view)
  for (const [one, of] of copies) findings.get(one)!.push(copyFinding(of, of === ofTarget[0]))
  for (const [one, of] of rounded) findings.get(one)!.push(copyFinding(of, of === ofTarget[0], true))
  const recordsOf = (some: readonly Contents[]) => some.map((one) => recordOf(one, findings.get(one)!))
  const records = recordsOf(ofFeatures)
  const told = recordsOf(ofTarget).filter((record) => record.findings)
  return {
    records,
    ofTarget: told,
    warnings: [...told, ...records].flatMap(warningsOf),
    fit: left().filter(enough),
  }
}

/** The same, with the columns found that predict the target almost perfectly: once it is known how the run reads levels. */
export async function withLeaks(
  asker: Asker,
  { records, ofTarget, fit }: Profile,
  play: Play,
  facts: TargetFacts,
  { levels }: Pick<Codings, 'levels'>,
): Promise<Profile> {
  const leaks = await leakFindings(asker, facts, fit, { levels, read: play.view, view: rowsToLookAt(play) })
  const found = new Map([...leaks].map(([{ column }, finding]) => [column.name, finding]))
  const told = records.map((record): ColumnRecord => {
    const leak = found.get(record.name)
    return leak ? { ...record, findings: [...(record.findings ?? []), leak] } : record
  })
  return { records: told, ofTarget, warnings: [...ofTarget, ...told].flatMap(warningsOf), fit }
}

/** Every row that has a target and a weight above 0, once. */
export function rowsToLookAt({ target, view: { weights } }: Pick<Play, 'target' | 'view'>): View {
  const complete = target && target.missing > 0 ? { complete: [target.column] } : allRows
  return weights === undefined ? complete : { ...complete, weights, once: true }
}

/** What shows without holding the column against another. */
function plainFindings({ column: { time }, n, distinct, numbers }: Contents, rows: number): Finding[] {
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
  asker: Asker,
  contents: readonly Contents[],
  view: View,
): Promise<ReadonlyMap<Contents, Finding>> {
  // One value in 99 of 100 rows leaves no more entropy than this, whatever the million other values.
  const suspects = contents.filter(({ levels, n, bits }) => levels !== null && bits[0] <= 0.3 * n)
  if (suspects.length === 0) return new Map()
  const request: CountsRequest = {
    kind: 'counts',
    family: singles(suspects.map(({ levels }) => levels!)),
    view,
  }
  const [[tables]] = await asker.ask([[request]])
  return new Map(
    suspects.flatMap((one, i): (readonly [Contents, Finding])[] => {
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

function copyFinding({ column: { name: of } }: Contents, isTarget: boolean, isRounded = false): Finding {
  const first = isTarget ? `the target ${of}` : of
  const how = isRounded
    ? ' but for scale and rounding'
    : `: each of its values goes with one of ${isTarget ? 'the target' : of}`
  return { kind: isTarget ? 'target-copy' : 'copy', of, message: `repeats ${first}${how}` }
}

/** What is known of a column without a look at its values. */
export function plainRecord({ name, type, time, missing }: PlayedColumn): ColumnRecord {
  return { name, type, ...(time && { time }), missing }
}

function recordOf({ column, distinct, n }: Contents, findings: readonly Finding[]): ColumnRecord {
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
