import type { Entropies } from '../../statistics/entropies.ts'
import type { EntropyRequest } from '../../statistics/request.ts'
import type { RankStep } from '../criterion.ts'
import { bitsOf } from './exact-bits.ts'
import { informationTerms } from './information-sums.ts'
import { pairsWithGaps } from './pairs-with-gaps.ts'
import { pairEntropyNeeds, pairsOfSets } from './pair-entropies.ts'
import type { PairMatrices } from './pair-matrices.ts'

/** All there is of pairs, so that the information of each on the target given the other is counted over the same rows. */
const asked = { pairs: true, conditional: true } as const

/** Asks for the entropies of all pairs, each over the rows complete in the pair and the target. */
export function matrixNeedsWithGaps({
  features,
  target,
  view,
  gaps,
}: Pick<RankStep, 'features' | 'target' | 'view' | 'gaps'>): EntropyRequest[] {
  return [...pairEntropyNeeds({ of: features, sizes: [1, 2] }, target!, asked, view, gaps)]
}

/** The matrices of columns with gaps: each entry over the rows complete in its own columns. */
export function matrixFoldWithGaps(
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
