import { applicableOptions, columnSetAside, CribaError, dataPartOf } from '#core'
import type { OptionsOf, Run, SettledSelectSpec, Source } from '#core'
import { binomialAtLeast, binomialAtMost, merit, rankers } from '#methods'
import type { RankCriterion } from '#methods'
import {
  countedUnits,
  mostBesideKept,
  selectWhole,
  withoutColumnsSetApart,
} from '../held-out/inner-selection.ts'
import type { CountedUnits } from '../held-out/inner-selection.ts'
import { rankForCut } from '../ranking/rank.ts'
import { withShadows } from '../resample/shadow-columns.ts'
import { chooseSelection } from '../selection/chosen-selection.ts'
import type { Scorer } from '../selection/scorer.ts'
import { findTakenColumns } from '../selection/taken-columns.ts'
import type { borutaOptions } from './boruta.ts'
import type { OuterChoice, OuterProblem } from './outer-method.ts'

/**
 * So many shadows of columns or groups stand beside the columns at least, so that their best is not that of
 * one or two.
 */
const fewestShadows = 5

/** A column, or a group of columns, as the runs go by. */
interface TestedUnit {
  readonly feature: string
  readonly columns: readonly string[]
  /** In how many runs it was better than the best shadow. */
  hits: number
  /** Σ of its scores, and how many there are. */
  sum: number
  state: 'undecided' | 'confirmed' | 'rejected'
  pValue: number
}

type Options = OptionsOf<typeof borutaOptions>

