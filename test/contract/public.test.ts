// The contract that third parties run, on methods of the library and on ones that break it.
import { tableFromColumns } from 'criba'
import {
  discretiserContract,
  engineContract,
  learnerContract,
  rankContract,
  searchContract,
  stepContract,
  stopContract,
  subsetContract,
} from 'criba/contract'
import type { Law } from 'criba/contract'
import { duckSourceOf } from 'criba/duckdb'
import {
  consistency,
  defineDiscretiser,
  defineLearner,
  defineRank,
  defineSearch,
  defineStop,
  defineSubset,
  fisher,
  jmi,
  multiTaskLasso,
  pathWith,
  relieff,
  rrelieff,
  sse,
} from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { searches } from '../../src/methods/searches/registry.ts'
import { oneEngine } from '../parity/one-engine.ts'
import { inTurn, isLong } from '../properties/runs.ts'
import { atMost, greedy, halves } from './own.ts'

function holds(what: string, laws: readonly Law[]): void {
  describe(what, () => {
    for (const { name, check } of laws) it(name, check)
  })
}

/** A search of sets that scores each single column and each pair. */
const pairs = defineSearch({
  takes: 'subset',
  id: 'pairs',
  title: 'Pairs',
  options: {},
  how: 'scores sets of at most two, or of k columns in a row',
  reference: 'by definition',
  async *run(visited, { k }) {
    const { size } = visited.problem
    for (let i = 0; i < size; i++) {
      const length = k === null ? 2 : Math.min(k, size)
      await visited.merits([Array.from({ length }, (_, j) => (i + j) % size).sort((a, b) => a - b)])
      yield {}
    }
    return 'every pair in a row was scored'
  },
})

holds('a search of ten lines', searchContract(greedy))
holds('a search of sets of one’s own', searchContract(pairs))

/** Searches that need another criterion than a function, or other limits: their own tests hold them. */
const special = [
  'recursive-elimination',
  'branch-and-bound',
  'incremental-association',
  'early-dropping',
  'max-min',
  'hiton',
  'exhaustive',
]
for (const [place, search] of searches.filter(({ id }) => !special.includes(id)).entries()) {
  const laws = searchContract({ search })
  // A ranking scores single columns, so its score is that of the last one.
  const other = search.id === 'ranking' ? /scores the chosen set|budget of evaluations/ : /^$/
  holds(
    search.id,
    // Half of the laws each, the others for the next one: each search has tests of its own.
    inTurn(laws, place, 2).filter(({ name }) => !other.test(name)),
  )
}

holds('fisher', rankContract(fisher))
holds('relieff', rankContract(relieff))
holds('multi-task-lasso', rankContract(multiTaskLasso))
holds('jmi', stepContract(jmi))
holds('consistency', subsetContract(consistency))
holds('significance', stopContract('significance'))
// The engine answers all that memory does in test/parity/: here with gaps, and in the long tests without them too.
const engine = oneEngine(60)
const ofOneEngine = engineContract(async (table) =>
  Object.assign(await engine.sourceOf(table), { close: () => undefined }),
)
holds(
  'duckdb',
  ofOneEngine.filter(
    ({ name }) => isLong || (name.includes('missing values') && !name.includes('numeric columns, classes')),
  ),
)
holds('a discretiser of one’s own', discretiserContract(halves))
// Values that it cannot take are an error of criba, which is an answer.
holds('freedman-diaconis', discretiserContract('freedman-diaconis' as ReturnType<typeof defineDiscretiser>))
// The sum of the terms of a set is rounded in the order of its members.
holds('sse', subsetContract(sse))
holds('rrelieff', rankContract(rrelieff))

const mean = defineLearner(
  {
    fit: (_, target) => {
      const mean = target.reduce((sum, y) => sum + y, 0) / target.length
      return { predict: (rows) => rows.map(() => mean) }
    },
  },
  { id: 'mean-of-all', task: 'regression' },
)
holds('a learner of one’s own', learnerContract(mean, 'regression'))
holds('a stop of one’s own', stopContract(atMost()))

