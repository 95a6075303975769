import { entropy } from '../../measures/information.ts'
import type { Entropies } from '../../statistics/entropies.ts'
import { singles } from '../../statistics/family.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import { absorbsMissing } from '../../statistics/variable.ts'
import type { RankStep } from '../criterion.ts'
import { matrixFoldWithGaps, matrixNeedsWithGaps } from './matrices-with-gaps.ts'
import { bits } from './pair-terms.ts'

/** The information of pairs of columns on each other and on the target, in bits; matrices stand row by row. */
export interface PairMatrices {
  readonly n: Float64Array
  /** How many levels of each column have rows, and how many of the target. */
  readonly levels: Float64Array
  readonly classes: number
  /** Total weight of the rows complete in X_i and X_j, where those are not all. */
  readonly pairRows?: Float64Array
  /** 1 for a column that varies, 0 for a constant one. */
  readonly varies: Uint8Array
  /** I(X_i;Y). */
  readonly relevance: Float64Array
  /** I(X_i;Y) over the rows complete in X_j too, where those are not all. */
  readonly relevanceBeside?: Float64Array
  /** I(X_i;X_j), H(X_i) on the diagonal. */
  readonly redundancy: Float64Array
  /** I(X_i;X_j|Y), H(X_i|Y) on the diagonal; where the target was asked for with pairs. */
  readonly conditional: Float64Array | null
}

type Asked = Pick<RankStep, 'features' | 'target' | 'view' | 'gaps'>

/** Asks for the entropies of all pairs, over the rows complete in all columns and the target, or with gaps in each pair. */
export function matrixNeeds(step: Asked, isConditional: boolean): EntropyRequest[] {
  const { features, target, view, gaps } = step
  if (gaps) return matrixNeedsWithGaps(step)
  const open = [...features, target!].filter((variable) => !absorbsMissing(variable))
  const complete = [...new Set([...(view.complete ?? []), ...open.map(({ column }) => column)])]
  const whole = { ...view, complete }
  const pairs = { of: features, sizes: [1, 2] as const }
  const withTarget = isConditional ? { ...pairs, base: [target!] } : { base: [target!], each: features }
  return [singles([target!]), pairs, withTarget].map((family) => ({ kind: 'entropy', family, view: whole }))
}

/** The matrices from the answers. */
export function matrixFold(
  answers: readonly Entropies[],
  step: Pick<Asked, 'features' | 'gaps'>,
  isConditional: boolean,
): PairMatrices {
  if (step.gaps) return matrixFoldWithGaps(answers, step)
  const [y, pairs, withTarget] = answers
  const width = step.features.length
  const n = y.n[0]
  const atOne = (i: number) => (i * (i + 1)) / 2
  const atPair = (i: number, j: number) => atOne(Math.max(i, j)) + 1 + Math.min(i, j)
  const atWith = (i: number) => (isConditional ? atOne(i) : i)
  const redundancy = new Float64Array(width * width)
  const conditional = isConditional ? new Float64Array(width * width) : null
  const relevance = Float64Array.from({ length: width }, (_, i) =>
    informationOf(n, [pairs, atOne(i)], [y, 0], [withTarget, atWith(i)]),
  )
  for (let i = 0; i < width; i++) {
    redundancy[i * width + i] = entropy(pairs, atOne(i))
    if (conditional) {
      conditional[i * width + i] = bits(
        withTarget.high[atWith(i)] - y.high[0],
        withTarget.low[atWith(i)] - y.low[0],
        n,
      )
    }
    for (let j = 0; j < i; j++) {
      const shared = informationOf(n, [pairs, atOne(i)], [pairs, atOne(j)], [pairs, atPair(i, j)])
      redundancy[i * width + j] = redundancy[j * width + i] = shared
      if (!conditional) continue
      const given = informationOf(
        n,
        [withTarget, atWith(i)],
        [withTarget, atWith(j)],
        [withTarget, atPair(i, j)],
        [y, 0],
      )
      conditional[i * width + j] = conditional[j * width + i] = given
    }
  }
  const varies = Uint8Array.from({ length: width }, (_, i) => (redundancy[i * width + i] > 0 ? 1 : 0))
  const levels = Float64Array.from({ length: width }, (_, i) => pairs.cells[atOne(i)])
  const rows = new Float64Array(width).fill(n)
  return { n: rows, levels, classes: y.cells[0], varies, relevance, redundancy, conditional }
}

type At = readonly [Entropies, number]

/** H + H − H of both, less another: the information of two, given a third. */
function informationOf(n: number, [a, i]: At, [b, j]: At, [both, k]: At, given?: At): number {
  const high = a.high[i] + b.high[j] - both.high[k] - (given ? given[0].high[given[1]] : 0)
  const low = a.low[i] + b.low[j] - both.low[k] - (given ? given[0].low[given[1]] : 0)
  return bits(high, low, n)
}