/** What `boruta` chooses. */
export async function chooseByBoruta(
  problem: OuterProblem<Options>,
  { progress = () => {}, ...run }: Run,
): Promise<OuterChoice> {
  const { source, inner, k, options } = problem
  const { scorer: named, search } = chooseSelection(inner)
  const criterion = rankerOf(named.criterion.id)
  if (search.record.id !== 'ranking') {
    throw new CribaError('invalid', `invalid search: ${search.record.id} (boruta resamples rankings)`)
  }
  const one = { ...inner, cut: 'top:1' }
  const whole = await selectWhole(source, one, run)
  const settled = withoutColumnsSetApart(one, whole)
  const { scorer } = chooseSelection(settled)
  const given = applicableOptions(scorer.criterion.options, scorer.options)
  const units = unitsOf(source, settled, scorer)
  const most = mostBesideKept(k, units)
  const all = units.names.map((feature): TestedUnit => ({
    feature,
    columns: units.columnsOf(feature),
    hits: 0,
    sum: 0,
    state: 'undecided',
    pValue: 1,
  }))
  let runs = 0
  while (runs < options.runs && all.some(({ state }) => state === 'undecided')) {
    const number = ++runs
    const counted = await problem.once(`run ${number}`, async () => {
      await addRun(problem, settled, criterion, given, all, number, run)
      return all.map(({ hits, sum }) => [hits, sum] as const)
    })
    all.forEach((one, i) => ([one.hits, one.sum] = counted[i]))
    decide(all, runs, options)
    progress(runs / options.runs)
  }
  const order = (a: TestedUnit, b: TestedUnit) => b.hits - a.hits || b.sum - a.sum
  const confirmed = all.filter(({ state }) => state === 'confirmed').sort(order)
  const kept = confirmed.slice(0, most)
  const others = all.filter((one) => !kept.includes(one)).sort(order)
  const undecided = all.filter(({ state }) => state === 'undecided').map(({ feature }) => feature)
  return {
    whole,
    options,
    selected: [...units.kept, ...kept.flatMap(({ columns }) => columns)],
    steps: kept.map(({ feature, hits, pValue }) => ({
      action: 'add',
      feature,
      score: hits / runs,
      pValue,
    })),
    setAside: others.map((one) => columnSetAside(one.feature, whyAside(one, runs), one)),
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
}

/** The ranker of that name; a criterion of another kind is refused. */
function rankerOf(id: string): RankCriterion {
  const found = rankers.find((criterion) => criterion.id === id)
  if (found) return found
  throw new CribaError(
    'unsuitable',
    `unsuitable criterion: ${id} (boruta resamples rankings, such as mutual-information)`,
  )
}

/** The columns and groups to test. */
function unitsOf(source: Source, settled: SettledSelectSpec, scorer: Scorer): CountedUnits {
  const { all, scope } = findTakenColumns([scorer], source, settled, [])
  const units = countedUnits(
    scope.features.map(({ name }) => name),
    settled,
    new Set(all.features.map(({ name }) => name)),
  )
  const missing = new Map(scope.features.map(({ name, missing }) => [name, missing]))
  for (const unit of settled.missing === 'complete' ? [] : units.names) {
    const columns = units.columnsOf(unit)
    const lacking = columns.find((name) => missing.get(name)! > 0)
    if (columns.length < 2 || lacking === undefined) continue
    throw new CribaError(
      'unsuitable',
      `unsuitable group ${unit} for boruta: ${lacking} lacks values, so its columns cannot be permuted as one (use --missing complete, or leave the group out)`,
    )
  }
  return units
}

/** One ranking with new shadows: counts the columns and groups that are better than the best of them. */
async function addRun(
  { source }: OuterProblem,
  settled: SettledSelectSpec,
  criterion: RankCriterion,
  given: Readonly<Record<string, string | number | boolean>>,
  all: readonly TestedUnit[],
  number: number,
  run: Run,
): Promise<void> {
  const active = all.filter(({ state }) => state !== 'rejected')
  const copies = Math.max(1, Math.ceil(fewestShadows / active.length))
  const copied = Array.from({ length: copies }, () => active).flat()
  const names = copied.flatMap(({ columns }) => columns)
  const groupOf = new Map(
    active.flatMap(({ feature, columns }) => columns.map((name) => [name, feature] as const)),
  )
  const shadowed = withShadows(source, names, { seed: settled.seed, number }, groupOf)
  const { types, drop } = settled
  const shadowTypes = shadowed.shadows.flatMap((shadow, i) => {
    const name = names[i]
    const type = types && Object.hasOwn(types, name) ? types[name] : undefined
    return type === undefined ? [] : [[shadow, type] as const]
  })
  const rejected = all.filter(({ state }) => state === 'rejected').flatMap(({ columns }) => columns)
  // Each run draws anew, where the criterion draws under its options.
  const draws = 'seed' in given && { seed: Number(given['seed']) + number }
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
    false,
  )
  const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
  const meritOf = (name: string) => {
    const score = scores.get(name)
    return score === null || score === undefined ? -Infinity : merit(score, criterion)
  }
  const meanOf = (columns: readonly string[]) =>
    columns.reduce((sum, name) => sum + meritOf(name), 0) / columns.length
  let from = 0
  let best = -Infinity
  for (const { columns } of copied) {
    const shadow = shadowed.shadows.slice(from, (from += columns.length))
    best = Math.max(best, meanOf(shadow))
  }
  for (const one of active) {
    const own = meanOf(one.columns)
    if (own > best) one.hits++
    if (Number.isFinite(own)) one.sum += own
  }
}

/** Confirms or rejects undecided columns by their hits in so many runs. */
function decide(all: readonly TestedUnit[], runs: number, { p }: OptionsOf<typeof borutaOptions>): void {
  for (const one of all) {
    if (one.state !== 'undecided') continue
    one.pValue = Math.min(1, all.length * binomialAtLeast(one.hits, runs, 0.5))
    if (one.pValue < p) one.state = 'confirmed'
    else if (all.length * binomialAtMost(one.hits, runs, 0.5) < p) one.state = 'rejected'
  }
}

function whyAside({ hits, state }: TestedUnit, runs: number): string {
  const times = `better than the best shadow in ${hits} of ${runs} runs`
  return state === 'undecided' ? `undecided: ${times}` : state === 'rejected' ? times : `${times}, beyond k`
}
