import type { Nearest, NearestRequest, Scale } from '#core'
import { scaleOption } from '../../shapes/criterion.ts'
import type { RankScores } from '../../shapes/criterion.ts'
import type { SubsetStep } from '../../shapes/subset-criterion.ts'
import { neighbourWarnings, tooFewRows } from './neighbour-warnings.ts'

interface NoiseOptions {
  readonly ties: 'shared' | 'first'
  readonly target: 'value' | 'rank'
  readonly scale: Scale
}

/** What the delta test and the gamma test have in common. */
export const noiseFacts = {
  features: { numeric: 'distances', categorical: null },
  target: 'distances',
  better: 'lower',
  units: 'share of var(y)',
  unitsUnder: ({ target, scale }: NoiseOptions) => {
    const y = target === 'rank' ? 'rank of y' : 'y'
    if (scale === 'none') return target === 'rank' ? '(rank of y)²' : 'y²'
    return scale === 'minmax' ? `share of range(${y})²` : `share of var(${y})`
  },
} as const

export const noiseOptions = {
  ties: {
    type: 'choice',
    of: ['shared', 'first'],
    default: 'shared',
    help: 'rows tied at a distance share its place, or the lowest row takes it',
  },
  target: {
    type: 'choice',
    of: ['value', 'rank'],
    default: 'value',
    help: 'the values of the target, or their mid-ranks',
  },
  scale: scaleOption,
} as const

const shareTies =
  'estimates from neighbours depend on how ties are counted (ties=shared depends on nothing but the data)'

/** How the target differs between each row and its neighbours. */
export function noiseNeeds(
  { sets, target, options, view }: SubsetStep<NoiseOptions>,
  k: number,
): readonly [NearestRequest] {
  const { ties, target: as, scale } = options
  const wanted = { of: 'differences', target: target!, ties, as } as const
  return [{ kind: 'nearest', family: sets, k, metric: 'euclidean', scale, wanted, view }]
}

/** Scores from the variance of the noise that a test finds. */
export function noiseFold(
  [nearest]: readonly [Nearest],
  ties: 'shared' | 'first',
  k: number,
  test: (nearest: Nearest, i: number) => { readonly noise: number; readonly slope?: number },
): RankScores {
  const found = Array.from(nearest.n, (_, i) => test(nearest, i))
  const score = Float64Array.from(found, ({ noise }) => noise)
  const slopes = found.flatMap(({ slope }) => (slope === undefined ? [] : [slope]))
  return {
    score,
    n: nearest.n,
    why: tooFewRows(nearest, k),
    parts: {
      inUnits: score.map((noise, i) => noise * nearest.targetSpread[i] * nearest.targetSpread[i]),
      ...(slopes.length > 0 && { slope: Float64Array.from(slopes) }),
    },
    // Shared places depend on nothing but the data.
    warnings: ties === 'first' ? neighbourWarnings(nearest, k, shareTies) : [],
  }
}
