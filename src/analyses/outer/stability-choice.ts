import { columnSetAside, CribaError } from '#core'
import type { OptionsOf, Run } from '#core'
import { columnsAfterKept, countedUnits, mostBesideKept } from '../held-out/counted-units.ts'
import type { CountedUnits } from '../held-out/counted-units.ts'
import { chooseFromPart, prepareRepeated } from '../held-out/inner-selection.ts'
import { inspectColumns } from '../profile/set-apart.ts'
import { overReplicas, randomParts } from '../resample/replicas.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { chooseSelection, scorersOf } from '../selection/chosen-selection.ts'
import { findTakenColumns } from '../selection/taken-columns.ts'
import { withoutColumns } from '../selection/without-columns.ts'
import { expectedErrors, mostChosen } from './selection-errors.ts'
import type { StabilityDesign } from './selection-errors.ts'
import type { OuterChoice, OuterProblem } from './outer-method.ts'
import type { stabilityOptions } from './stability-selection.ts'

type StabilityProblem = OuterProblem<OptionsOf<typeof stabilityOptions>>

/** What `stability-selection` chooses. */
export async function chooseByStability(
  problem: StabilityProblem,
  { progress = () => {}, ...run }: Run,
): Promise<OuterChoice> {
  const { source, inner, k, options } = problem
  const { columns, q, keptUnits } = await designOf(problem, run)
  const { whole, inPart, units, facts, view } = await prepareRepeated(
    source,
    { ...inner, k: q + keptUnits },
    run,
  )
  const most = mostBesideKept(k, units)
  const splits = randomParts(source, inPart, facts, view, { share: 0.5, count: options.pairs })
  const halves = splits.flatMap(({ test, train }) => [{ sample: test.sample! }, { sample: train.sample! }])
  const chosen = await overReplicas(
    source,
    halves,
    (half, _, own) => chooseFromPart(half, inPart, facts, own, { onlyEntered: true }),
    { ...run, progress },
  )
  const counts = new Map<string, number>()
  for (const selected of chosen)
    for (const unit of units.unitsOf(selected).slice(0, q)) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const shares = units.names
    .map((feature) => ({ feature, share: (counts.get(feature) ?? 0) / halves.length }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
  const kept = shares.filter(({ share }) => share >= options.threshold).slice(0, most)
  const others = shares.filter((one) => !kept.includes(one))
  const expected = expectedErrors(options.bound, {
    columns,
    q,
    threshold: options.threshold,
    pairs: options.pairs,
  })
  return {
    whole,
    options: { ...options, q, errors: Number(expected.toPrecision(4)) },
    selected: columnsAfterKept(
      units,
      kept.map(({ feature }) => feature),
      [whole.selected, ...chosen],
    ),
    steps: kept.map(({ feature, share }) => ({ action: 'add', feature, score: share })),
    setAside: others.map(({ feature, share }) =>
      columnSetAside(feature, `chosen in ${Math.round(100 * share)} % of the halves`),
    ),
    score: kept.at(-1)?.share ?? null,
    evaluations: halves.length,
    stopped: `chosen by at least ${Math.round(100 * options.threshold)} % of ${halves.length} halves`,
    warnings: [],
  }
}

/**
 * How many columns or groups can be chosen, without those set apart and those kept, and how many each half
 * chooses.
 */
async function designOf(
  { source, inner, options: given }: StabilityProblem,
  run: Run,
): Promise<Pick<StabilityDesign, 'columns' | 'q'> & Pick<CountedUnits, 'keptUnits'>> {
  const { apart } = await inspectColumns(new RequestBatcher(source, run), inner)
  const remaining = withoutColumns(inner, apart.keys())
  const { all, scope } = findTakenColumns(scorersOf(chooseSelection(inner)), source, remaining, [])
  const [taken, inScope] = [scope, all].map(({ features }) => features.map(({ name }) => name))
  const { names, keptUnits } = countedUnits(taken, remaining, new Set(inScope))
  const columns = names.length
  if (columns === 0)
    throw new CribaError('missing', 'missing candidates for stability-selection: all columns are kept')
  const { q, errors, bound, threshold, pairs } = given
  if (q > columns) {
    throw new CribaError(
      'invalid',
      `invalid q: ${q} (there are ${columns} to choose among: needs at most so many)`,
    )
  }
  const most = q > 0 ? q : mostChosen(bound, { columns, threshold, pairs }, errors)
  if (most > 0) return { columns, q: Math.min(most, columns), keptUnits }
  throw new CribaError(
    'unsuitable',
    `unsuitable errors: ${errors} (of ${columns} columns even one from each half may give more: raise errors or threshold, or name q)`,
  )
}
