import { rankForCut } from '../../analyses/rank.ts'
import { chooseSelection } from '../../analyses/selection/chosen-selection.ts'
import { findTakenColumns } from '../../analyses/selection/taken-columns.ts'
import { merit } from '../../criteria/criterion.ts'
import type { RankCriterion } from '../../criteria/criterion.ts'
import { rankers } from '../../criteria/registry.ts'
import { binomialAtLeast, binomialAtMost } from '../../measures/tails.ts'
import type { Run } from '../../sources/source.ts'
import { CribaError } from '../../spec/error.ts'
import { nonDefaultOptions } from '../../spec/options.ts'
import type { OptionsOf, OptionTable } from '../../spec/options.ts'
import { dataPartOf } from '../../spec/rank-spec.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { SetAside } from '../../trace/selection.ts'
import { selectWhole, withoutColumnsSetApart } from '../inner-selection.ts'
import { withShadows } from '../shadow-columns.ts'
import { defineOuter } from './outer-method.ts'
import type { OuterProblem } from './outer-method.ts'

const options = {
  runs: { type: 'whole', min: 1, max: 10_000, default: 100, help: 'the most rankings with new shadows' },
  p: {
    type: 'number',
    min: 1e-9,
    max: 0.5,
    default: 0.01,
    help: 'the level of the test of a column, corrected for all columns (Bonferroni)',
  },
} as const satisfies OptionTable

/** So many shadows stand beside the columns at least, so that their best is not that of one or two. */
const fewestShadows = 5

/** A column as the runs go by. */
interface TestedColumn {
  readonly feature: string
  /** In how many runs it was better than the best shadow. */
  hits: number
  /** Σ of its scores, and how many there are. */
  sum: number
  state: 'undecided' | 'confirmed' | 'rejected'
  pValue: number
}

/**
 * Keeps every column that is better than columns of noise, also those that others make redundant.
 *
 * J = the share of the runs in which a column is better than the best shadow. A shadow is a copy whose values are permuted. Each run
 * ranks all columns that are not rejected together with new shadows of them (five or more). After each run the hits of each
 * undecided column are tested as those of a fair coin, corrected by Bonferroni for all columns: too many confirm it, too few reject
 * it. It ends when all are decided, or after `runs`; undecided columns are not kept, and named. The ranking is `forest-importance` by
 * permutation out of the bag, or the criterion that is named. p is that of so many hits, corrected. Kursa and Rudnicki (2010), as in
 * version 8 of their package, with raw instead of standardised losses.
 *
 * @example select(table, { target: 'y', method: 'boruta' })
 */
export const boruta = defineOuter({
  id: 'boruta',
  title: 'All columns that are better than permuted copies',
  by: { method: 'forest-importance', options: { kind: 'permutation' } },
  takes: ['search'],
  better: 'higher',
  units: 'share of the runs',
  pValue: 'binomial of the hits, Bonferroni',
  options,
  formula: 'P(Binomial(runs, ½) ≥ hits)·d ≤ p, hits: J(X_k) > max J(shadows)',
  reference: 'Kursa & Rudnicki 2010',
  choose: async (problem, { progress = () => {}, ...run }) => {
    const { source, inner, k, options } = problem
    const { scorer: named, search } = chooseSelection(inner)
    const criterion = rankerOf(named.criterion.id)
    if (search.record.id !== 'ranking') {
      throw new CribaError('invalid', `invalid search: ${search.record.id} (boruta resamples rankings)`)
    }
    const whole = await selectWhole(source, { ...inner, k: 1 }, run)
    const settled = withoutColumnsSetApart({ ...inner, k: 1 }, whole)
    const { scorer } = chooseSelection(settled)
    const given = nonDefaultOptions(scorer.criterion.options, scorer.options)
    const { scope } = findTakenColumns([scorer], source, settled, [])
    const all = scope.features.map(({ name }): TestedColumn => ({
      feature: name,
      hits: 0,
      sum: 0,
      state: 'undecided',
      pValue: 1,
    }))
    let runs = 0
    while (runs < options.runs && all.some(({ state }) => state === 'undecided')) {
      await addRun(problem, settled, criterion, given, all, ++runs, run)
      decide(all, runs, options)
      progress(runs / options.runs)
    }
    const order = (a: TestedColumn, b: TestedColumn) => b.hits - a.hits || b.sum - a.sum
    const confirmed = all.filter(({ state }) => state === 'confirmed').sort(order)
    const kept = confirmed.slice(0, k ?? Infinity)
    const others = all.filter((one) => !kept.includes(one)).sort(order)
    const undecided = all.filter(({ state }) => state === 'undecided').map(({ feature }) => feature)
    return {
      whole,
      options,
      selected: kept.map(({ feature }) => feature),
      steps: kept.map(({ feature, hits, pValue }) => ({
        action: 'add',
        feature,
        score: hits / runs,
        pValue,
      })),
      setAside: others.map((one): SetAside => ({ feature: one.feature, because: whyAside(one, runs) })),
      score: kept.length > 0 ? kept[kept.length - 1].hits / runs : null,
      evaluations: runs,
      stopped: undecided.length === 0 ? 'all columns are decided' : `runs = ${runs}`,
      warnings:
        undecided.length === 0
          ? []
          : [
              {
                code: 'undecided',
                columns: undecided,
                message: `boruta leaves ${undecided.length} undecided after ${runs} runs: ${undecided.slice(0, 5).join(', ')}${undecided.length > 5 ? ', …' : ''} (more runs may decide)`,
              },
            ],
    }
  },
})

