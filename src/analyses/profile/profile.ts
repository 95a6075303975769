import { allRows, settleDescribe, viewKey } from '#core'
import type { ColumnRecord, Finding, FindingKind, View, Warning } from '#core'
import type { Codings } from '../coding/codings.ts'
import { columnsKey, foundOnce, identityOf } from '../scope/found-once.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { inspectTarget, targetKey } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'
import { censoringWarnings } from './censoring.ts'
import { contentsOf } from './contents.ts'
import type { ColumnContents } from './contents.ts'
import { copyFinding, findCopies, matchingLevels } from './copies.ts'
import { dateCodes } from './date-codes.ts'
import { identifierFindings, nearlyConstant, plainFindings } from './column-findings.ts'
import { heavyTarget } from './heavy-target.ts'
import { leakFindings } from './leaks.ts'
import { levelWarnings } from './level-warnings.ts'
import { numericCodes } from './numeric-codes.ts'
import { codeWarnings } from './code-warnings.ts'
import { missingValueCodes } from './missing-value-codes.ts'
import { mixedUnits } from './mixed-units.ts'
import { findRoundedCopies } from './rounded-copies.ts'
import { rowDependence } from './row-dependence.ts'
import { codesOfTexts } from './text-codes.ts'

/** Findings that set a column apart from a selection, unless the user keeps it. */
const kindsSetApart: ReadonlySet<FindingKind> = new Set([
  'empty',
  'constant',
  'identifier',
  'group-identifier',
  'free-text',
  'copy',
  'target-copy',
])

export function setsApart({ kind }: Finding): boolean {
  return kindsSetApart.has(kind)
}

/** Values of fewer rows may all differ, or match, by chance. */
const fewestRows = 20
/** A row has so much of the squared deviations before anything is learned. */
const mostOfHeavy = 0.5
/** Where rows are copies, fewer distinct rows for each value of a column say little. */
const rowsOfValue = 5
/** The findings about the columns of a run. */
export interface Profile {
  readonly records: readonly ColumnRecord[]
  /** The target, where something was found of it. */
  readonly ofTarget: readonly ColumnRecord[]
  readonly warnings: readonly Warning[]
  /** Warnings about rows that are not independent, and about levels. */
  readonly ofRows: readonly Warning[]
  /**
   * Rows repeat others, so that a column whose values nearly all differ among distinct rows predicts
   * everything.
   */
  readonly distinctRows: number | null
  /** The columns that no finding sets apart, with enough rows. */
  readonly fit: readonly ColumnContents[]
}

/**
 * Checks every column as a careful analyst would: which are constant, identifiers, free text or copies of
 * another column or the target, and which contain a number that stands for a missing value. Of copies the
 * first is kept, or the first that is `preferred`. Rows without a target or of weight 0 are left out; the
 * others count once, because weights do not matter for whether values differ.
 */
export async function profileColumns(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  preferred: readonly string[] = [],
): Promise<Profile> {
  const { features, target, isDivided } = scope
  const columns = columnsKey(target ? [target, ...features] : features)
  const others = JSON.stringify([isDivided, preferred])
  const key = `profile ${columns} ${targetKey(facts)} ${viewKey(inspectedRows(scope))} ${others}`
  const profile = await foundOnce(identityOf(batcher.source), key, () =>
    checkColumns(batcher, scope, facts, preferred),
  )
  // A result belongs to the user, who may change it.
  return {
    ...profile,
    records: profile.records.map(copyOfRecord),
    ofTarget: profile.ofTarget.map(copyOfRecord),
    warnings: profile.warnings.map((warning) => ({ ...warning })),
    ofRows: profile.ofRows.map((warning) => ({ ...warning })),
  }
}

function copyOfRecord({ findings, ...record }: ColumnRecord): ColumnRecord {
  return { ...record, ...(findings && { findings: findings.map((finding) => ({ ...finding })) }) }
}

