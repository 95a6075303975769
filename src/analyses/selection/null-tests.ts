import type { StepProblem } from '../../search/problem.ts'
import type { RankCriterion, RankStep } from '../../criteria/criterion.ts'
import { CribaError } from '../../spec/error.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnyCriterion } from './chosen-selection.ts'
import { testGain } from './gain-test.ts'
import { withDecisions } from '../scope/decided-p.ts'
import type { Recut } from '../scope/recut.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { isRecut, testRecut } from './recut-test.ts'
import type { Asked } from './step-problem.ts'
import { testStrata } from './strata-test.ts'
import { testWeightedGain } from './weighted-test.ts'

/** What chance alone would do. */
export interface NullTests {
  /** The gain of candidates beside those selected, and its law. */
  readonly test: StepProblem['test']
  /** The p-value of each candidate by itself, as exact as a cut at a false discovery rate needs it. */
  readonly pValues: StepProblem['pValues']
}

/** What chance alone would do to the candidates of a criterion. */
export function nullTestsOf(
  batcher: RequestBatcher,
  criterion: AnyCriterion,
  { asked, names, scope, recutting }: Pick<PreparedSelection, 'asked' | 'names' | 'scope' | 'recutting'>,
  seed: number,
): NullTests {
  const { features, question } = asked
  const { target, view } = question
  return {
    test: (selected, joining, beside, rivals) => {
      const tested = { features, names, target, view, seed }
      if (isRecut(recutting, tested, joining)) {
        if (view.sampledOver) throw needsOtherCuts()
        return testRecut(batcher, tested, recutting, { selected, joining, beside })
      }
      const testLeast = view.sampledOver ? testWeightedGain : testGain
      if (beside === 'min') return testLeast(batcher, tested, selected, joining)
      return testStrata(batcher, tested, selected, joining, beside === 'max' ? rivals : null)
    },
    pValues: async (rate) => {
      if (criterion.shape !== 'rank') {
        throw new CribaError(
          'invalid',
          `invalid cut: fdr (${criterion.id} has no p-values; use mutual-information)`,
        )
      }
      const ranked: Ranked = { criterion, target, features, names }
      const step = stepOf(question, ranked, view)
      const [answers] = await batcher.request([criterion.needs(step)])
      const how = {
        view: scope.view,
        column: scope.target?.column ?? -1,
        seed,
        rate,
        recutting,
        variablesOf: ({ features }: Ranked) => features,
        some,
        stepOf: (ranked: Ranked, view: View, recut: Recut) =>
          stepOf(question, { ...ranked, features: ranked.features.map(recut) }, view),
      }
      const scores = [criterion.fold(answers, step)]
      const [{ pValue, pFrom, pWithin }] = await withDecisions(batcher, [ranked], scores, how, undefined)
      if (pValue && !pValue.every(Number.isNaN)) {
        return Array.from(pValue, (p, i) => ({
          pValue: p,
          by: pFrom?.[i] ?? 'law',
          ...(pWithin && !Number.isNaN(pWithin[i]) && { within: pWithin[i] }),
        }))
      }
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

/** A ranker with the columns it is asked about. */
interface Ranked {
  readonly criterion: RankCriterion
  readonly target: Variable | null
  readonly features: readonly Variable[]
  readonly names: readonly string[]
}

function stepOf(question: Asked['question'], { features, names }: Ranked, view: View): RankStep {
  return { ...question, features, names, view }
}

function some(ranked: Ranked, places: readonly number[]): Ranked {
  return {
    ...ranked,
    features: places.map((place) => ranked.features[place]),
    names: places.map((place) => ranked.names[place]),
  }
}

function needsOtherCuts(): CribaError {
  return new CribaError(
    'unsuitable',
    'unsuitable sampling weights: cuts that look at the target have no test of significance under them (discretise equal-frequency, or use another stop)',
  )
}
