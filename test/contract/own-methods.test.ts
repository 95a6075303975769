// What users define: checked where it is wrong, and known by its name.
import { rank, tableFromColumns } from 'criba'
import { defineDiscretiser, defineRank, defineSearch, defineStop, fisher, pathWith } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import type { Path } from '../../src/methods/searches/path.ts'
import { atMost, greedy } from './own.ts'
import { selectAsIs as select } from '../untyped.ts'

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
  const bySteps = (search: { readonly search: { readonly id: string } }, given: object = { stop: 'none' }) =>
    select(table, { ...spec, criterion: 'sse', search: search.search.id, ...given })
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

  it('a search that sets aside without a test', async () => {
    const search = ofSteps(() => repeat({ setAside: { candidate: 1, because: null } }))
    await expect(bySteps(search)).rejects.toThrow('sets candidate 1 aside without a pValue')
  })

  it('a search that is no generator', async () => {
    const search = defineSearch({ ...facts, takes: 'step', id: 'plain', run: (() => {}) as never })
    await expect(bySteps(search)).rejects.toThrow('plain does not run as a generator (needs async *run)')
  })

  it('a search that ends early does not say that no candidate is left', async () => {
    const search = ofSteps(async function* () {
      return (yield* [] as never[], undefined)
    })
    expect((await bySteps(search, { k: 2 })).stopped).toBe('wrong-steps ended')
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
    const because = null
    for (const stopped of ['', 3]) {
      const stop = stopOf('without-words', () => ({ joins: false, stopped }))
      await expect(select(table, { ...spec, stop })).rejects.toThrow('invalid stop: without-words decides ')
    }
    for (const setAside of [null, {}, { because }, { because: 2, pValue: 0.5 }, { because, pValue: 2 }]) {
      const stop = stopOf('sets-aside', () => ({ joins: false, setAside }))
      await expect(select(table, { ...spec, stop })).rejects.toThrow('invalid stop: sets-aside decides ')
    }
    const plain = defineStop({ id: 'plain', options: {}, start: (() => () => true) as never })()
    await expect(select(table, { ...spec, stop: plain })).rejects.toThrow(
      'plain starts without a function decide',
    )
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

  it('has options whose defaults they take', () => {
    const options = { most: { type: 'whole', min: 1, default: 0, help: 'how many' } } as const
    expect(() => defineStop({ id: 'most', options, start: () => none })).toThrow(
      'invalid default of most of most: 0 (needs a whole number, 1 or more)',
    )
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
