import { CribaError } from '#core'
import type { MomentsRequest, View } from '#core'
import { correlations, fisherZ, partialMoments } from '#methods'
import type { IndependenceQuestion, IndependenceTest } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TestContext } from './gain-test.ts'

/** What a test of correlations reads, with the name of the target. */
interface CorrelatedColumns extends Pick<TestContext, 'features' | 'names' | 'target' | 'view'> {
  readonly targetName: string
}

/**
 * Fisher's z tests of all questions: of each candidate whether its partial correlation with the target given
 * others is 0. Columns and target are numbers; a column of levels is an error.
 */
export async function testCorrelations(
  batcher: RequestBatcher,
  { features, names, target, targetName, view }: CorrelatedColumns,
  questions: readonly IndependenceQuestion[],
): Promise<readonly (readonly IndependenceTest[])[]> {
  await refuseParts(batcher, view)
  const ofLevels = [target!, ...features].findIndex(({ coding }) => coding !== null)
  if (ofLevels >= 0) throw levelsError([targetName, ...names][ofLevels])
  const answers = await batcher.requestOnce(
    questions.map(({ given, candidates }): MomentsRequest => {
      const base = [...given.map((one) => features[one]), target!]
      const each = candidates.map((one) => features[one])
      return { kind: 'moments', family: { base, each }, of: 'values', view }
    }),
  )
  return answers.map((moments) =>
    correlations(partialMoments(moments)).map((pair): IndependenceTest => {
      const { n, rho } = pair
      const few = `${Math.max(0, n)} rows beyond one for each column given (needs 4)`
      const lacking = Number.isNaN(rho) ? 'values too large, or too close together, to square' : few
      return n < 4 || Number.isNaN(rho)
        ? { bits: NaN, pValue: NaN, lnP: NaN, lacking, by: 'law' }
        : { ...fisherZ(pair), lacking: null, by: 'law' }
    }),
  )
}

/** Refuses weights that are no whole numbers: z takes the number of rows. */
async function refuseParts(batcher: RequestBatcher, view: View): Promise<void> {
  if (view.weights === undefined) return
  const [{ weights }] = await batcher.requestOnce([{ kind: 'rows' as const, columns: [], view }])
  if (!view.sampledOver && weights.every(Number.isInteger)) return
  throw new CribaError(
    'unsuitable',
    'unsuitable weights: test=fisher-z takes the number of rows (needs whole weights)',
  )
}

function levelsError(name: string): CribaError {
  return new CribaError(
    'unsuitable',
    `unsuitable column ${name}: test=fisher-z reads numbers, and it holds levels (drop it, or leave out test=fisher-z: G² tests levels and numbers in bins)`,
  )
}
