import type { Entropies } from '#core'
import { bitsOf, ln2 } from '../measures/estimators.ts'
import { chiSquareTail, sidak } from '../measures/tails.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankScores, RankStep } from '../shapes/criterion.ts'
import { entropiesOf } from './families/information-ranker.ts'
import { matrixFold, matrixNeeds } from './families/pair-matrices.ts'
import type { PairMatrices } from './families/pair-matrices.ts'
import { withoutRounding } from './families/pair-terms.ts'

/**
 * Rewards columns that are informative about the target beside any one other column.
 *
 * J(X_k) = max_j I(X_k;Y|X_j) over all other columns, in bits, each over the rows complete in its columns; of
 * a table with one column, and with `dimensions: 1`, J = I(X_k;Y). p: 2n·ln 2·I, over Williams's correction 1
 * + (V_k+1)(K+1)·V_j/6n, is χ² with (V_k−1)(K−1)·V_j degrees, V the levels with rows; the least over j, by
 * Šidák's correction for so many tables. A constant column gives 0. It finds columns that are informative in
 * pairs only, as those of exclusive or, which `mutual-information` cannot see. All pairs are counted: the
 * work grows with the square of the columns. Mnich and Rudnicki (2020).
 *
 * @example rank(table, { target: 'y', by: [mdfs()] })
 */
export const mdfs = defineRank({
  id: 'mdfs',
  title: 'Information in one or two dimensions',
  features: { numeric: 'levels', categorical: 'levels' },
  target: 'levels',
  together: 2,
  joint: true,
  pairwise: true,
  better: 'higher',
  units: 'bits',
  pValue: 'χ²((V_k−1)(K−1)·V_j), Šidák over j',
  options: {
    dimensions: {
      type: 'whole',
      min: 1,
      max: 2,
      default: 2,
      help: '1: each column alone; 2: also beside each other column',
    },
  },
  formula: 'J = max_j I(X_k;Y|X_j)',
  reference: 'Mnich & Rudnicki 2020',
  needs: (step) => (step.options.dimensions === 1 ? entropiesOf(step) : matrixNeeds(step, true)),
  fold: (answers: readonly Entropies[], step) =>
    step.options.dimensions === 1 ? scoresAlone(answers) : scoresBeside(answers, step),
})

function scoresAlone([x, y, both]: readonly Entropies[]): RankScores {
  const score = x.n.map((_, k) => bitsOf([x, k, 1], [y, k, 1], [both, k, -1]))
  const pValue = score.map((bits, k) =>
    informationTest(bits, both.n[k], { x: x.cells[k], y: y.cells[k], given: 1 }),
  )
  return { n: both.n, score: withoutRounding(score), pValue }
}

function scoresBeside(answers: readonly Entropies[], step: RankStep): RankScores {
  const matrices = matrixFold(answers, step, true)
  const { n } = matrices
  const found = Array.from(n, (_, k) => mostBeside(matrices, k))
  return {
    n,
    score: withoutRounding(Float64Array.from(found, ({ bits }) => bits)),
    pValue: Float64Array.from(found, ({ pValue }) => pValue),
  }
}

/**
 * The most information that a column has about the target given one other, and the p-value of the least
 * likely table.
 */
function mostBeside(
  { n, pairRows, levels, classes, relevance, relevanceBeside, redundancy, conditional }: PairMatrices,
  k: number,
): { readonly bits: number; readonly pValue: number } {
  const width = n.length
  const tested = { x: levels[k], y: classes, given: 1 }
  if (width === 1) return { bits: relevance[k], pValue: informationTest(relevance[k], n[k], tested) }
  let [bits, least] = [0, 1]
  for (let j = 0; j < width; j++) {
    if (j === k) continue
    const at = k * width + j
    // I(X_k;Y|X_j) = I(X_k;Y) − I(X_k;X_j) + I(X_k;X_j|Y).
    const given = Math.max(0, (relevanceBeside?.[at] ?? relevance[k]) - redundancy[at] + conditional![at])
    const pValue = informationTest(given, pairRows?.[at] ?? n[k], { ...tested, given: levels[j] })
    ;[bits, least] = [Math.max(bits, given), Math.min(least, pValue)]
  }
  return { bits, pValue: sidak(least, width - 1) }
}

/** The levels with rows of two columns, and of a third within whose levels they are tested; 1 for none. */
interface TestedLevels {
  readonly x: number
  readonly y: number
  readonly given: number
}

/**
 * The p-value of an information of `n` rows, in bits: 2n·ln 2·I is χ² under independence, with
 * (x−1)(y−1)·given degrees; 1 without degrees of freedom. The statistic is divided by 1 +
 * (x+1)(y+1)·given/6n, Williams's correction (1976) of even levels, which holds its mean where cells have few
 * rows. Of uneven levels many cells stay empty, and p is too large rather than too small.
 */
function informationTest(bits: number, n: number, { x, y, given }: TestedLevels): number {
  const df = (x - 1) * (y - 1) * given
  if (!(df > 0)) return 1
  const correction = 1 + ((x + 1) * (y + 1) * given) / (6 * n)
  return chiSquareTail((2 * n * ln2 * bits) / correction, df)
}
