import { conditionalTest, lacksRows, rowsPerDegree } from '../../measures/conditional-independence.ts'
import type { ConditionalTest } from '../../measures/conditional-independence.ts'
import type { IndependenceQuestion, IndependenceTest } from '../../search/problem.ts'
import { CribaError } from '../../spec/error.ts'
import type { Counts } from '../../statistics/counts.ts'
import { EntropySums } from '../../statistics/entropies.ts'
import { limits } from '../../statistics/request.ts'
import type { CountsRequest } from '../../statistics/request.ts'
import { countLevels } from '../../statistics/variable.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TestContext } from './gain-test.ts'

/** The most cells of all tables that are counted together. */
const cellsAtATime = 1 << 22

/** Some candidates of a question: a family of tables, and where their tests go. */
interface Block {
  readonly base: readonly Variable[]
  readonly candidates: readonly Variable[]
  readonly question: number
  readonly places: readonly number[]
  readonly cells: number
}

/**
 * The G² tests of all questions: of each candidate whether it is independent of the target given others. The tables of the candidates of
 * a question are counted as one family, so that the joint levels of what is given are made once.
 */
export async function testIndependence(
  batcher: RequestBatcher,
  { features, target, view }: Omit<TestContext, 'seed' | 'names'>,
  questions: readonly IndependenceQuestion[],
): Promise<readonly (readonly IndependenceTest[])[]> {
  if (view.sampledOver) throw weightsError()
  const tests = questions.map(({ candidates }) => candidates.map((): IndependenceTest => tooLarge))
  const blocks = questions.flatMap(({ given, candidates }, question) =>
    blocksOf(
      [...given.map((one) => features[one]), target!],
      candidates.map((one) => features[one]),
      question,
    ),
  )
  const sumsOf = cachedSums()
  for (let from = 0; from < blocks.length;) {
    let end = from
    for (let cells = 0; end < blocks.length && (end === from || cells + blocks[end].cells <= cellsAtATime);) {
      cells += blocks[end++].cells
    }
    const batch = blocks.slice(from, end)
    const requests = batch.map(({ base, candidates }): CountsRequest => {
      return { kind: 'counts', family: { base, each: candidates }, view }
    })
    const answers = await batcher.requestOnce(requests)
    batch.forEach(({ question, places }, i) =>
      places.forEach((place, one) => (tests[question][place] = testOf(answers[i][one], sumsOf))),
    )
    from = end
  }
  return tests
}

/** The candidates whose tables are not too large, in blocks of so many cells. */
function blocksOf(base: readonly Variable[], candidates: readonly Variable[], question: number): Block[] {
  const sizeOf = ({ coding }: Variable) => countLevels(coding!)
  const size = base.reduce((product, variable) => product * sizeOf(variable), 1)
  const blocks: Block[] = []
  let places: number[] = []
  let cells = 0
  const close = () => {
    if (places.length === 0) return
    blocks.push({ base, candidates: places.map((place) => candidates[place]), question, places, cells })
    places = []
    cells = 0
  }
  candidates.forEach((candidate, place) => {
    const own = size * sizeOf(candidate)
    if (own > limits.cells) return
    if (cells + own > cellsAtATime) close()
    places.push(place)
    cells += own
  })
  close()
  return blocks
}

/** The table of a test that is not made. */
const tooLarge: IndependenceTest = {
  bits: NaN,
  pValue: NaN,
  lnP: NaN,
  lacking: `its table has more than ${limits.cells} cells`,
}

function testOf(table: Counts, sumsOf: (n: number) => EntropySums): IndependenceTest {
  if (!table.cells.every(Number.isInteger)) throw weightsError()
  const n = table.cells.reduce((sum, count) => sum + count, 0)
  const test = conditionalTest(table, sumsOf(n))
  const { bits, pValue, lnP } = test
  return { bits, pValue, lnP, lacking: lacksRows(test) ? lackInWords(test) : null }
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
