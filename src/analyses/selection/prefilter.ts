import type { Run, Source } from '../../sources/source.ts'
import { merit } from '../../criteria/criterion.ts'
import { findRanker } from '../../criteria/registry.ts'
import { CribaError } from '../../spec/error.ts'
import { parseMethod } from '../../spec/method-text.ts'
import { dataPartOf } from '../../spec/rank-spec.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import { makeCut, passesCut } from '../../stop/cut.ts'
import type { Cut } from '../../stop/cut.ts'
import type { PrefilterFacts } from '../../trace/selection.ts'
import { inMerits } from './chosen-stop.ts'
import { rankFor } from '../rank.ts'

/**
 * Ranks the columns and leaves out those below the cut, but for columns that are kept, and for those of a group of which
 * one stays.
 */
export async function prefilter(
  source: Source,
  { prefilter, keep, groups, ...spec }: SettledSelectSpec,
  run: Run,
): Promise<{ readonly out: readonly string[]; readonly said: PrefilterFacts | null }> {
  if (prefilter === null) return { out: [], said: null }
  const { method, options, cut } = filterOf(prefilter)
  const asked = { ...dataPartOf(spec), seed: spec.seed, by: [{ method, options }] }
  const { rankings } = await rankFor(source, asked, run, cut.by === 'fdr' ? cut.at : null)
  const criterion = findRanker(method)
  const inMeritsOfIt = inMerits(cut, criterion)
  const [{ scores }] = rankings
  const chosen = scores.filter(
    ({ score, qValue = NaN }, place) =>
      score !== null &&
      passesCut({ place, total: scores.length, merit: merit(score, criterion), qValue }, inMeritsOfIt),
  )
  const left = new Set([...keep, ...chosen.map(({ feature }) => feature)])
  const isOfGroup = (members: readonly string[]) => members.some((name) => left.has(name))
  for (const member of Object.values(groups).filter(isOfGroup).flat()) left.add(member)
  const out = scores.map(({ feature }) => feature).filter((feature) => !left.has(feature))
  if (out.length === scores.length) {
    throw new CribaError('missing', `missing features: the prefilter ${method} leaves none (${cut.text})`)
  }
  return { out, said: { method, cut: cut.text, features: scores.length - out.length } }
}

/** A ranking and its cut, as `mutual-information:top=50` says them. */
function filterOf(given: NonNullable<SettledSelectSpec['prefilter']>) {
  const { method, options = {} } = typeof given === 'string' ? parseMethod(given) : given
  const cuts = (['top', 'share', 'above', 'fdr'] as const).filter((by) => Object.hasOwn(options, by))
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
