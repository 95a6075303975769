import { absorbsMissing, singles } from '#core'
import type { Entropies, EntropyRequest } from '#core'
import { bitsOf, entropy } from '../../measures/estimators.ts'
import type { RankStep } from '../../shapes/criterion.ts'
import { informationTerms } from './information-sums.ts'
import { pairEntropyNeeds, pairsOfSets, pairsWithGaps } from './pairs-of-sets.ts'
import { bits } from './pair-terms.ts'

/**
 * All there is of pairs, so that the information of each on the target given the other is counted over the
 * same rows.
 */
const asked = { pairs: true, conditional: true } as const

/**
 * The information of pairs of columns on each other and on the target, in bits; matrices stand row by row.
 */
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

/**
 * Asks for the entropies of all pairs, over the rows complete in all columns and the target, or with gaps in
 * each pair.
 */
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

/** Asks for the entropies of all pairs, each over the rows complete in the pair and the target. */
function matrixNeedsWithGaps({
  features,
  target,
  view,
  gaps,
}: Pick<RankStep, 'features' | 'target' | 'view' | 'gaps'>): EntropyRequest[] {
  return [...pairEntropyNeeds({ of: features, sizes: [1, 2] }, target!, asked, view, gaps)]
}

/** The matrices of columns with gaps: each entry over the rows complete in its own columns. */
function matrixFoldWithGaps(
  answers: readonly Entropies[],
  { features, gaps }: Pick<RankStep, 'features' | 'gaps'>,
): PairMatrices {
  const width = features.length
  const pairs = pairsOfSets({ of: features, sizes: [1, 2] })
  const terms = informationTerms(answers, pairs, asked, gaps)
  const [x, y, xy] = answers
  const [ofFirst, ofSecond, firstWithTarget, secondWithTarget, ofTarget] = answers.slice(width > 1 ? 5 : 3)
  const square = () => new Float64Array(width * width)
  const [redundancy, conditional, relevanceBeside, pairRows] = [square(), square(), square(), square()]
  for (let i = 0; i < width; i++) {
    redundancy[i * width + i] = bitsOf([x, i, 1])
    conditional[i * width + i] = bitsOf([xy, i, 1], [y, i, -1])
    relevanceBeside.fill(terms.relevance[i], i * width, (i + 1) * width)
    pairRows.fill(terms.n[i], i * width, (i + 1) * width)
  }
  const places = new Map(pairsWithGaps(pairs, gaps).map((pair, place) => [pair, place]))
  pairs.first.forEach((i, pair) => {
    const j = pairs.second[pair]
    redundancy[i * width + j] = redundancy[j * width + i] = terms.redundancy[pair]
    conditional[i * width + j] = conditional[j * width + i] = terms.conditional[pair]
    const own = places.get(pair)
    if (own === undefined) return
    pairRows[i * width + j] = pairRows[j * width + i] = ofFirst.n[own]
    const bitsBeside = (alone: Entropies, both: Entropies) =>
      bitsOf([alone, own, 1], [ofTarget, own, 1], [both, own, -1])
    relevanceBeside[i * width + j] = bitsBeside(ofFirst, firstWithTarget)
    relevanceBeside[j * width + i] = bitsBeside(ofSecond, secondWithTarget)
  })
  const varies = Uint8Array.from({ length: width }, (_, i) => (redundancy[i * width + i] > 0 ? 1 : 0))
  const { n, relevance } = terms
  const classes = y.cells.reduce((most, cells) => Math.max(most, cells), 0)
  const table = { n, pairRows, levels: x.cells, classes, varies }
  return { ...table, relevance, relevanceBeside, redundancy, conditional }
}

type At = readonly [Entropies, number]

/** H + H − H of both, less another: the information of two, given a third. */
function informationOf(n: number, [a, i]: At, [b, j]: At, [both, k]: At, given?: At): number {
  const high = a.high[i] + b.high[j] - both.high[k] - (given ? given[0].high[given[1]] : 0)
  const low = a.low[i] + b.low[j] - both.low[k] - (given ? given[0].low[given[1]] : 0)
  return bits(high, low, n)
}
