import { CribaError, isCutShort } from '#core'
import type { OptionValue, Run, ScoredSet, SelectResult, SettledSelectSpec, Source } from '#core'
import { selectAny } from '../outer/select-any.ts'

/** A set with its information and its noise variance. */
export interface NoiseOfSet {
  readonly features: readonly string[]
  /** In nats: more is better. */
  readonly information: number
  /** The delta test: less is better. */
  readonly noise: number
  /** No other set has more information and no more noise, or less noise and no less information. */
  readonly front?: true
}

/** All sets that an exhaustive search evaluated, or the Pareto front if they are more than `most`. */
interface NoiseLandscape {
  readonly sets: readonly NoiseOfSet[]
  readonly isWhole: boolean
}

/**
 * The information and the noise variance of the sets that an exhaustive selection by `mi-dt` or
 * `mi-dt-inverse` evaluated: those that its score is made of. The best set for any α and β from 0 on is in
 * the Pareto front.
 */
export async function noiseLandscape(
  source: Source,
  { spec, evaluations }: Pick<SelectResult, 'spec' | 'evaluations'>,
  most: number,
  run: Run = {},
): Promise<NoiseLandscape> {
  const known = new Set(source.columns.map(({ name }) => name))
  const { mi, k, scale } = spec.criterion.options
  const weighed = (alpha: number, beta: number) => ({
    method: 'mi-dt',
    options: { alpha, beta, mi, k, scale } as Readonly<Record<string, OptionValue>>,
  })
  const again = (own: Partial<SettledSelectSpec>): SettledSelectSpec => ({
    ...spec,
    drop: spec.drop.filter((name) => known.has(name)),
    landscape: 'all',
    pareto: null,
    evidence: false,
    why: null,
    alternatives: false,
    ...own,
  })
  const setsOf = async (own: Partial<SettledSelectSpec>): Promise<readonly ScoredSet[]> => {
    const { landscape = [], stopped } = await selectAny(source, again(own), run)
    if (isCutShort({ stopped })) throw new CribaError('interrupted', 'interrupted')
    return landscape
  }
  if (evaluations > most) {
    const front = await setsOf({ criterion: weighed(1, 0), pareto: weighed(0, 1), landscape: null })
    return {
      sets: front.map(({ features, scores }) => ({
        features,
        information: scores![0],
        noise: -scores![1],
        front: true,
      })),
      isWhole: false,
    }
  }
  const informative = await setsOf({ criterion: weighed(1, 0) })
  const noisy = await setsOf({ criterion: weighed(0, 1) })
  const noiseOf = new Map(noisy.map(({ features, score }) => [JSON.stringify(features), -score]))
  const sets = informative.flatMap(({ features, score }) => {
    const noise = noiseOf.get(JSON.stringify(features))
    return noise === undefined ? [] : [{ features, information: score, noise }]
  })
  return { sets: withFront(sets), isWhole: true }
}

/** The sets by falling information, those of the front marked. */
function withFront(sets: readonly NoiseOfSet[]): readonly NoiseOfSet[] {
  let least = Infinity
  return sets
    .toSorted((a, b) => b.information - a.information || a.noise - b.noise)
    .map((set) => {
      if (set.noise >= least) return set
      least = set.noise
      return { ...set, front: true as const }
    })
}
