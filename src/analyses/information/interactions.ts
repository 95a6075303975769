import { CribaError, exchangeOf, firstFew, inUnits, isNear, settleInteractions, version } from '#core'
import type {
  ColumnRecord,
  Interactions,
  InteractionsSpec,
  PairInteraction,
  Run,
  SettledInteractionsSpec,
  Source,
  Table,
  Warning,
} from '#core'
import { checkDiscretiser, fitCodings } from '../coding/codings.ts'
import { recuttingOf } from '../coding/recut.ts'
import type { Recut } from '../coding/recut.ts'
import { missingnessWarnings } from '../profile/missingness.ts'
import { profileColumns, withLeaks } from '../profile/profile.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { underOneTarget } from '../scope/one-target.ts'
import { dataFacts, missingWarnings, oneLineEach, scopeOf, sourceOf } from '../scope/scope.ts'
import { splitColumnsOf } from '../scope/split-columns.ts'
import { inspectTarget } from '../scope/target.ts'
import { weightWarnings } from '../scope/weights.ts'
import { scorePairs } from './interaction-scores.ts'
import type { PairScores } from './interaction-scores.ts'
import { findPairable, pairedColumn, pairedColumns, pairEntropiesWithTarget } from './pair-entropies.ts'
import type { PairEntropies } from './pair-entropies.ts'
import { testPairs, withoutPairTests } from './pair-tests.ts'

/** The interactions of all pairs; see `interactions` (src/analyses/verbs.ts). */
export function interactionsOf(
  data: Table | Source,
  spec: InteractionsSpec,
  run: Run = {},
): Promise<Interactions> {
  return underOneTarget(sourceOf(data, run), spec, settleInteractions, run, (source, one) =>
    interactionsFrom(source, one, run),
  )
}

