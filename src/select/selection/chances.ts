import type { StepProblem } from '../../search/problem.ts'
import type { RankCriterion, RankStep } from '../../criteria/criterion.ts'
import { CribaError } from '../../spec/error.ts'
import type { View } from '../../statistics/view.ts'
import type { Asker } from '../play/ask.ts'
import type { AnyCriterion } from './chosen-selection.ts'
import { testGain } from './null-test.ts'
import { withPermutations } from '../play/permutation-p.ts'
import { permutationsOfRanking } from './prefilter.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { testStrata } from './strata-test.ts'
import { testWeightedGain } from './weighted-test.ts'

/** What chance alone would do. */
export interface Chances {
  /** The gain of candidates beside those selected, and its law. */
  readonly test: StepProblem['test']
  /** The p-value of each candidate by itself. */
  readonly pValues: () => Promise<Float64Array>
}

/** What chance alone would do to the candidates of a criterion. */
export function chancesOf(
  asker: Asker,
  criterion: AnyCriterion,
  { asked, names, play }: Pick<PreparedSelection, 'asked' | 'names' | 'play'>,
  seed: number,
): Chances {
  const { features, question } = asked
  const { target, view } = question
  return {
    test: (selected, joining, beside, rivals) => {
      const tested = { features, names, target, view, seed }
      const testLeast = view.sampledOver ? testWeightedGain : testGain
      if (beside === 'min') return testLeast(asker, tested, selected, joining)
      return testStrata(asker, tested, selected, joining, beside === 'max' ? rivals : null)
    },
    pValues: async () => {
      if (criterion.shape !== 'rank') {
        throw new CribaError(
          'invalid',
          `invalid cut: fdr (${criterion.id} has no p-values; use mutual-information)`,
        )
      }
      const stepOf = (_: unknown, view: View): RankStep => ({ ...question, features, names, view })
      const step = stepOf(null, view)
      const [answers] = await asker.ask([criterion.needs(step)])
      const ranked: { readonly criterion: RankCriterion; readonly target: typeof target } = {
        criterion,
        target,
      }
      const spec = { seed, permutations: permutationsOfRanking }
      const [{ pValue }] = await withPermutations(
        asker,
        [ranked],
        [criterion.fold(answers, step)],
        stepOf,
        play,
        spec,
        undefined,
      )
      if (pValue && !pValue.every(Number.isNaN)) return pValue
      if (criterion.pValue !== undefined) {
        throw new CribaError(
          'unsuitable',
          `unsuitable cut: fdr (${criterion.id} gives no column a p-value here; name k, or cut at top:10)`,
        )
      }
      throw new CribaError(
        'invalid',
        `invalid cut: fdr (${criterion.id} has no p-values; name k, or cut at top:10)`,
      )
    },
  }
}
