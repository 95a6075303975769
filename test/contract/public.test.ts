// The contract that third parties run, on methods of the library and on ones that break it.
import { rank, tableFromColumns } from 'criba'
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
  pathWith,
  relieff,
  rrelieff,
  sse,
} from 'criba/methods'
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
import { describe, expect, it } from 'vitest'
import type { Path } from '../../src/methods/searches/path.ts'
import { searches } from '../../src/methods/searches/registry.ts'
import { selectAsIs as select } from '../untyped.ts'

function holds(what: string, laws: readonly Law[]): void {
  describe(what, () => {
    for (const { name, check } of laws) it(name, check)
  })
}

/** The names of the laws that do not hold. */
async function broken(laws: readonly Law[]): Promise<readonly string[]> {
  const names: string[] = []
  for (const { name, check } of laws) {
    await check().catch(() => names.push(name))
  }
  return names
}

/** A search of ten lines: it knows of no stop, no k, no budget and nothing set aside. */
const greedy = defineSearch({
  takes: 'step',
  id: 'greedy',
  title: 'Greedy',
  options: {},
  how: 'adds the best candidate',
  reference: 'by definition',
  async *run(candidates, { start }) {
    for (let path = start; ;) {
      const next = pathWith(path, await candidates.evaluate(path.selected))
      if (!next) return
      path = (yield { add: [next] }) ?? path
    }
  },
})

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
  'max-min',
  'exhaustive',
]
for (const search of searches.filter(({ id }) => !special.includes(id))) {
  const laws = searchContract({ search })
  // A ranking scores single columns, so its score is that of the last one.
  const other = search.id === 'ranking' ? /scores the chosen set|budget of evaluations/ : /^$/
  holds(
    search.id,
    laws.filter(({ name }) => !other.test(name)),
  )
}

holds('fisher', rankContract(fisher))
holds('relieff', rankContract(relieff))
holds('jmi', stepContract(jmi))
holds('consistency', subsetContract(consistency))
holds('significance', stopContract('significance'))
holds('duckdb', engineContract(duckSourceOf))

/** Cuts at the mean. */
const halves = defineDiscretiser({
  id: 'halves',
  bins: 'own',
  needs: (columns, { view }) => [
    { kind: 'moments', family: { list: columns.map((column) => [column]) }, of: 'values', view },
  ],
  cuts: ([{ mean }]) => Array.from(mean, (one) => [one]),
})
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

const atMost = defineStop({
  id: 'at-most',
  options: { columns: { type: 'whole', min: 1, default: 2, help: 'how many columns join' } },
  start: ({ columns }) => {
    let joined = 0
    return { decide: () => (joined++ < columns ? { joins: true } : { joins: false, stopped: 'enough' }) }
  },
})
holds('a stop of one’s own', stopContract(atMost()))

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
    const none = defineLearner(
      { fit: () => {}, predict: (rows) => rows.map(() => NaN) },
      { id: 'none', task: 'regression' },
    )
    expect((await broken(learnerContract(none, 'regression'))).length).toBeGreaterThan(0)
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

const none = { decide: () => ({ joins: true }) } as const
const plainCuts = { bins: 'own', needs: () => [], cuts: () => [] } as const
/** A stop that decides as it is told. */
function stopOf(id: string, decide: () => unknown) {
  return defineStop({ id, options: {}, start: () => ({ decide: decide as () => { joins: true } }) })()
}

