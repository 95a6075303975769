import { CribaError, firstFew, weightText } from '#core'
import type { Counts, DirectRequest, MomentsOfFamily, Variable, Warning } from '#core'
import { gramOf, gramRequests, indicatorsOf, layOut } from '../learners/gram.ts'
import { whyTooManyLevels } from '../learners/too-many-levels.ts'
import { firstOfSameSpan, orthonormalBlocks, productsOf } from '../measures/orthonormal-blocks.ts'
import { determineRelevance } from '../measures/relevance-determination.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import { completeIn } from './families/complete-rows.ts'
import { outOfRange } from './families/tests.ts'

/** With more numbers and levels each round takes seconds. */
const mostPlaces = 1024

/**
 * Rewards columns whose weights a linear model with a prior for each column lets vary: automatic relevance
 * determination.
 *
 * Weights θ_j are normal with mean 0 and variance 1/λ_j. J = 1/λ_j, in shares of the target's variance, at
 * the fixed point of λ_j = (γ_j + 2a)/(‖μ_j‖² + 2b), γ_j = p_j − λ_j·tr Σ_jj, with noise of precision (n −
 * Σγ_j + 2a)/(‖y − Xμ‖² + 2b), a = b = 1e-6, all from 1 on; μ and Σ are mean and covariances of θ given the
 * data. A column whose λ_j exceeds 1e4 leaves for good: J = 0; `select` takes those that stay. Columns and
 * target have mean 0 and standard deviation 1, so units do not matter. The levels of a categorical column
 * enter together, as p_j orthonormal columns of one λ_j, one less than its levels. Copies share a weight
 * evenly, and tie; constants have 0. It ends where no precision changes by more than 1e-9 of itself; else a
 * warning says by how much. The likelihood may have several maxima: it is the one reached from λ = 1. `lasso`
 * has one λ for all columns. Tipping (2001); MacKay (1992).
 *
 * @example rank(table, { target: 'price', by: [ard()] })
 */
export const ard = defineRank({
  id: 'ard',
  title: 'Automatic relevance determination',
  features: { numeric: 'values', categorical: 'levels' },
  target: 'values',
  joint: true,
  cut: 'chosen',
  better: 'higher',
  units: 'prior variance of the weight',
  options: {},
  formula: '1/λ_j, λ_j = (γ_j + 2a)/(‖μ_j‖² + 2b), γ_j = p_j − λ_j·tr Σ_jj',
  reference: 'Tipping 2001; MacKay 1992',
  needs: (step): readonly DirectRequest[] => {
    const { target, view } = step
    const features = takenBy(step)
    const layout = layOut(target!, features)
    if (layout.width > mostPlaces + 1) {
      throw new CribaError(
        'too-large',
        `too many columns for ard: ${layout.width - 1}, levels counted (at most ${mostPlaces}; drop some, or use a prefilter)`,
      )
    }
    return gramRequests(layout, completeIn(view, [...features, target!]))
  },
  fold: (answers, step) => {
    const { features, target, names } = step
    const layout = layOut(target!, takenBy(step))
    const moments = gramOf(layout, answers as readonly (MomentsOfFamily | readonly Counts[])[])
    const { n, comoment } = moments
    if (n < 2) {
      throw new CribaError(
        'unsuitable',
        `too few rows for ard: ${n} complete in the target and ${firstFew(names, 5)} (needs 2 or more)`,
      )
    }
    const isReadable = layout.canSquare(null, moments)
    const why = features.map((feature) => {
      const tooMany = whyTooManyLevels(feature)
      if (tooMany || !isReadable) return tooMany ?? outOfRange('the target').why
      return layout.canSquare(feature, moments) ? undefined : outOfRange('the column').why
    })
    const places = features.map((feature, i) => (why[i] ? [] : indicatorsOf(layout, [feature]).places))
    const blocks = orthonormalBlocks(moments, places)
    const width = blocks.coordinates.length
    const { products, withTarget } = productsOf(blocks, moments, n, new Float64Array(width * width))
    const variance = isReadable ? comoment[0] / n : 0
    const deviation = Math.sqrt(variance) || 1
    const { variances, change } = determineRelevance(
      {
        starts: blocks.starts,
        products,
        withTarget: withTarget.map((product) => product / deviation),
        ofTarget: variance > 0 ? 1 : 0,
        rows: n,
        firstOfSpan: firstOfSameSpan(blocks, products),
      },
      tolerance,
    )
    return {
      score: variances.map((one, i) => (why[i] ? NaN : one)),
      n: new Float64Array(features.length).fill(n),
      chosen: Uint8Array.from(variances, (one) => Number(one > 0)),
      why,
      warnings: [...gapWarnings(step, n), ...changeWarnings(change)],
    }
  },
})

const tolerance = 1e-9

function takenBy({ features }: Pick<RankStep, 'features'>): readonly Variable[] {
  return features.filter((feature) => !whyTooManyLevels(feature))
}

function changeWarnings(change: number): readonly Warning[] {
  if (change <= tolerance) return []
  const message = `ard did not converge: a precision still changes by ${change.toPrecision(2)} of itself in a round`
  return [{ code: 'not-converged', message }]
}

function gapWarnings({ gaps }: Pick<RankStep, 'gaps'>, n: number): readonly Warning[] {
  if (!gaps) return []
  const message = `ard uses only the rows complete in all columns: ${weightText(n)} (--missing median fills them, --missing level makes a level of them)`
  return [{ code: 'missing-values', message }]
}
