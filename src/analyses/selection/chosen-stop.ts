import { CribaError, methodText } from '#core'
import type { SettledSelectSpec } from '#core'
import { isSignificance, parseCut } from '#methods'
import type { Cut, Search } from '#methods'
import { methodOf, nameOfSearch } from './method-parts.ts'
import type { MethodOptions } from './method-parts.ts'
import type { Scorer } from './scorer.ts'

/** The cut of a ranking without k, stop or cut. */
const defaultCut = 'fdr:0.05'

/**
 * Where the ranking is cut, in merits. Only a ranking can be cut, and only one of k, stop and cut may be
 * given.
 */
export function cutFor(
  { cut, k, stop }: SettledSelectSpec,
  search: Search,
  { criterion, ranker, options }: Scorer,
): Cut | null {
  const isRanking = search.id === 'ranking'
  if (cut === null) {
    const isBounded = k !== null || stop !== null || criterion.stop !== undefined
    if (isBounded || !isRanking || !ranker) return null
    const own = typeof ranker.cut === 'function' ? ranker.cut(options) : ranker.cut
    return inMerits(parseCut(own ?? defaultCut), criterion)
  }
  if (!isRanking) {
    throw new CribaError('invalid', `invalid cut: ${cut} (${search.id} is no ranking; use search ranking)`)
  }
  const other = k === null ? (stop === null || stop === 'none' ? null : 'stop') : 'k'
  if (other) throw new CribaError('invalid', `invalid cut: ${cut} (${other} is given too: name one of them)`)
  const parsed = parseCut(cut)
  if (parsed.by === 'chosen' && ranker?.cut !== 'chosen') {
    throw new CribaError(
      'invalid',
      `invalid cut: chosen (${criterion.id} chooses no columns; use top, share, above or fdr)`,
    )
  }
  return inMerits(parsed, criterion)
}

/** A cut at a score as a cut at its merit. */
export function inMerits(cut: Cut, criterion: Pick<Scorer['criterion'], 'better'>): Cut {
  return cut.by === 'above' && criterion.better === 'lower' ? { ...cut, at: -cut.at } : cut
}

/** The stop in the words of a spec; a stop or option without effect is refused. */
export function stopFor(
  spec: SettledSelectSpec,
  search: Search,
  { can, defaultStop }: Scorer,
  ofSignificance: MethodOptions,
): string | null {
  const { stop, k } = spec
  const [name] = Object.keys(ofSignificance)
  if (!can.step || search.rescores || search.testsIndependence) {
    const text = stop ?? (name === undefined ? 'none' : 'significance')
    if (text === 'none') return null
    const own = nameOfSearch(spec, search)
    throw new CribaError('invalid', `invalid stop: ${text} (${own} ends by itself; use k, or forward)`)
  }
  const text = stop ?? (k === null || name !== undefined ? defaultStop : 'none')
  if (isSignificance(text)) {
    // Options of the default stop belong to the test of the criterion's gains, whoever asks for that test.
    const own = isSignificance(defaultStop) ? methodOf(defaultStop).options : {}
    const given = { ...own, ...methodOf(text).options }
    return methodText({ method: 'significance', options: { ...given, ...ofSignificance } })
  }
  if (name === undefined) return text
  throw new CribaError('invalid', `invalid ${name}: ${ofSignificance[name]} (stop ${text} tests nothing)`)
}