async function checkColumns(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  preferred: readonly string[],
): Promise<Profile> {
  const { features, target, parts = [] } = scope
  const view = inspectedRows(scope)
  const targets = target ? [target, ...parts] : []
  const contents = await contentsOf(batcher, [...targets, ...features], targets, facts, view)
  const ofFeatures = contents.slice(targets.length)
  const ofTarget = contents.slice(0, targets.length)
  // The levels of a joint column are those of its parts.
  const asGiven = ofTarget.slice(parts.length > 0 ? 1 : 0)
  const isTarget = (one: ColumnContents) => ofTarget.includes(one)
  const rows = ofTarget[0]?.n ?? batcher.source.rows
  const findings = new Map(contents.map((one) => [one, isTarget(one) ? [] : plainFindings(one, rows)]))
  const apart = new Set(ofFeatures.filter((one) => findings.get(one)!.some(setsApart)))
  const addTo = (one: ColumnContents, finding: Finding) => {
    findings.get(one)!.push(finding)
    if (setsApart(finding)) apart.add(one)
  }
  const add = (found: ReadonlyMap<ColumnContents, Finding>) => {
    for (const [one, finding] of found) addTo(one, finding)
  }
  const remaining = () => ofFeatures.filter((one) => !apart.has(one))

  const enough = (one: ColumnContents) => one.n >= fewestRows
  add(await nearlyConstant(batcher, remaining().filter(enough), view))
  add(await identifierFindings(batcher, remaining().filter(enough), view))
  add(await missingValueCodes(batcher, [...asGiven, ...remaining()].filter(enough), view, contents))
  add(await dateCodes(batcher, contents.filter(enough), view))
  const names = new Set(preferred)
  const precedence = (one: ColumnContents) => (isTarget(one) ? 2 : names.has(one.column.name) ? 1 : 0)
  // The target comes first: others are copies of it, not the other way round.
  const inOrder = [...ofTarget, ...remaining()].filter(enough).sort((a, b) => precedence(b) - precedence(a))
  const matches = await matchingLevels(batcher, inOrder, view)
  const codes = await codesOfTexts(batcher, matches, isTarget, view)
  // Read as amounts, codes say less than the texts that they name, which are kept.
  const rankOf = (one: ColumnContents) => precedence(one) - (codes.has(one) ? 1 / 2 : 0)
  inOrder.sort((a, b) => rankOf(b) - rankOf(a))
  const copies = await findCopies(batcher, inOrder, matches, (one) => codes.has(one), view)
  const others = inOrder.filter((one) => !copies.has(one))
  const rounded = await findRoundedCopies(batcher, others, precedence, view)
  const addCopies = (found: typeof copies, isRounded: boolean) => {
    // One target may be made of another.
    for (const [one, of] of found) if (!isTarget(one)) addTo(one, copyFinding(of, isTarget(of), isRounded))
  }
  addCopies(copies, false)
  addCopies(rounded, true)
  const ofLevels = await levelWarnings(batcher, [...asGiven, ...ofFeatures], view, apart)
  const { groups, warnings: dependence } = await rowDependence(
    batcher,
    scope,
    facts,
    remaining().map(({ column }) => column),
    view,
  )
  for (const one of remaining()) {
    const finding = groups.get(one.column.name)
    if (finding) addTo(one, finding)
  }
  const warnings = [
    ...targetWarnings(facts),
    ...(facts.task === 'regression'
      ? asGiven.flatMap(({ column, numbers }) =>
          numbers ? heavyTarget(numbers, column.name, mostOfHeavy) : [],
        )
      : []),
    ...censoringWarnings(facts, ofFeatures),
    ...dependence,
    ...ofLevels,
    ...numericCodes(ofFeatures, codes),
    ...(await mixedUnits(batcher, contents, view)),
  ]
  const recordsOf = (some: readonly ColumnContents[]) => some.map((one) => recordOf(one, findings.get(one)!))
  const records = recordsOf(ofFeatures)
  const targetRecords = recordsOf(ofTarget).filter((record) => record.findings)
  return {
    records,
    ofTarget: targetRecords,
    warnings: [...warnings, ...warningsOf([...targetRecords, ...records])],
    ofRows: warnings,
    distinctRows: batcher.source.distinctRows ?? null,
    fit: remaining().filter(enough),
  }
}

