import { isNear, resolveOptions, singles } from '#core'
import type { Answer, MomentsOfFamily, Request, Scale, Warning } from '#core'
import {
  maximaOfPairs,
  meanOfOuterProducts,
  minMax,
  minMaxOfOuterProduct,
  mixed,
} from '../measures/affinities.ts'
import { perronOf } from '../measures/perron.ts'
import type { Product } from '../measures/perron.ts'
import { classSeparation, groupsOf, rangeOf, squaresOf, totalRows } from '../measures/groups-by-class.ts'
import type { Group } from '../measures/groups-by-class.ts'
import { canSquare, ratio } from '../measures/test.ts'
import { defineRank, scaleOption } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import { outOfRange } from './families/tests.ts'
import { mutualInformation } from './mutual-information.ts'

/**
 * Rewards columns that tell the classes apart, or vary much, beside others that do.
 *
 * J = v_i of Av = λv, the principal eigenvector, v ≥ 0, ‖v‖ = 1: the column is a node of a graph, weighed by
 * its neighbours. A = αK + (1−α)Σ; K = ½(fmᵀ + mfᵀ), f the Fisher score (of two classes (μ₁−μ₂)²/(σ₁²+σ₂²)),
 * m = I(X_i;Y), each from 0 for the least to 1 for the greatest; beside an infinite f every finite one is 0.
 * `kernel: 'fslib'` takes K = uuᵀ, u = (f+m)/2 of the same, from 0 to 1. Σ_ij = max(σ_i,σ_j) of the scaled
 * columns, from 0 to 1, and 0 where all are equal: by default, `scale: 'standard'`, the classes alone count,
 * as with α = 1; `scale: 'minmax'` makes σ a share of the range. `scale: 'none'` is the source's, which
 * depends on the units. A warning says where Σ alone rules the order. Each term is over the rows with the
 * column and the class. Copies tie; a constant column is no node, and has 0. The source takes v for the limit
 * of A^m·1, which has none unless each power is normalised, and for the stationary law of a walk on the
 * graph, which is the row sums of A instead. `spectral-cmi` does the same with information of pairs,
 * `centrality` with a matrix of one's own. Roffo and Melzi (2016).
 *
 * @example rank(table, { target: 'species', by: [eigenvectorCentrality({ alpha: 0.8 })] })
 */
export const eigenvectorCentrality = defineRank({
  id: 'eigenvector-centrality',
  title: 'Eigenvector centrality',
  features: { numeric: 'values', categorical: null },
  target: 'classes',
  levelsToo: true,
  joint: true,
  pairwise: true,
  better: 'higher',
  units: 'weight',
  options: {
    alpha: {
      type: 'number',
      min: 0,
      max: 1,
      default: 0.5,
      help: 'how much the classes count, the standard deviations the rest; at scale=standard these are equal, and count nothing',
    },
    kernel: {
      type: 'choice',
      of: ['paper', 'fslib'],
      default: 'paper',
      help: 'Fisher score of one column times information of the other, or means of both, as FSLib has it',
    },
    scale: {
      ...scaleOption,
      help: 'what the standard deviations are of: columns of deviation 1, of range 1, or in their units',
    },
  },
  formula: 'v: Av = λv, A = αK + (1−α)Σ, K = ½(fmᵀ + mfᵀ), Σ_ij = max(σ_i,σ_j)',
  reference: 'Roffo & Melzi 2016',
  needs: (step): readonly Request[] => {
    const { features, target, view } = step
    return [
      { kind: 'moments', family: singles(features), by: target!, of: 'values', view },
      ...mutualInformation.criterion.needs(informationStep(step)),
    ]
  },
  fold: (answers: readonly Answer[], step) => {
    const { alpha, kernel, scale } = step.options
    const groups = groupsOf(answers[0] as MomentsOfFamily)
    const information = mutualInformation.criterion.fold(answers.slice(1), informationStep(step)).score
    const why = groups.map(whyNone)
    const nodes = [...groups.keys()].filter((i) => why[i] === undefined && !isConstant(groups[i]))
    const numbers = (of: (i: number) => number) => Float64Array.from(nodes, of)
    const fisher = numbers((i) => fisherOf(groups[i], step.classes.length))
    const m = numbers((i) => information[i])
    const sigma = numbers((i) => deviationOf(groups[i], scale))
    const relevance =
      kernel === 'paper' ? meanOfOuterProducts(minMax(fisher), minMax(m)) : fslibKernel(fisher, m)
    const spread = maximaOfPairs(minMax(sigma))
    const share = scale === 'standard' ? 1 : alpha
    const isIdle = share !== alpha && alpha !== 0.5
    const { vector } = perronOf(mixed(share, relevance, spread), nodes.length)
    const score = Float64Array.from(groups, (_, i) => (why[i] === undefined ? 0 : NaN))
    nodes.forEach((i, node) => (score[i] = vector[node]))
    const isSpread = isOrderOf(vector, sigma) && !isOrderOf(perronOf(relevance, nodes.length).vector, sigma)
    const warnings = isSpread ? [spreadOrder] : isIdle ? [idleAlpha(alpha)] : []
    return { n: Float64Array.from(groups, totalRows), score, why, warnings }
  },
})

