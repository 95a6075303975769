// The scores of a criterion that users define.
import { rank, tableFromColumns } from 'criba'
import { defineDiscretiser, defineRank, defineSearch, defineStop, pathWith, variance } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { select } from '../untyped.ts'

describe('a criterion of one’s own', () => {
  const table = tableFromColumns({ a: [1, 2, 3, 4, 5, 6], b: [1, 1, 2, 2, 3, 3], y: [1, 2, 3, 4, 6, 5] })

  it('is refused with more or fewer scores than it was asked for, or what are none', async () => {
    const numbers = Float64Array.of(1)
    const scoresOf = (fold: () => unknown) =>
      rank(table, {
        by: [
          defineRank({
            ...variance.criterion,
            id: 'too-few',
            needs: () => [],
            fold: fold as never,
          }),
        ],
      })
    for (const scores of [undefined, {}, { score: numbers, n: numbers }, { score: numbers }]) {
      await expect(scoresOf(() => scores)).rejects.toThrow('invalid method: too-few gives ')
    }
    const good = { score: [1, 2, 3], n: [6, 6, 6] }
    for (const [wrong, why] of [
      [{ score: '123' }, 'gives no score for 3'],
      [{ score: ['1', '2', '3'] }, 'gives score 1'],
      [{ n: [6, NaN, 6] }, 'gives n NaN'],
      [{ pValue: [0, 0.5, 7] }, 'gives pValue 7'],
      [{ parts: { own: [1] } }, 'gives 1 own for 3'],
      [{ parts: null }, 'gives null as parts'],
      [{ parts: [1] }, 'gives 1 as parts'],
    ] as const) {
      await expect(scoresOf(() => ({ ...good, ...wrong }))).rejects.toThrow(`invalid method: too-few ${why}`)
    }
    for (const [wrong, why] of [
      [{ better: 'highest' }, 'is better highest'],
      [{ target: 'klasses' }, 'reads the target as klasses'],
      [{ fold: undefined }, 'has no functions needs and fold'],
      [{ stop: 3 }, 'has the stop 3'],
    ] as const) {
      const define = () => defineRank({ ...variance.criterion, id: 'wrong-record', ...wrong } as never)
      expect(define).toThrow(`invalid method: wrong-record ${why}`)
    }
    const three = Float64Array.of(1, 2, 3)
    const { rankings } = await scoresOf(() => ({ score: three, n: three }))
    expect(rankings[0].scores.map(({ score }) => score)).toEqual([3, 2, 1])
    await expect(scoresOf(() => ({ score: three, n: three, why: [] }))).rejects.toThrow('gives 0 why for 3')
  })

  it('is refused by its name where a promise stands among its values, also one that fails later', async () => {
    const late = async () => {
      await Promise.resolve()
      throw new Error('late')
    }
    const n = [6, 6, 6]
    for (const [part, value] of [
      ['fold', () => ({ score: [1, late(), 3], n })],
      ['fold', () => ({ score: [1, 2, 3], n, parts: { own: late() } })],
      ['needs', () => [{ kind: 'moments', family: { list: late() }, of: 'values', view: {} }]],
    ] as const) {
      const own = { id: 'not-awaited', needs: () => [], fold: () => ({ score: [1, 2, 3], n }), [part]: value }
      const by = [defineRank({ ...variance.criterion, ...own } as never)]
      await expect(rank(table, { by })).rejects.toThrow(
        'invalid method: not-awaited gives a promise (await it)',
      )
    }
  })

  it('is refused with requests that are none', async () => {
    for (const [requests, why] of [
      [undefined, 'needs undefined (needs a list of requests)'],
      [[{ kind: 'mean' }], 'needs an object (needs requests, each of a known kind)'],
      [['moments'], 'needs moments (needs requests, each of a known kind)'],
    ] as const) {
      const by = [defineRank({ ...variance.criterion, id: 'other-needs', needs: () => requests as never })]
      await expect(rank(table, { by })).rejects.toThrow(`invalid method: other-needs ${why}`)
    }
  })
})

