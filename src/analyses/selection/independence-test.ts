import { CribaError, EntropySums, limits } from '#core'
import type { Counts } from '#core'
import type { IndependenceQuestion, IndependenceTest } from '#methods'
import { conditionalTest, lacksRows, rowsPerDegree } from '../null-distributions/independence.ts'
import type { ConditionalTest } from '../null-distributions/independence.ts'
import { countTables } from '../scope/request-batcher.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TestContext } from './gain-test.ts'

/**
 * The G² tests of all questions: of each candidate whether it is independent of the target given others. The
 * tables of the candidates of a question are counted as one family, so that the joint levels of what is given
 * are made once.
 */
export async function testIndependence(
  batcher: RequestBatcher,
  { features, target, view, given: always }: Omit<TestContext, 'seed' | 'names' | 'isNumeric'>,
  questions: readonly IndependenceQuestion[],
): Promise<readonly (readonly IndependenceTest[])[]> {
  if (view.sampledOver) throw weightsError()
  const tests = questions.map(({ candidates }) => candidates.map((): IndependenceTest => tooLarge))
  const sumsOf = cachedSums()
  const families = questions.map(({ given, candidates }) => ({
    base: [...always, ...given.map((one) => features[one]), target!],
    each: candidates.map((one) => features[one]),
  }))
  await countTables(batcher, view, families, (table, question, place) => {
    tests[question][place] = testOf(table, sumsOf, questions[question].test === 'g2')
  })
  return tests
}

/** The table of a test that is not made. */
const tooLarge: IndependenceTest = {
  bits: NaN,
  pValue: NaN,
  lnP: NaN,
  lacking: `its table has more than ${limits.cells} cells`,
  by: 'law',
}

function testOf(table: Counts, sumsOf: (n: number) => EntropySums, isPlain: boolean): IndependenceTest {
  if (!table.cells.every(Number.isInteger)) throw weightsError()
  const n = table.cells.reduce((sum, count) => sum + count, 0)
  const test = conditionalTest(table, sumsOf(n), isPlain)
  const { bits, pValue, lnP } = test
  return { bits, pValue, lnP, lacking: lacksRows(test) ? lackInWords(test) : null, by: 'law' }
}

/** What a test lacks. */
function lackInWords({ rows, varied, strata, degrees }: ConditionalTest): string {
  const [have, parts] =
    varied < rowsPerDegree * degrees
      ? [varied, `${degrees} degrees of freedom`]
      : [rows, `${strata} combinations of levels given`]
  return `${have} rows for ${parts} (needs ${rowsPerDegree} each)`
}

/** Terms of entropies for tables of so many rows; most tables of a run have the same. */
function cachedSums(): (n: number) => EntropySums {
  const known = new Map<number, EntropySums>()
  return (n) => {
    const sums = known.get(n) ?? new EntropySums(n)
    known.set(n, sums)
    return sums
  }
}

function weightsError(): CribaError {
  return new CribaError(
    'unsuitable',
    'unsuitable weights: tests of independence count whole rows (use whole weights, or another method)',
  )
}
