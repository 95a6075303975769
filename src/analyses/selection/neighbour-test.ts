import ln from '@stdlib/math-base-special-ln'
import { CribaError } from '#core'
import type { LocalPermutations, Nearest, NearestRequest } from '#core'
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
/** The fewest rows of a test. */
const leastRows = 20
/** The neighbours of the estimate: a tenth of the rows, which finds more than few do, but no more than these. */
const mostNeighbours = 30

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
  const k = Math.max(3, Math.min(mostNeighbours, Math.floor(batcher.source.rows / 10)))
  const tests: IndependenceTest[][] = questions.map(() => [])
  const counts = questions.map(({ candidates }) => new Float64Array(candidates.length))
  let open = questions.map(({ candidates }) => [...candidates.keys()])
  let first = 1
  for (const last of rounds) {
    const asked = [...questions.keys()].filter((question) => open[question].length > 0)
    const requests = asked.flatMap((question) =>
      requestsOf(columns, questions[question], open[question], {
        k,
        permuted: { seed: columns.seed, neighbours, first, last },
      }),
    )
    const answers = await batcher.requestOnce(requests.map(({ request }) => request))
    requests.forEach(({ question, places }, i) => {
      const at = questions.indexOf(question)
      places.forEach((place, member) => {
        counts[at][place] += answers[i].exceedances[member]
        tests[at][place] = testOf(answers[i], member, counts[at][place], last, k)
      })
    })
    open = open.map((places, at) =>
      places.filter((place) => tests[at][place].lacking === null && counts[at][place] < often),
    )
    first = last + 1
  }
  return tests
}

/** The requests for some candidates of a question, by the rule that their types need. */
function requestsOf(
  { features, target, view }: TestedColumns,
  question: IndependenceQuestion,
  open: readonly number[],
  { k, permuted }: { readonly k: number; readonly permuted: LocalPermutations },
) {
  const given = question.given.map((one) => features[one])
  const ruleOf = (place: number) => conditionalRule([features[question.candidates[place]], target!, ...given])
  return [...new Set(open.map(ruleOf))].map((rule) => {
    const places = open.filter((place) => ruleOf(place) === rule)
    const request: NearestRequest = {
      kind: 'nearest',
      family: { base: [], each: places.map((place) => features[question.candidates[place]]) },
      k,
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
  k: number,
): IndependenceTest {
  const rows = nearest.n[member]
  const least = Math.max(leastRows, k + 1)
  if (rows < least) {
    const lacking = `${rows} complete rows (needs ${least})`
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