describe('a method of one’s own that throws, or returns a promise where a value is due', () => {
  const table = tableFromColumns({ a: [1, 2, 3, 4, 5, 6], b: [1, 1, 2, 2, 3, 3], y: [1, 2, 3, 4, 6, 5] })
  const facts = { options: {}, title: 'Own', how: 'is wrong', reference: 'by definition' }
  const spec = { target: 'y', criterion: 'cfs', evidence: false, asIs: true } as const
  const late = () => Promise.reject(new Error('late'))

  it.each([
    ['a text', () => throwing('not\nthis'), 'throws not\\nthis'],
    ['nothing', () => throwing(undefined), 'throws undefined'],
    ['an error', () => throwing(new TypeError('x is no y')), 'throws x is no y'],
    ['a promise', late, ''],
  ])('%s', async (_, wrong, said) => {
    const own = wrong as never
    const by = [defineRank({ ...variance.criterion, id: 'own-throws', fold: own })]
    await expect(rank(table, { by })).rejects.toThrow(
      `invalid method: own-throws ${said || 'gives no score'}`,
    )
    const needs = [defineRank({ ...variance.criterion, id: 'own-throws', needs: own })]
    await expect(rank(table, { by: needs })).rejects.toThrow(
      `invalid method: own-throws ${said || 'needs an object'}`,
    )
    const discretise = defineDiscretiser({ id: 'own-throws', bins: 'own', needs: () => [], cuts: own })
    await expect(rank(table, { target: 'y', by: ['mutual-information'], discretise })).rejects.toThrow(
      `invalid discretiser: own-throws ${said || 'cuts an object'}`,
    )
    const search = defineSearch({ ...facts, id: 'own-throws', takes: 'step', run: own }) as never
    await expect(select(table, { ...spec, search })).rejects.toThrow(
      `invalid search: own-throws ${said || 'does not run as a generator'}`,
    )
    const start = defineStop({ id: 'own-throws', options: {}, start: own })()
    await expect(select(table, { ...spec, stop: start })).rejects.toThrow(
      `invalid stop: own-throws ${said || 'starts without a function decide'}`,
    )
    // A decision may come later.
    const stop = defineStop({ id: 'own-throws', options: {}, start: () => ({ decide: own }) })()
    await expect(select(table, { ...spec, stop })).rejects.toThrow(
      `invalid stop: own-throws ${said || 'throws late'}`,
    )
  })

  it('in a step of its search', async () => {
    const search = defineSearch({
      ...facts,
      id: 'own-throws',
      takes: 'step',
      async *run(candidates, { start }) {
        yield { add: [pathWith(start, await candidates.evaluate([]))!] }
        throwing('later')
      },
    })
    await expect(select(table, { ...spec, search, stop: 'none', k: 2 })).rejects.toThrow(
      'invalid search: own-throws throws later',
    )
  })

  it('is refused where it asks for columns that there are not', async () => {
    for (const family of [undefined, 'x', { list: 3 }, { list: [[{ column: -1 }]] }]) {
      const needs = () => [{ kind: 'moments', family, of: 'values', view: {} }] as never
      const by = [defineRank({ ...variance.criterion, id: 'own-family', needs })]
      await expect(rank(table, { by })).rejects.toThrow(
        'invalid method: own-family needs moments of no columns',
      )
    }
  })
})

function throwing(what: unknown): never {
  throw what
}

describe('a discretiser of one’s own', () => {
  const table = tableFromColumns({ a: [1, 2, 3, 4], y: ['p', 'q', 'p', 'q'] })

  it('is refused with requests or cuts that are none', async () => {
    for (const [own, why] of [
      [{ needs: () => 'abc' }, 'needs abc (needs a list of requests)'],
      [{ cuts: () => undefined }, 'cuts undefined (needs a list of cuts for each column)'],
      [{ cuts: () => [3] }, 'cuts 3 (needs a list of cuts for each column)'],
      [{ cuts: () => [[2n]] }, 'cuts at 2 (needs ascending finite numbers)'],
    ] as const) {
      const given = { id: 'own-cuts', bins: 'own', needs: () => [], cuts: () => [[2]], ...own }
      const discretise = defineDiscretiser(given as never)
      const ranked = rank(table, { target: 'y', by: ['mutual-information'], discretise })
      await expect(ranked).rejects.toThrow(`invalid discretiser: own-cuts ${why}`)
    }
  })
})

describe('a search of one’s own', () => {
  const table = tableFromColumns({ a: [1, 2, 3, 4, 5, 6], b: [1, 1, 2, 2, 3, 3], y: [1, 2, 3, 4, 6, 5] })
  const facts = { options: {}, title: 'Own', how: 'is wrong', reference: 'by definition' }
  const found = (takes: string, run: unknown) => {
    const search = defineSearch({ ...facts, id: 'own-search', takes, run } as never) as never
    return select(table, { target: 'y', criterion: 'cfs', search, evidence: false })
  }

  it('is refused where it scores no list, or adds what is no path', async () => {
    const scores = (given: unknown) =>
      found('subset', async function* (visited: { merits(given: unknown): Promise<unknown> }) {
        await visited.merits(given)
        yield {}
      })
    await expect(scores(null)).rejects.toThrow('invalid search: it names null (needs a list)')
    await expect(scores([7])).rejects.toThrow('invalid search: it names 7 (needs a list)')
    const adds = (path: object) =>
      found('step', function* () {
        yield { add: [{ merit: 1, gain: 1, before: null, move: { candidate: 0 }, selected: [0], ...path }] }
      })
    await expect(adds({ selected: 'a' })).rejects.toThrow('it names a (needs a list)')
    await expect(adds({ move: { candidate: 1 } })).rejects.toThrow('whose move is of another candidate')
    await expect(
      found('step', function* () {
        if (facts.title === '') yield {}
        return 2n
      }),
    ).rejects.toThrow('own-search returns 2 (needs why it ended, or nothing)')
  })
})