/** The ranker of that name; a criterion of another kind is refused. */
function rankerOf(id: string): RankCriterion {
  const found = rankers.find((criterion) => criterion.id === id)
  if (found) return found
  throw new CribaError(
    'unsuitable',
    `unsuitable criterion: ${id} (boruta resamples rankings, such as mutual-information)`,
  )
}

/** One ranking with new shadows: counts the columns that are better than the best of them. */
async function addRun(
  { source }: OuterProblem,
  settled: SettledSelectSpec,
  criterion: RankCriterion,
  given: Readonly<Record<string, string | number | boolean>>,
  all: readonly TestedColumn[],
  number: number,
  run: Run,
): Promise<void> {
  const active = all.filter(({ state }) => state !== 'rejected')
  const names = active.map(({ feature }) => feature)
  const copies = Math.max(1, Math.ceil(fewestShadows / names.length))
  const shadowed = withShadows(source, Array.from({ length: copies }, () => names).flat(), {
    seed: settled.seed,
    number,
  })
  const { types, drop } = settled
  const shadowTypes = shadowed.shadows.flatMap((shadow, i) => {
    const name = names[i % names.length]
    const type = types && Object.hasOwn(types, name) ? types[name] : undefined
    return type === undefined ? [] : [[shadow, type] as const]
  })
  const rejected = all.filter(({ state }) => state === 'rejected').map(({ feature }) => feature)
  // Each run draws anew.
  const draws = Object.hasOwn(criterion.options, 'seed') && { seed: Number(given['seed'] ?? 0) + number }
  const { rankings } = await rankForCut(
    shadowed,
    {
      ...dataPartOf(settled),
      ...(types && { types: { ...types, ...Object.fromEntries(shadowTypes) } }),
      drop: [...drop, ...rejected],
      by: [{ method: criterion.id, options: { ...given, ...draws } }],
      seed: settled.seed,
    },
    run,
    null,
  )
  const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
  const meritOf = (name: string) => {
    const score = scores.get(name)
    return score === null || score === undefined ? -Infinity : merit(score, criterion)
  }
  const best = shadowed.shadows.reduce((most, name) => Math.max(most, meritOf(name)), -Infinity)
  for (const one of active) {
    const own = meritOf(one.feature)
    if (own > best) one.hits++
    if (Number.isFinite(own)) one.sum += own
  }
}

/** Confirms or rejects undecided columns by their hits in so many runs. */
function decide(all: readonly TestedColumn[], runs: number, { p }: OptionsOf<typeof options>): void {
  for (const one of all) {
    if (one.state !== 'undecided') continue
    one.pValue = Math.min(1, all.length * binomialAtLeast(one.hits, runs, 0.5))
    if (one.pValue < p) one.state = 'confirmed'
    else if (all.length * binomialAtMost(one.hits, runs, 0.5) < p) one.state = 'rejected'
  }
}

function whyAside({ hits, state }: TestedColumn, runs: number): string {
  const times = `better than the best shadow in ${hits} of ${runs} runs`
  return state === 'undecided' ? `undecided: ${times}` : state === 'rejected' ? times : `${times}, beyond k`
}