const spreadOrder: Warning = {
  code: 'spread-order',
  message:
    'eigenvector-centrality orders the columns by their standard deviations alone (take scale=standard, or alpha=1)',
}

function idleAlpha(alpha: number): Warning {
  return {
    code: 'spread-order',
    message: `eigenvector-centrality: alpha=${alpha} changes nothing at scale=standard, where all standard deviations are equal (take scale=minmax or none)`,
  }
}

/** What the information of the same columns asks for. */
function informationStep(step: RankStep<unknown>): RankStep {
  const { id, options } = mutualInformation.criterion
  const features = step.features.map((feature) => step.levels!.get(feature)!)
  return { ...step, features, options: resolveOptions(id, options, {}) }
}

function whyNone(groups: readonly Group[]): string | undefined {
  if (groups.length === 0) return 'no row used has a value of it and of the target'
  const { min, max } = rangeOf(groups)
  return canSquare(min, max) ? undefined : outOfRange('the column').why
}

function isConstant(groups: readonly Group[]): boolean {
  const { min, max } = rangeOf(groups)
  return min === max
}

function fisherOf(groups: readonly Group[], classes: number): number {
  if (classes === 2) return classSeparation(groups)
  const { between, within } = squaresOf(groups)
  return ratio(between, within)
}

/** The standard deviation of the scaled column. */
function deviationOf(groups: readonly Group[], scale: Scale): number {
  if (scale === 'standard') return 1
  const { between, within } = squaresOf(groups)
  const deviation = Math.sqrt((between + within) / totalRows(groups))
  const { min, max } = rangeOf(groups)
  return scale === 'minmax' ? deviation / (max - min) : deviation
}

/** The kernel of the means of both, each from 0 to 1. */
function fslibKernel(fisher: Float64Array, information: Float64Array): Product {
  const m = minMax(information)
  return minMaxOfOuterProduct(minMax(fisher).map((f, i) => (f + m[i]) / 2))
}

/** Whether scores put columns in the order of their standard deviations, ties and all. */
function isOrderOf(score: Float64Array, sigma: Float64Array): boolean {
  const order = [...sigma.keys()].sort((a, b) => sigma[b] - sigma[a])
  const isDecided = order.some((i) => !isNear(sigma[i], sigma[order[0]]))
  return (
    isDecided &&
    order.slice(1).every((i, place) => {
      const before = order[place]
      const isTied = isNear(score[i], score[before])
      return isNear(sigma[i], sigma[before]) ? isTied : isTied || score[i] < score[before]
    })
  )
}
