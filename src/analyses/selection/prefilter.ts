import { CribaError, dataPartOf, parseMethod } from '#core'
import type { PrefilterFacts, Run, SettledSelectSpec, Source, Warning } from '#core'
import {
  chosenCut,
  findRanker,
  makeCut,
  merit,
  passesCut,
  rankers,
  setCriteria,
  stepCriteria,
} from '#methods'
import type { Cut } from '#methods'
import { rankForCut } from '../ranking/rank.ts'
import { namedMethods } from '../scope/named-methods.ts'
import { inMerits } from './chosen-selection.ts'

/** The columns that a prefilter excludes. */
export interface PrefilteredColumns {
  readonly excluded: readonly string[]
  /** The facts for the result; null without a prefilter. */
  readonly facts: PrefilterFacts | null
  /** What the user should know of its p-values. */
  readonly warnings: readonly Warning[]
}

/**
 * Ranks the columns and excludes those below the cut, except columns to keep and groups of which one column
 * passes.
 */
export async function prefilter(
  source: Source,
  { prefilter, keep, groups, ...spec }: SettledSelectSpec,
  run: Run,
): Promise<PrefilteredColumns> {
  if (prefilter === null) return { excluded: [], facts: null, warnings: [] }
  const { method, options, cut } = filterOf(prefilter)
  const rankSpec = {
    ...dataPartOf(spec),
    seed: spec.seed,
    group: spec.group,
    strata: spec.strata,
    time: spec.time,
    given: spec.given,
    by: [{ method, options }],
    groups: findRanker(method).readsGroups ? groups : {},
  }
  const { rankings, warnings } = await rankForCut(source, rankSpec, run, cut)
  const criterion = findRanker(method)
  const cutInMerits = inMerits(cut, criterion)
  const [{ scores }] = rankings
  const chosen = scores.filter(
    ({ score, qValue = NaN, chosen: isChosen = false }, place) =>
      score !== null &&
      passesCut(
        { place, total: scores.length, merit: merit(score, criterion), qValue, isChosen },
        cutInMerits,
      ),
  )
  const remaining = new Set([...keep, ...chosen.map(({ feature }) => feature)])
  const isOfGroup = (members: readonly string[]) => members.some((name) => remaining.has(name))
  for (const member of Object.values(groups).filter(isOfGroup).flat()) remaining.add(member)
  const excluded = scores.map(({ feature }) => feature).filter((feature) => !remaining.has(feature))
  if (excluded.length === scores.length) {
    throw new CribaError('missing', `missing features: the prefilter ${method} leaves none (${cut.text})`)
  }
  return {
    excluded,
    facts: { method, cut: cut.text, features: scores.length - excluded.length },
    warnings: warnings.filter(({ code }) => code === 'unchecked-law'),
  }
}

/**
 * The ranking and the cut of a text such as `mutual-information:top=50`; a method that chooses columns itself
 * needs no cut.
 */
function filterOf(given: NonNullable<SettledSelectSpec['prefilter']>) {
  const { method, options = {} } = typeof given === 'string' ? parseMethod(given) : given
  if (isNoRanking(method)) {
    throw new CribaError(
      'unsuitable',
      `unsuitable prefilter: ${method} is no ranking (use a ranker, as mutual-information:top=50)`,
    )
  }
  const cuts = (['top', 'share', 'above', 'fdr'] as const).filter((by) => Object.hasOwn(options, by))
  if (cuts.length === 0 && findRanker(method).cut === 'chosen') return { method, options, cut: chosenCut }
  if (cuts.length !== 1) {
    throw new CribaError(
      'invalid',
      `invalid prefilter: ${method} (needs one cut, as ${method}:top=50, or share, above, fdr)`,
    )
  }
  const [by] = cuts
  const { [by]: at, ...others } = options
  const cut: Cut = makeCut(by, at as string | number)
  return { method, options: others, cut }
}

/** Whether a name is that of a criterion of steps or sets only, or of a criterion with a search. */
function isNoRanking(method: string): boolean {
  if (rankers.some(({ id }) => id === method)) return false
  return [...stepCriteria, ...setCriteria, ...namedMethods].some(({ id }) => id === method)
}