describe('a wrong method is an error, not a wrong selection or a search without an end', () => {
  const facts = { title: 'Wrong', options: {}, how: 'wrong', reference: 'none' }
  const table = tableFromColumns({ a: [1, 2, 3, 4, 5, 6], b: [1, 1, 2, 2, 3, 3], y: [1, 2, 3, 4, 6, 5] })
  const spec = { target: 'y', evidence: false } as const
  const ofSteps = (run: (next: Path, start: Path) => AsyncGenerator<unknown, unknown, Path | null>) =>
    defineSearch({
      ...facts,
      takes: 'step',
      id: 'wrong-steps',
      async *run(candidates, { start }) {
        const next = pathWith(start, await candidates.evaluate([]))!
        return (yield* run(next, start) as AsyncGenerator<{ add: [Path] }, string, Path | null>) ?? undefined
      },
    })
  const bySteps = (search: ReturnType<typeof ofSteps>, given: object = { stop: 'none' }) =>
    select(table, { ...spec, criterion: 'sse', search, ...given })
  const bySets = (...sets: readonly (readonly number[])[]) =>
    select(table, {
      ...spec,
      criterion: (set: readonly string[]) => set.length,
      landscape: 5,
      search: defineSearch({
        ...facts,
        takes: 'subset',
        id: 'wrong-sets',
        async *run(visited) {
          await visited.merits(sets)
          yield {}
        },
      }),
    })

  it.each([
    ['the same path again', (next: Path) => repeat({ add: [next] }), 'is not one move longer'],
    ['no path', () => repeat({ add: [] }), 'adds no path'],
    ['null for a path', () => repeat({ add: [null] }), 'adds a path without a move'],
    ['nothing', () => repeat(undefined), 'yields undefined'],
    [
      'to remove what is not selected',
      () => repeat({ remove: { candidate: 1 }, merit: 0 }),
      'is not selected',
    ],
    ['to set aside what there is not', () => repeat({ setAside: { candidate: 9 } }), 'names candidate 9'],
  ] as const)('a search that yields %s', async (_, run, why) => {
    await expect(bySteps(ofSteps(run))).rejects.toThrow(`invalid search: wrong-steps `)
    await expect(bySteps(ofSteps(run))).rejects.toThrow(why)
  })

  it('a search that proposes again what the stop refused', async () => {
    const search = ofSteps((next) => repeat({ add: [next] }))
    await expect(bySteps(search, { stop: stopOf('refuses', () => ({ joins: false })) })).rejects.toThrow(
      'again, which could not join',
    )
  })

  it('a search that ends in no words', async () => {
    const search = ofSteps(async function* () {
      return (yield* [] as never[], 7)
    })
    await expect(bySteps(search)).rejects.toThrow('wrong-steps returns 7')
  })

  it('a pair by itself that may not join, whose stop ends the search', async () => {
    const pair = ofSteps((next) => {
      const [last] = [0, 1].filter((candidate) => candidate !== next.selected[0])
      const selected = [...next.selected, last]
      return repeat({ add: [{ ...next, selected, before: next, isPair: true }] })
    })
    const { selected, stopped } = await bySteps(pair, {
      stop: stopOf('refuses-in-words', () => ({ joins: false, stopped: 'not both' })),
    })
    expect([selected, stopped]).toEqual([[], 'not both'])
  })

  it('a search of sets that repeats a member, or names one that there is not', async () => {
    for (const set of [[0, 0], [0, 9], [-1], [0.5]]) {
      await expect(bySets(set)).rejects.toThrow(`invalid search: it names the set ${set.join(', ')}`)
    }
    const { landscape, selected } = await bySets([1, 0], [0, 1])
    expect(landscape).toEqual([{ features: ['a', 'b'], score: 2 }])
    expect(selected).toEqual(['a', 'b'])
  })

  it('a search of sets that scores nothing ends with its budget', async () => {
    const search = defineSearch({
      ...facts,
      takes: 'subset',
      id: 'idle',
      run: () => repeat({}) as AsyncGenerator<object, undefined>,
    })
    const { stopped } = await select(table, {
      ...spec,
      criterion: (set: readonly string[]) => set.length,
      search,
      budget: { seconds: 0.05 },
    })
    expect(stopped).toBe('the budget of 0.05 seconds is spent')
  })

  it('a stop that decides nothing, or by an impossible p-value', async () => {
    for (const decision of [undefined, {}, true, { joins: true, pValue: 7 }, { joins: true, pValue: NaN }]) {
      const stop = stopOf('undecided', () => decision)
      await expect(select(table, { ...spec, stop })).rejects.toThrow('invalid stop: undecided decides ')
    }
  })

  it('a discretiser whose cuts do not ascend, or of too few columns', async () => {
    const values = Array.from({ length: 40 }, (_, row) => Math.sin(row))
    const data = tableFromColumns({ x: values, y: values.map((value) => (value > 0 ? 'p' : 'q')) })
    const entropyBy = async (cuts: (names: readonly string[]) => readonly (readonly number[])[]) => {
      const discretise = defineDiscretiser({
        id: 'fixed',
        bins: 'own',
        needs: () => [],
        cuts: (_, { names }) => cuts(names),
      })
      const { rankings } = await rank(data, { target: 'y', by: ['mutual-information'], discretise })
      return rankings[0].scores[0].score
    }
    for (const cuts of [[2, 1], [1, 1], [NaN], [0, Infinity]]) {
      await expect(entropyBy((names) => names.map(() => cuts))).rejects.toThrow(
        `invalid discretiser: fixed cuts at ${cuts.join(', ')}`,
      )
    }
    await expect(entropyBy(() => [])).rejects.toThrow('fixed cuts 0 of 1 columns')
    // Cuts that are known need no statistics; the sign tells of the target: 1 bit less what 19 of 40 rows lack.
    const share = values.filter((value) => value > 0).length / 40
    const bits = -share * Math.log2(share) - (1 - share) * Math.log2(1 - share)
    expect(await entropyBy((names) => names.map(() => [0]))).toBeCloseTo(bits, 10)
  })
})

