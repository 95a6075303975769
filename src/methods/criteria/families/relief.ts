import type { Contrasts, ContrastsRequest, Neighbourhood, OptionsOf, Warning } from '#core'
import type { RankScores, RankStep } from '../../shapes/criterion.ts'

/** What all methods of the Relief family have in common. */
export const reliefFacts = {
  features: { numeric: 'distances', categorical: 'levels' },
  target: 'classes',
  joint: true,
  readsGaps: true,
  alternative: 'rrelieff',
  better: 'higher',
  units: 'weight',
} as const

/** Options of every method of the family: which rows are compared with their neighbours. */
export const sampleOptions = {
  sample: {
    type: 'whole',
    min: 0,
    default: 0,
    help: 'how many rows are compared with their neighbours, drawn by the seed; 0: all',
  },
  seed: { type: 'whole', min: 0, default: 0, help: 'seed of the sample', beside: 'sample' },
} as const

/** Options of the methods with k neighbours. */
export const nearestOptions = {
  k: {
    type: 'whole',
    min: 1,
    default: 10,
    help: 'how many neighbours, of each class where the target has classes; where there are fewer, all',
  },
  ties: {
    type: 'choice',
    of: ['shared', 'first'],
    default: 'shared',
    help: 'rows tied at the distance of the last neighbour share its place, or the lowest rows take it',
  },
  ...sampleOptions,
} as const

type ReliefStep = Pick<RankStep, 'features' | 'target' | 'view'> & {
  readonly options: OptionsOf<typeof sampleOptions>
}

/** The request of a method that sums absolute differences over neighbours by Manhattan distance. */
export function contrastsNeeds(
  { features, target, view, options: { sample, seed } }: ReliefStep,
  neighbourhood: Neighbourhood,
  how: Partial<Pick<ContrastsRequest, 'metric' | 'differences' | 'among'>> = {},
): readonly [ContrastsRequest] {
  return [
    {
      kind: 'contrasts',
      columns: features,
      target: target!,
      metric: 'manhattan',
      differences: 'absolute',
      among: 'classes',
      ...how,
      neighbourhood,
      sample: sample > 0 ? { rows: sample, seed } : null,
      view,
    },
  ]
}

/** The request of a method whose neighbours are those within a radius. */
export function radiusNeeds(step: ReliefStep, mean: 'pairs' | 'row', far: boolean) {
  return contrastsNeeds(step, { of: 'radius', mean, far })
}

/**
 * Misses less hits: Σ over classes c ≠ that of a row of P(c)/(1 − P(own)) · the mean difference to its near
 * misses of c, less that to its near hits, averaged over the rows; for far rows the other way round.
 */
export function classContrast(answer: Contrasts, width: number): Float64Array {
  const { near, far } = answer
  const score = missesLessHits(answer, near, width)
  if (far.length === 0) return score
  const ofFar = missesLessHits(answer, far, width)
  return score.map((value, i) => value - ofFar[i])
}

function missesLessHits(
  { n, classes, groups, compared }: Contrasts,
  sums: Float64Array,
  width: number,
): Float64Array {
  const score = new Float64Array(width)
  for (let own = 0; own < groups; own++) {
    for (let other = 0; other < groups; other++) {
      const weight = other === own ? -1 : classes[other] / (n - classes[own])
      if (classes[own] === 0 || weight === 0) continue
      for (let i = 0; i < width; i++) score[i] += weight * sums[(own * groups + other) * width + i]
    }
  }
  const rows = compared.reduce((sum, count) => sum + count, 0)
  return score.map((sum) => sum / rows)
}

/** The scores of a method of the family, from its weights. */
export function reliefScores(
  { n, known, classes }: Contrasts,
  { classes: levels, gaps }: Pick<RankStep, 'classes' | 'gaps'>,
  score: Float64Array,
): RankScores {
  const warnings: Warning[] = []
  const alone = levels.filter((_, c) => classes[c] === 1)
  if (alone.length > 0) {
    const message = `a class of one row has no near hits: ${alone.slice(0, 5).join(', ')} (merge classes, or leave it out)`
    warnings.push({ code: 'few-rows', message })
  }
  if (gaps) {
    const message =
      'rows with missing values take part: a missing value differs from another as much as one drawn from its class would be expected to'
    warnings.push({ code: 'missing-values', message })
  }
  return { score, n: known.map((rows) => (rows > 0 ? n : 0)), warnings }
}
