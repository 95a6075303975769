import type { Contrasts } from '#core'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import {
  contrastsNeeds,
  nearestOptions,
  reliefFacts,
  reliefScores,
  sampleOptions,
} from './families/relief.ts'

/**
 * Rewards columns that differ between a row and the nearest row of another class, and not to the nearest of
 * its own.
 *
 * J = 1/m Σ_i (x_i − miss_i)² − (x_i − hit_i)², over all rows, or `sample` of them: −1 to 1, about 0 for
 * noise. Numbers are scaled to range 1, levels differ by 1; distances are Euclidean over all columns, so
 * interactions count, and so do columns of noise, which blur who is near. Copies of a column each get its
 * weight: redundancy is not seen. Constant columns have 0. `diff: 'absolute'` with `metric: 'manhattan'` is
 * the common variant. With more classes the miss is the nearest row of any other (`any`), or the weight is
 * the mean over each class against the rest (`ovr`), or over each pair of classes (`ovo`). Tied rows share a
 * place. Missing values differ as much as is expected in their class. `relieff` takes more neighbours, and is
 * steadier. Kira and Rendell (1992).
 *
 * @example rank(table, { target: 'species', by: [relief()] })
 */
export const relief = defineRank({
  ...reliefFacts,
  id: 'relief',
  title: 'Relief',
  options: {
    multiclass: {
      type: 'choice',
      of: ['any', 'ovr', 'ovo'],
      default: 'any',
      help: 'the miss among more than two classes: the nearest row of any other; each class against the rest; each pair of classes',
    },
    diff: {
      type: 'choice',
      of: ['squared', 'absolute'],
      default: 'squared',
      help: 'how the values of a column differ',
    },
    metric: {
      type: 'choice',
      of: ['euclidean', 'manhattan'],
      default: 'euclidean',
      help: 'how the distance of two rows is measured',
    },
    ties: nearestOptions.ties,
    ...sampleOptions,
  },
  formula: 'J = 1/m Σ (x − miss)² − (x − hit)²',
  reference: 'Kira & Rendell 1992',
  needs: (step) => {
    const { options, classes } = step
    const { diff, metric, multiclass, ties } = options
    const among = classes.length > 2 && multiclass !== 'ovo' ? 'rest' : 'classes'
    const neighbourhood = { of: 'nearest', k: 1, ties, decay: null } as const
    return contrastsNeeds(step, neighbourhood, { metric, differences: diff, among })
  },
  fold: ([answer], step) => reliefScores(answer, step, weightsOf(answer, step)),
})

/** The rows of a group are compared with each other (`hits`) and with another group (`misses`). */
function weightsOf(
  { near, compared, groups, partitions, classes }: Contrasts,
  { options: { multiclass }, features }: Pick<RankStep, 'features'> & { options: { multiclass: string } },
): Float64Array {
  const width = features.length
  const at = (partition: number, own: number, other: number) =>
    ((partition * groups + own) * groups + other) * width
  const score = new Float64Array(width)
  const add = (partition: number, own: number, other: number, share: number) => {
    for (let i = 0; i < width; i++) {
      score[i] += share * (near[at(partition, own, other) + i] - near[at(partition, own, own) + i])
    }
  }
  const rows = compared.reduce((sum, count) => sum + count, 0) / partitions
  if (partitions > 1) {
    for (let c = 0; c < partitions; c++) {
      add(c, 0, 1, multiclass === 'any' ? 1 / rows : 1 / (rows * partitions))
      if (multiclass === 'ovr') add(c, 1, 0, 1 / (rows * partitions))
    }
    return score
  }
  const present = Array.from(classes.keys()).filter((c) => classes[c] > 0)
  const pairs = (present.length * (present.length - 1)) / 2
  for (const [place, a] of present.entries()) {
    for (const b of present.slice(place + 1)) {
      const share = 1 / ((compared[a] + compared[b]) * pairs)
      if (compared[a] > 0) add(0, a, b, share)
      if (compared[b] > 0) add(0, b, a, share)
    }
  }
  return score
}
