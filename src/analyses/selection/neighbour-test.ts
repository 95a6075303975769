import ln from '@stdlib/math-base-special-ln'
import { CribaError } from '#core'
import type { LocalPermutations, Nearest, NearestRequest, RowsRequest } from '#core'
import { conditionalInformation, conditionalRule, ln2 } from '#methods'
import type { IndependenceQuestion, IndependenceTest } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TestContext } from './gain-test.ts'

/** What a test by neighbours reads, with the name of the target. */
interface TestedColumns extends Pick<TestContext, 'features' | 'names' | 'target' | 'view' | 'seed'> {
  readonly targetName: string
}

/** Neighbours of a row among which its value is permuted, itself among them (Runge 2018). */
const neighbours = 5
/** The permutations of a test; after the first ones those that are exceeded often need no more. */
const rounds = [39, 199] as const
const often = 20
/** No p-value of a test is less. */
const leastP = 1 / (1 + rounds[1])
/** The fewest rows of a test. */
const leastRows = 20
/** The neighbours of the estimate: a tenth of the complete rows, which finds more than few do, within these bounds. */
const [fewestNeighbours, mostNeighbours] = [3, 30]

/** Refuses a level that no test reaches: all columns would be found independent. */
export function refuseLevel(alpha: number): void {
  if (alpha >= leastP) return
  throw new CribaError(
    'invalid',
    `invalid alpha: ${alpha} (no p-value of test=cmi-knn is below ${leastP}: needs ${leastP} or more)`,
  )
}

/**
 * Local permutation tests of all questions (CMIknn, Runge 2018): of each candidate whether its information about the
 * target given others, by neighbours, is more than where its rows are exchanged with rows that are near in what is
 * given. p = (1 + permutations with at least as much) / (1 + permutations).
 */
export async function testNeighbours(
  batcher: RequestBatcher,
  columns: TestedColumns,
  questions: readonly IndependenceQuestion[],
): Promise<readonly (readonly IndependenceTest[])[]> {
  refuseBins(columns)
  const ks = await neighboursFor(batcher, columns, questions)
  const tests: IndependenceTest[][] = questions.map(() => [])
  const counts = questions.map(({ candidates }) => new Float64Array(candidates.length))
  let open = questions.map(({ candidates }) => [...candidates.keys()])
  let first = 1
  for (const last of rounds) {
    const asked = [...questions.keys()].filter((question) => open[question].length > 0)
    const requests = asked.flatMap((question) =>
      requestsOf(columns, questions[question], open[question], {
        ks: ks[question],
        permuted: { seed: columns.seed, neighbours, first, last },
      }),
    )
    const answers = await batcher.requestOnce(requests.map(({ request }) => request))
    requests.forEach(({ question, places }, i) => {
      const at = questions.indexOf(question)
      places.forEach((place, member) => {
        counts[at][place] += answers[i].exceedances[member]
        tests[at][place] = testOf(answers[i], member, counts[at][place], last)
      })
    })
    open = open.map((places, at) =>
      places.filter((place) => tests[at][place].lacking === null && counts[at][place] < often),
    )
    first = last + 1
  }
  return tests
}

/** The neighbours of the estimate for each candidate of each question. */
async function neighboursFor(
  batcher: RequestBatcher,
  { features, target, view }: TestedColumns,
  questions: readonly IndependenceQuestion[],
): Promise<readonly (readonly number[])[]> {
  const answers = await batcher.requestOnce(
    questions.map(({ given, candidates }): RowsRequest => {
      const read = [target!, ...[...given, ...candidates].map((one) => features[one])]
      return { kind: 'rows', columns: read, view }
    }),
  )
  return answers.map(({ columns, weights }, question) => {
    const { given, candidates } = questions[question]
    const beside = columns.slice(0, 1 + given.length)
    return candidates.map((_, place) => {
      const all = [...beside, columns[beside.length + place]]
      const rows = weights.reduce(
        (count, weight, row) =>
          weight > 0 && all.every((column) => !Number.isNaN(column[row])) ? count + 1 : count,
        0,
      )
      return Math.max(fewestNeighbours, Math.min(mostNeighbours, Math.floor(rows / 10)))
    })
  })
}

/** The requests for some candidates of a question, by the rule that their types need and the neighbours for their rows. */
function requestsOf(
  { features, target, view }: TestedColumns,
  question: IndependenceQuestion,
  open: readonly number[],
  { ks, permuted }: { readonly ks: readonly number[]; readonly permuted: LocalPermutations },
) {
  const given = question.given.map((one) => features[one])
  const ruleOf = (place: number) => conditionalRule([features[question.candidates[place]], target!, ...given])
  const wayOf = (place: number) => `${ruleOf(place)} ${ks[place]}`
  return [...new Set(open.map(wayOf))].map((way) => {
    const places = open.filter((place) => wayOf(place) === way)
    const rule = ruleOf(places[0])
    const request: NearestRequest = {
      kind: 'nearest',
      family: { base: [], each: places.map((place) => features[question.candidates[place]]) },
      k: ks[places[0]],
      metric: 'chebyshev',
      scale: 'standard',
      // Levels tie, which their rule allows for.
      jitter: rule === 'frenzel-pompe' ? 1e-10 : 0,
      wanted: { of: 'conditional', with: [target!], given, rule, permuted },
      view,
    }
    return { question, places, request }
  })
}

function testOf(
  nearest: Nearest,
  member: number,
  exceedances: number,
  permutations: number,
): IndependenceTest {
  const rows = nearest.n[member]
  if (rows < leastRows) {
    const lacking = `${rows} complete rows (needs ${leastRows})`
    return { bits: NaN, pValue: NaN, lnP: NaN, lacking, by: 'permutation' }
  }
  const pValue = (1 + exceedances) / (1 + permutations)
  const bits = conditionalInformation(nearest, member) / ln2
  return { bits, pValue, lnP: ln(pValue), lacking: null, by: 'permutation' }
}

/** Numbers in bins are no levels at equal distances. */
function refuseBins({ features, names, target, targetName }: TestedColumns): void {
  const inBins = [target!, ...features].findIndex(({ coding }) => coding?.kind === 'cuts')
  if (inBins < 0) return
  throw new CribaError(
    'unsuitable',
    `unsuitable column ${[targetName, ...names][inBins]}: test=cmi-knn reads numbers as they are, and the criterion cuts them (use joint-mi:estimator=mesner-shalizi)`,
  )
}