/** Marks the columns of a profile that predict the target almost perfectly; needs the codings of the run. */
export async function withLeaks(
  batcher: RequestBatcher,
  { records, ofTarget, fit, ofRows, distinctRows }: Profile,
  scope: AnalysisScope,
  facts: TargetFacts,
  { levels }: Pick<Codings, 'levels'>,
): Promise<Profile> {
  const views = { levels, read: scope.view, view: inspectedRows(scope) }
  const found = new Map<string, Finding>()
  for (const one of [...(await factsOfParts(batcher, scope)), facts]) {
    const leaks = await leakFindings(batcher, one, mayLeak(fit, distinctRows), views)
    for (const [{ column }, finding] of leaks) found.set(column.name, finding)
  }
  const marked = records.map((record): ColumnRecord => {
    const leak = found.get(record.name)
    return leak ? { ...record, findings: [...(record.findings ?? []), leak] } : record
  })
  return {
    records: marked,
    ofTarget,
    warnings: [...ofRows, ...warningsOf([...ofTarget, ...marked])],
    ofRows,
    distinctRows,
    fit,
  }
}

/** What is known of each column of a joint target: a column may give one of them away. */
async function factsOfParts(
  batcher: RequestBatcher,
  { parts = [], ...scope }: AnalysisScope,
): Promise<readonly TargetFacts[]> {
  // The view of the scope has the weights already.
  const spec = settleDescribe({})
  const found: TargetFacts[] = []
  for (const target of parts) found.push(await inspectTarget(batcher, { ...scope, target }, spec))
  return found
}

/**
 * Where rows are copies, a column that separates most of the distinct rows predicts every target, and is no
 * leak.
 */
function mayLeak(fit: readonly ColumnContents[], distinctRows: number | null): readonly ColumnContents[] {
  if (distinctRows === null) return fit
  return fit.filter(({ distinct }) => distinct !== null && distinct <= distinctRows / rowsOfValue)
}

/** Every row that has a target and a weight above 0, once. */
export function inspectedRows({ target, view: { weights } }: Pick<AnalysisScope, 'target' | 'view'>): View {
  const complete = target && target.missing > 0 ? { complete: [target.column] } : allRows
  return weights === undefined ? complete : { ...complete, weights, once: true }
}

/** Of fewer different numbers a target is one of classes. */
const fewestNumbers = 5

/** Warns where numbers are read as classes though no option says so and they may be amounts. */
function targetWarnings({ name, values, classNames, isTaskGiven }: TargetFacts): readonly Warning[] {
  const numbers = classNames.map(Number)
  if (!values || isTaskGiven || numbers.length < fewestNumbers || !numbers.every(Number.isFinite)) return []
  const range = `${Math.min(...numbers)} to ${Math.max(...numbers)}`
  const what = numbers.every(Number.isInteger) ? 'whole numbers' : 'numbers'
  const message = `target ${name} has ${numbers.length} ${what}, ${range}, read as classes; --task regression reads them as amounts`
  return [{ code: 'target-type', column: name, message }]
}

/** Findings that every analysis warns of, beside numbers that may stand for a missing value. */
const warnedKinds = ['target-copy', 'leak'] as const satisfies readonly FindingKind[]
/** The record of a column without findings. */
export function plainRecord({ name, type, time, missing }: ScopeColumn): ColumnRecord {
  return { name, type, ...(time && { time }), missing }
}

function recordOf({ column, distinct, n }: ColumnContents, findings: readonly Finding[]): ColumnRecord {
  return {
    ...plainRecord(column),
    // The distinct values of numbers are not always counted.
    ...(column.type === 'categorical' && distinct !== null && n > 0 && { distinct }),
    ...(findings.length > 0 && { findings }),
  }
}

/** What of the findings every analysis warns of. */
function warningsOf(records: readonly ColumnRecord[]): readonly Warning[] {
  const plain = records.flatMap(({ name, findings = [] }) =>
    findings.flatMap(({ kind, message }): readonly Warning[] => {
      const code = warnedKinds.find((warned) => warned === kind)
      return code ? [{ code, column: name, message: `column ${name} ${message}` }] : []
    }),
  )
  return [...plain, ...codeWarnings(records)]
}