/** The interactions of pairs of a source. */
async function interactionsFrom(source: Source, spec: InteractionsSpec, run: Run): Promise<Interactions> {
  const start = performance.now()
  const batcher = new RequestBatcher(source, run)
  const settled = settleInteractions(spec)
  const scope = scopeOf(batcher.source, settled)
  if (!scope.target) throw new CribaError('missing', 'missing target (interactions needs one)')
  const { columns, warnings } = findPairable(scope, 'interactions')
  if (columns.length < 2) {
    const those = columns.length === 1 ? `only ${columns[0].name}` : 'none'
    throw new CribaError(
      'missing',
      `missing features: interactions needs 2 or more with values (has ${those})`,
    )
  }
  const facts = await inspectTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  const codingNeeds = { levels: columns, values: [], targetLevels: true }
  const codings = await fitCodings(batcher, scope, facts, codingNeeds, settled)
  const profile = await withLeaks(batcher, await profileColumns(batcher, scope, facts), scope, facts, codings)
  const target = pairedColumn(scope.target, codings.target!, scope.view)
  const paired = pairedColumns(columns, codings, scope.view)
  const entropies = pairEntropiesWithTarget(paired, target)
  const recutting = recuttingOf(codings, facts, settled)
  const exchange = exchangeOf(splitColumnsOf(batcher.source, { ...settled, key: null }))
  const permuting = {
    column: scope.target.column,
    facts,
    recutting,
    ...(exchange && { exchange }),
    recut: (recut: Recut) =>
      pairEntropiesWithTarget(
        paired.map((column) => ({ ...column, variable: recut(column.variable) })),
        target,
      ),
  }
  const scored = await scorePairs(batcher, entropies, scope, settled, permuting, run.progress)
  const { places, empty } = order(entropies, scored)
  if (places.length === 0) {
    throw new CribaError('unsuitable', `unsuitable columns for interactions: it can pair none (${noRow})`)
  }
  const tests =
    settled.permutations !== null
      ? null
      : recutting
        ? withoutPairTests(scored.n.length, cutByTarget(settled))
        : exchange
          ? withoutPairTests(scored.n.length, byExchange)
          : await testPairs(batcher, entropies, places, scope.view)
  const scores = tests ? { ...scored, ...tests } : scored
  const unit = inUnits[settled.units]
  return {
    criba: version,
    command: 'interactions',
    data: dataFacts(scope, facts),
    spec: { ...settled, task: facts.task, bins: codings.bins },
    coding: codings.shown,
    pairs: Array.from(places, (place) => showPair(place, entropies, scores, unit)),
    alone: columns.map(({ name }, i) => ({
      feature: name,
      information: Number.isNaN(scored.own[i]) ? null : scored.own[i] * unit,
    })),
    targetEntropy: scored.ofTarget * unit,
    units: settled.units,
    warnings: oneLineEach([
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(scope, settled.missing),
      ...warnings,
      ...emptyWarning(empty, entropies),
      ...profile.warnings,
      ...identifierWarnings(profile.records),
      ...(await missingnessWarnings(batcher, scope, codings.target ?? facts.classes)),
      ...(tests?.warnings ?? []),
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** An identifier seems to interact with every column it is paired with. */
function identifierWarnings(columns: readonly ColumnRecord[]): readonly Warning[] {
  return columns.flatMap(({ name, findings = [] }) =>
    findings.flatMap(({ kind, message }): Warning[] =>
      kind === 'identifier'
        ? [{ code: 'identifier', column: name, message: `column ${name} ${message} (drop it if it is one)` }]
        : [],
    ),
  )
}

/** Pairs by the size of their interaction, ties in the order of the table; and the pairs without rows. */
function order(
  { columns: { length: width }, a, b }: PairEntropies,
  { n, interaction }: PairScores,
): { readonly places: Uint32Array; readonly empty: Uint32Array } {
  const all = Uint32Array.from(n.keys())
  const sizes = interaction.map(Math.abs)
  const inTable = (p: number, q: number) => a[p] * width + b[p] - (a[q] * width + b[q])
  const places = all.filter((pair) => n[pair] > 0).sort((p, q) => sizes[q] - sizes[p])
  // Ties are found after sorting, because "nearly equal" is not transitive.
  for (let start = 0; start < places.length;) {
    let end = start + 1
    while (end < places.length && isNear(sizes[places[start]], sizes[places[end]])) end++
    places.subarray(start, end).sort(inTable)
    start = end
  }
  return { places, empty: all.filter((pair) => n[pair] === 0).sort(inTable) }
}

function showPair(
  pair: number,
  { columns, a, b }: PairEntropies,
  { iA, iB, joint, interaction, similarity, pValue, pFrom }: PairScores,
  unit: number,
): PairInteraction {
  return {
    a: columns[a[pair]].name,
    b: columns[b[pair]].name,
    iA: iA[pair] * unit,
    iB: iB[pair] * unit,
    joint: joint[pair] * unit,
    interaction: interaction[pair] * unit,
    similarity: similarity[pair],
    ...(pValue &&
      !Number.isNaN(pValue[pair]) && { pValue: pValue[pair], pFrom: pFrom?.[pair] ?? 'permutation' }),
  }
}

function cutByTarget({ discretise }: SettledInteractionsSpec): string {
  return `interactions: no p-values, because discretise ${discretise} cuts by the target (use permutations 199, which repeat the cuts)`
}

const byExchange =
  'interactions: no p-values: those of tables are of independent rows (use permutations 199, which respect group, strata and time)'

const noRow = 'no row used has values of both and of the target'

function emptyWarning(empty: Uint32Array, { columns, a, b }: PairEntropies): readonly Warning[] {
  if (empty.length === 0) return []
  const names = Array.from(empty, (pair) => `${columns[a[pair]].name} × ${columns[b[pair]].name}`)
  return [{ code: 'unsuitable', message: `interactions leaves out ${firstFew(names, 5)}: ${noRow}` }]
}
