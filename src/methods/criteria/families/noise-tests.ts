import type { Nearest, NearestRequest, Scale } from '#core'
import { scaleOption } from '../../shapes/criterion.ts'
import type { RankScores } from '../../shapes/criterion.ts'
import type { SubsetStep } from '../../shapes/subset-criterion.ts'
import { neighbourWarnings, tooFewRows } from './neighbour-estimates.ts'

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

/** δ_{n,k} of member i: 1/(2n) Σ (y − y_k)², in squared units of the target (Pi and Peterson 1994). */
export function delta({ n, squaredDifferences }: Nearest, i: number, k: number): number {
  return squaredDifferences[i * k + k - 1] / (2 * n[i])
}

/** The regression line of half the mean squared target differences on the mean squared distances. */
interface GammaLine {
  /** Γ, the value at distance 0: the variance of the noise. */
  readonly intercept: number
  /** A measure of the roughness of the function. */
  readonly slope: number
}

/**
 * The gamma test of member i (Stefánsson, Končar and Jones 1997): γ(p) = 1/(2n) Σ (y − y_p)² regressed on
 * δ(p) = 1/n Σ |x − x_p|², p = 1 … k. Where all δ(p) are equal the slope is 0.
 */
export function gammaLine(
  { n, squaredDifferences, squaredDistances }: Nearest,
  i: number,
  k: number,
): GammaLine {
  const rows = n[i]
  const places = Array.from({ length: k }, (_, p) => i * k + p)
  const gammas = places.map((place) => squaredDifferences[place] / (2 * rows))
  const deltas = places.map((place) => squaredDistances[place] / rows)
  const meanGamma = mean(gammas)
  const meanDelta = mean(deltas)
  let product = 0
  let square = 0
  for (let p = 0; p < k; p++) {
    product += (deltas[p] - meanDelta) * (gammas[p] - meanGamma)
    square += (deltas[p] - meanDelta) * (deltas[p] - meanDelta)
  }
  const slope = square > 0 ? product / square : 0
  return { intercept: meanGamma - slope * meanDelta, slope }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