/** Yields the same without end. */
async function* repeat(proposal: unknown): AsyncGenerator<unknown, undefined, Path | null> {
  for (;;) yield proposal
}

describe('what users define', () => {
  const table = tableFromColumns({
    a: [1, 2, 3, 4, 5, 6, 7, 8],
    b: [1, 1, 2, 2, 1, 1, 2, 2],
    y: ['p', 'p', 'p', 'p', 'q', 'q', 'q', 'q'],
  })

  it('has options in specs, and its results recreate themselves', async () => {
    const one = await select(table, {
      target: 'y',
      search: 'greedy',
      stop: atMost({ columns: 1 }),
      evidence: false,
      asIs: true,
    })
    expect([one.selected, one.stopped]).toEqual([['a'], 'enough'])
    const again = await select(table, { ...one.spec })
    expect(again.steps).toEqual(one.steps)
  })

  it.each([
    ['search', 'beam', () => defineSearch({ ...greedy.search, id: 'beam' } as never)],
    ['stop', 'rising', () => defineStop({ id: 'rising', options: {}, start: () => none })],
    ['stop', 'gain', () => defineStop({ id: 'gain', options: {}, start: () => none })],
    ['discretiser', 'scott', () => defineDiscretiser({ ...plainCuts, id: 'scott' })],
    ['method', 'pearson', () => defineRank({ ...fisher.criterion, id: 'pearson' })],
    ['method', 'iamb', () => defineRank({ ...fisher.criterion, id: 'iamb' })],
    ['method', 'boruta', () => defineRank({ ...fisher.criterion, id: 'boruta' })],
  ])('has no name of the library: %s %s', (what, id, define) => {
    expect(define).toThrow(`invalid id of a ${what}: ${id} (the library has one; name yours otherwise)`)
  })

  it('cannot be a cut by classes that a null distribution cannot make again', async () => {
    const middle = defineDiscretiser({
      id: 'middle',
      bins: 'own',
      supervised: true,
      needs: (columns, { view }) => [
        { kind: 'moments', family: { list: columns.map((column) => [column]) }, of: 'values', view },
      ],
      cuts: ([{ mean }]) => Array.from(mean, (one) => [one]),
    })
    const wide = tableFromColumns({
      a: Array.from({ length: 40 }, (_, i) => i / 7),
      y: Array.from({ length: 40 }, (_, i) => 'pq'[i % 2]),
    })
    const spec = { target: 'y', discretise: middle, evidence: false } as const
    await expect(select(wide, spec)).rejects.toThrow('unsuitable discretiser for a null distribution')
    expect((await select(wide, { ...spec, k: 1 })).selected).toEqual(['a'])
  })

  it('has a name that can stand in a spec', () => {
    expect(() => defineRank({ ...fisher.criterion, id: 'a b' })).toThrow(
      'invalid id of a method: a b (needs letters',
    )
  })

  it('is unknown until it is defined', async () => {
    await expect(select(table, { target: 'y', search: 'gredy', k: 1 })).rejects.toThrow(
      'unknown search: gredy (did you mean greedy?)',
    )
    await expect(select(table, { target: 'y', discretise: 'halfs' as never, k: 1 })).rejects.toThrow(
      'unknown discretiser: halfs (did you mean halves?)',
    )
    await expect(select(table, { target: 'y', stop: 'at-moist' })).rejects.toThrow(
      'invalid stop: at-moist (needs significance, gain:number',
    )
  })
})
