import type { Table } from '../columns/table.ts'
import { unitsOf } from '../criteria/criterion.ts'
import type { RankScores } from '../criteria/criterion.ts'
import { asSetCriterion, findSetCriterion } from '../criteria/registry.ts'
import type { SubsetStep } from '../criteria/subset-criterion.ts'
import type { Run, Source } from '../sources/source.ts'
import { nonDefaultOptions } from '../spec/options.ts'
import { settleScore } from '../spec/rank-spec.ts'
import type { ScoreSpec, SettledScoreSpec, Task } from '../spec/rank-spec.ts'
import { version } from '../spec/version.ts'
import type { View } from '../statistics/view.ts'
import type { ScoreResult, SetScore } from '../trace/score.ts'
import type { RowRange } from '../trace/used-rows.ts'
import type { Warning } from '../trace/warning.ts'
import { RequestBatcher } from './scope/request-batcher.ts'
import { copyWarnings } from './selection/copy-warnings.ts'
import { chooseMethods } from './scope/chosen-methods.ts'
import { checkDiscretiser, fitCodings } from './scope/codings.ts'
import { withPermutations } from './scope/permutation-p.ts'
import { foldWarnings } from './scope/fold-warnings.ts'
import { recutToLearn } from './scope/permuted-scores.ts'
import { recuttingOf } from './scope/recut.ts'
import type { Recut } from './scope/recut.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from './scope/scope.ts'
import { scopeWithSet, placeSet, wantedBySet } from './information/set-in-scope.ts'
import type { PlacedSet } from './information/set-in-scope.ts'
import { usedRows, widened } from './scope/used-rows.ts'
import { withWarnings } from './scope/failure.ts'
import { lookAtTarget } from './scope/target.ts'
import { weightWarnings } from './scope/weights.ts'
import type { TypedScoreSpec } from './typed-specs.ts'

/**
 * Scores one set of columns by one or several criteria of sets, over the rows complete in all columns of the set, what it
 * is conditioned on and the target. By default `joint-mi`, or `multi-information` without a target.
 *
 * @example const { scores } = await score(table, { features: ['age', 'dose'], target: 'cured', by: ['joint-mi', 'delta-test'] })
 * @throws CribaError naming the column, the method and the mend
 */
export function score(data: Table | Source, spec: TypedScoreSpec, run?: Run): Promise<ScoreResult>
/** The same once more, by the spec of a result. */
export function score(data: Table | Source, spec: SettledScoreSpec, run?: Run): Promise<ScoreResult>
export async function score(data: Table | Source, spec: ScoreSpec, run: Run = {}): Promise<ScoreResult> {
  const source = sourceOf(data)
  return withWarnings(source.warnings, (known) => scoreFrom(source, spec, run, known))
}

/** The same of a source; what there is to warn of is added to the warnings as soon as it is known. */
async function scoreFrom(source: Source, spec: ScoreSpec, run: Run, known: Warning[]): Promise<ScoreResult> {
  const start = performance.now()
  const batcher = new RequestBatcher(source, run)
  const settled = settleScore(spec)
  const scope = scopeWithSet(batcher.source, settled)
  // Each method has one score, over the rows complete in all columns of the set.
  const policy = settled.missing === 'pairwise' ? 'complete' : settled.missing
  known.push(...missingWarnings(scope, policy))
  const merits = chooseMethods(
    settled.by ?? [scope.target ? 'joint-mi' : 'multi-information'],
    findSetCriterion,
    asSetCriterion,
  )
  const facts = await lookAtTarget(batcher, scope, settled)
  checkDiscretiser(settled, scope, facts)
  const wanted = wantedBySet(merits, scope, facts)
  const codings = await fitCodings(batcher, scope, facts, wanted, settled)
  const placed = merits.map((merit) => placeSet(merit, scope, facts, codings, settled))
  const recutting = recuttingOf(codings, facts, settled)
  const stepOf = ({ set, given, target, options }: PlacedSet, view: View): SubsetStep => ({
    sets: { list: [set] },
    given,
    target,
    targetName: facts.name,
    classes: facts.classNames,
    options,
    view,
  })
  const permuting = {
    view: scope.view,
    column: scope.target?.column ?? -1,
    seed: settled.seed,
    permutations: settled.permutations,
    recutting,
    variablesOf: ({ set, given }: PlacedSet) => [...set, ...given],
    stepOf: (merit: PlacedSet, view: View, recut: Recut) =>
      stepOf({ ...merit, set: merit.set.map(recut), given: merit.given.map(recut) }, view),
  }
  const steps: SubsetStep[] = []
  for (const merit of placed)
    steps.push(await recutToLearn(batcher, merit, stepOf(merit, scope.view), permuting))
  const answers = await batcher.request(placed.map(({ criterion }, i) => criterion.needs(steps[i])))
  const folded = placed.map(({ criterion }, i) => criterion.fold(answers[i], steps[i]))
  const found = await withPermutations(batcher, placed, folded, permuting, run.progress)
  return {
    criba: version,
    command: 'score',
    data: {
      ...dataFacts(scope, facts),
      ...usedRows(scope, policy, rowsOf(found)),
    },
    spec: {
      ...settled,
      task: facts.task,
      bins: codings.bins,
      by: placed.map(({ criterion, options }) => ({
        method: criterion.id,
        options: nonDefaultOptions(criterion.options, options),
      })),
    },
    coding: codings.shown,
    features: settled.features,
    ...(settled.given.length > 0 && { given: settled.given }),
    scores: placed.map((merit, i) => shown(merit, found[i], facts.task)),
    warnings: onceEach([
      ...scope.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(scope, policy),
      ...placed.flatMap(({ warning }) => (warning ? [warning] : [])),
      ...(placed.some(({ criterion }) => criterion.foldsRows)
        ? await foldWarnings(batcher, scope.view, 'cv')
        : []),
      ...(await copyWarnings(
        batcher,
        placed,
        scope.features.map(({ name }) => name),
        scope.view,
      )),
      ...found.flatMap(({ warnings = [] }, i) =>
        warnings.map((warning) => ({ ...warning, message: `${placed[i].criterion.id}: ${warning.message}` })),
      ),
    ]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** The rows behind all scores. */
function rowsOf(scores: readonly RankScores[]): RowRange | undefined {
  return scores.reduce<RowRange | undefined>((range, { n, score }) => widened(range, n, score), undefined)
}

/** Warnings of one line, each once. */
function onceEach(warnings: readonly Warning[]): readonly Warning[] {
  const seen = new Map(oneLineEach(warnings).map((warning) => [warning.message, warning]))
  return [...seen.values()]
}

function shown(
  { criterion, options }: PlacedSet,
  { score, n, why, parts, pValue }: RankScores,
  task: Task,
): SetScore {
  const value = score[0]
  const isKnown = !Number.isNaN(value) && n[0] > 0
  return {
    method: criterion.id,
    options: nonDefaultOptions(criterion.options, options),
    better: criterion.better,
    score: isKnown ? value : null,
    units: unitsOf(criterion, options, task),
    ...(isKnown && pValue && { pValue: pValue[0] }),
    n: n[0],
    ...(isKnown &&
      parts && { parts: Object.fromEntries(Object.entries(parts).map(([name, of]) => [name, of[0]])) }),
    ...(!isKnown && { why: why?.[0] ?? (n[0] === 0 ? 'no row is complete' : 'it has no score') }),
  }
}