/** The names of the laws that do not hold. */
async function broken(laws: readonly Law[]): Promise<readonly string[]> {
  const names: string[] = []
  for (const { name, check } of laws) {
    await check().catch(() => names.push(name))
  }
  return names
}

describe('the contract finds', () => {
  const facts = {
    title: 'Wrong',
    features: { numeric: 'values', categorical: null },
    target: 'values',
    better: 'higher',
    units: 'none',
    options: {},
    formula: 'x',
    reference: 'none',
    needs: () => [],
  } as const

  it('a ranker that draws numbers', async () => {
    let calls = 0
    const drawing = defineRank({
      ...facts,
      id: 'drawing',
      fold: (_, { features }) => ({
        score: Float64Array.from(features, () => calls++),
        n: new Float64Array(features.length).fill(60),
      }),
    })
    expect((await broken(rankContract(drawing))).join()).toMatch(/same again.*order of rows/)
  })

  it('a ranker that scores by the place of a column', async () => {
    const placed = defineRank({
      ...facts,
      id: 'placed',
      fold: (_, { features }) => ({
        score: Float64Array.from(features, (__, i) => i),
        n: new Float64Array(features.length).fill(60),
      }),
    })
    expect(await broken(rankContract(placed))).toEqual([
      'does not see the order of columns (numeric columns, a target of numbers)',
    ])
  })

  it('a criterion of sets that wrongly says that it never falls', async () => {
    const falling = defineSubset({
      ...facts,
      id: 'falls',
      monotone: true,
      fold: (_, { sets }) => {
        const all =
          'list' in sets ? sets.list : 'each' in sets ? sets.each.map((one) => [...sets.base, one]) : []
        return {
          score: Float64Array.from(all, (set) => -set.length),
          n: new Float64Array(all.length).fill(60),
        }
      },
    })
    expect((await broken(subsetContract(falling))).join()).toMatch(/makes no set worse/)
  })

  it('a search that goes on when nothing may join, and one that chooses twice', async () => {
    const twice = defineSearch({
      takes: 'step',
      id: 'twice',
      title: 'Twice',
      options: {},
      how: 'adds the first candidate',
      reference: 'none',
      async *run(candidates, { start }) {
        const next = pathWith(start, await candidates.evaluate([]))!
        const path = yield { add: [next] }
        yield { add: [{ ...next, before: path, selected: [...next.selected, next.selected[0]] }] }
      },
    })
    expect((await broken(searchContract(twice))).join()).toMatch(/chooses k columns/)
  })

  it('a stop that remembers the search before', async () => {
    let joined = 0
    const leaking = defineStop({
      id: 'leaking',
      options: {},
      start: () => ({ decide: () => (joined++ < 2 ? { joins: true } : { joins: false, stopped: 'enough' }) }),
    })
    expect((await broken(stopContract(leaking()))).join()).toMatch(/begins anew/)
  })

  it('a discretiser whose cuts descend', async () => {
    const descending = defineDiscretiser({
      id: 'descending',
      bins: 'own',
      needs: () => [],
      cuts: (_, { names }) => names.map(() => [1, 0]),
    })
    const [{ check }] = discretiserContract(descending)
    await expect(check()).rejects.toThrow('descending cuts at 1, 0 (needs ascending finite numbers)')
  })

  it('a learner that predicts no numbers', async () => {
    const silent = defineLearner(
      { fit: () => {}, predict: (rows) => rows.map(() => NaN) },
      { id: 'predicts-no-number', task: 'regression' },
    )
    expect((await broken(learnerContract(silent, 'regression'))).length).toBeGreaterThan(0)
  })

  it('a source that loses a row', async () => {
    const short = engineContract((table) =>
      duckSourceOf(
        tableFromColumns(
          Object.fromEntries(
            table.columns.map((column) => [
              column.name,
              Array.from({ length: table.rows - 1 }, (_, row) =>
                column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]],
              ),
            ]),
          ),
        ),
      ),
    )
    expect(await broken(short.slice(0, 3))).toHaveLength(3)
  })
})
