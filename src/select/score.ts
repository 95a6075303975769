import type { Table } from '../columns/table.ts'
import { unitsOf } from '../criteria/criterion.ts'
import type { RankScores } from '../criteria/criterion.ts'
import { asMerit, findMerit } from '../criteria/registry.ts'
import type { SubsetStep } from '../criteria/subset-criterion.ts'
import type { Run, Source } from '../sources/source.ts'
import { tellingOptions } from '../spec/options.ts'
import { settleScore } from '../spec/rank-spec.ts'
import type { ScoreSpec, SettledScoreSpec, Task } from '../spec/rank-spec.ts'
import { version } from '../spec/version.ts'
import type { View } from '../statistics/view.ts'
import type { ScoreResult, SetScore } from '../trace/score.ts'
import type { RowRange } from '../trace/used-rows.ts'
import type { Warning } from '../trace/warning.ts'
import { Asker } from './play/ask.ts'
import { copyWarnings } from './selection/copy-warnings.ts'
import { chooseMethods } from './play/chosen-methods.ts'
import { checkDiscretiser, fitCodings } from './play/codings.ts'
import { withPermutations } from './play/permutation-p.ts'
import { foldWarnings } from './play/fold-warnings.ts'
import { recutToLearn } from './play/permuted-scores.ts'
import { recuttingOf } from './play/recut.ts'
import type { Recut } from './play/recut.ts'
import { dataFacts, missingWarnings, oneLineEach, sourceOf } from './play/play.ts'
import { playSet, placeSet, wantedBySet } from './information/set-in-play.ts'
import type { PlacedSet } from './information/set-in-play.ts'
import { usedRows, widened } from './play/used-rows.ts'
import { withWarnings } from './play/failure.ts'
import { lookAtTarget } from './play/target.ts'
import { weightWarnings } from './play/weights.ts'
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
  const asker = new Asker(source, run)
  const settled = settleScore(spec)
  const play = playSet(asker.source, settled)
  // Each method has one score, over the rows complete in all columns of the set.
  const policy = settled.missing === 'pairwise' ? 'complete' : settled.missing
  known.push(...missingWarnings(play, policy))
  const merits = chooseMethods(
    settled.by ?? [play.target ? 'joint-mi' : 'multi-information'],
    findMerit,
    asMerit,
  )
  const facts = await lookAtTarget(asker, play, settled)
  checkDiscretiser(settled, play, facts)
  const wanted = wantedBySet(merits, play, facts)
  const codings = await fitCodings(asker, play, facts, wanted, settled)
  const placed = merits.map((merit) => placeSet(merit, play, facts, codings, settled))
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
    view: play.view,
    column: play.target?.column ?? -1,
    seed: settled.seed,
    permutations: settled.permutations,
    recutting,
    variablesOf: ({ set, given }: PlacedSet) => [...set, ...given],
    stepOf: (merit: PlacedSet, view: View, recut: Recut) =>
      stepOf({ ...merit, set: merit.set.map(recut), given: merit.given.map(recut) }, view),
  }
  const steps: SubsetStep[] = []
  for (const merit of placed)
    steps.push(await recutToLearn(asker, merit, stepOf(merit, play.view), permuting))
  const answers = await asker.ask(placed.map(({ criterion }, i) => criterion.needs(steps[i])))
  const folded = placed.map(({ criterion }, i) => criterion.fold(answers[i], steps[i]))
  const found = await withPermutations(asker, placed, folded, permuting, run.progress)
  return {
    criba: version,
    command: 'score',
    data: {
      ...dataFacts(play, facts),
      ...usedRows(play, policy, rowsOf(found)),
    },
    spec: {
      ...settled,
      task: facts.task,
      bins: codings.bins,
      by: placed.map(({ criterion, options }) => ({
        method: criterion.id,
        options: tellingOptions(criterion.options, options),
      })),
    },
    coding: codings.shown,
    features: settled.features,
    ...(settled.given.length > 0 && { given: settled.given }),
    scores: placed.map((merit, i) => shown(merit, found[i], facts.task)),
    warnings: onceEach([
      ...play.source.warnings,
      ...weightWarnings(facts),
      ...missingWarnings(play, policy),
      ...placed.flatMap(({ warning }) => (warning ? [warning] : [])),
      ...(placed.some(({ criterion }) => criterion.foldsRows)
        ? await foldWarnings(asker, play.view, 'cv')
        : []),
      ...(await copyWarnings(
        asker,
        placed,
        play.features.map(({ name }) => name),
        play.view,
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
    options: tellingOptions(criterion.options, options),
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
