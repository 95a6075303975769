// Any function of a set as a criterion.
import { CribaError, tableFromColumns } from 'criba'
import {
  annealing,
  backward,
  beam,
  bestFirst,
  branchAndBound,
  exhaustive,
  floatingBackward,
  floatingForward,
  forward,
  genetic,
  particleSwarm,
  plusLMinusR,
  random,
  ranking,
  sse,
} from 'criba/methods'
import type { SelectResult } from 'criba'
import { describe, expect, it } from 'vitest'
import { Ajv } from 'ajv'
import { readFileSync } from 'node:fs'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

const rows = Array.from({ length: 30 }, (_, i) => i)
const columns = {
  a: rows.map((i) => (i * 7) % 11),
  b: rows.map((i) => (i * 5) % 13),
  c: rows.map((i) => (i % 3 === 0 ? null : i % 4)),
  d: rows.map((i) => 'pqr'[i % 3]),
}
const y = rows.map((i) => 2 * columns.a[i] + columns.b[i] + (i % 2))
const table = tableFromColumns({ ...columns, y })
const worth: Readonly<Record<string, number>> = { a: 5, b: 4, c: 1, d: -2 }
const sum = (subset: readonly string[]) => subset.reduce((total, name) => total + worth[name], 0)

const searches = [
  ranking(),
  forward(),
  backward(),
  plusLMinusR(),
  floatingForward(),
  floatingBackward(),
  beam(),
  bestFirst(),
  exhaustive(),
  random(),
  annealing(),
  genetic(),
  particleSwarm(),
] as const

const failure = (spec: SelectSpec) =>
  select(table, { target: 'y', ...spec }).then(
    () => new Error('no error came'),
    (error: unknown) => error as Error,
  )

describe('a function as criterion', () => {
  it.each(searches.map((search) => [search.method, search] as const))(
    'works with %s, synchronous or not',
    async (_, search) => {
      const found = await select(table, { target: 'y', criterion: sum, search, k: 2 })
      expect([...found.selected].sort()).toEqual(['a', 'b'])
      const later = (subset: readonly string[]) =>
        new Promise<number>((resolve) => setTimeout(() => resolve(sum(subset)), subset.length % 3))
      const slow = await select(table, { target: 'y', criterion: later, search, k: 2 })
      expect({ ...slow, method: '', seconds: 0 }).toEqual({ ...found, method: '', seconds: 0 })
    },
  )

  it('is called with the names in the order of the table, once for each set, never for the empty one', async () => {
    const asked: string[] = []
    const criterion = (subset: readonly string[]) => {
      asked.push(subset.join())
      return sum(subset)
    }
    const found = await select(table, { criterion, drop: ['y'], search: 'floating-backward' })
    expect(found.selected).toEqual(['a', 'b', 'c'])
    // Without a target every other column is a candidate.
    expect(asked).toContain('a,b,c,d')
    expect(new Set(asked).size).toBe(asked.length)
    expect(found.evaluations).toBe(asked.length)
    for (const names of asked) {
      expect(names).not.toBe('')
      expect(names.split(',')).toEqual([...names.split(',')].sort())
    }
  })

  it('may have a name, and lower scores may be better', async () => {
    const found = await select(table, {
      target: 'y',
      criterion: { score: (subset) => -sum(subset), better: 'lower', id: 'loss' },
      search: 'exhaustive',
      landscape: 2,
    })
    expect(found).toMatchObject({ method: 'loss', better: 'lower', score: -10, selected: ['a', 'b', 'c'] })
    expect(found.landscape![1]).toEqual({ features: ['a', 'b'], score: -9 })
    const grown = await select(table, { criterion: { score: sum, id: 'worth' }, target: 'y' })
    expect(grown.selected).toEqual(['a', 'b', 'c'])
    expect(grown.steps.map(({ score }) => score)).toEqual([5, 9, 10])
    expect(grown.stopped).toBe('no gain above 0')
  })

  it('works with branch and bound where no column makes a set worse', async () => {
    const best = (subset: readonly string[]) =>
      subset.reduce((total, name) => total + Math.abs(worth[name]), 0)
    const asked = { target: 'y', search: branchAndBound(), k: 3 } as const
    const found = await select(table, { ...asked, criterion: { score: best, monotone: true } })
    expect(found.selected).toEqual(['a', 'b', 'd'])
    expect((await failure({ ...asked, criterion: best })).message).toMatch(
      /^unsuitable search for function: branch-and-bound relies on bounds/,
    )
  })

  it('works with groups, columns to keep and a prefilter', async () => {
    const asked: string[] = []
    const criterion = (subset: readonly string[]) => {
      asked.push(subset.join())
      return sum(subset)
    }
    const groups = { pair: ['d', 'a'] }
    const found = await select(table, { target: 'y', criterion, groups, keep: ['c'], k: 2 })
    expect(asked).toContain('a,c,d')
    expect(found.selected).toEqual(['c', 'b'])
  })

  it('is marked in the spec, which alone does not recreate the result', async () => {
    const found = await select(table, { target: 'y', task: 'classification', criterion: sum, k: 1 })
    expect(found.spec.criterion).toEqual({
      method: 'function',
      options: {},
      note: 'a function: this spec alone does not recreate the result',
    })
    expect(found.coding).toEqual([])
    expect(found.warnings.filter(({ code }) => code === 'missing-values')).toEqual([])
    const schema = JSON.parse(
      readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
    ) as object
    const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)
    expect(isValid(JSON.parse(JSON.stringify(found))), JSON.stringify(isValid.errors)).toBe(true)
    const again = JSON.parse(JSON.stringify(found)) as SelectResult
    expect((await failure({ ...again.spec, criterion: again.spec.criterion })).message).toMatch(
      /^invalid criterion: function \(give the function itself/,
    )
    const whole = await select(table, { ...found.spec, criterion: sum })
    expect({ ...whole, seconds: 0 }).toEqual({ ...found, seconds: 0 })
  })

  it('that throws is an error with its cause, and is not called again', async () => {
    const cause = new RangeError('no such model')
    for (const isLater of [false, true]) {
      let asked = 0
      const criterion = (subset: readonly string[]) => {
        asked++
        if (subset.join() !== 'b') return 1
        if (isLater) return Promise.reject(cause)
        throw cause
      }
      const error = await failure({ criterion, search: 'exhaustive' })
      expect(error).toBeInstanceOf(CribaError)
      expect(error.message).toBe('invalid criterion: function fails for b (no such model)')
      expect(error.cause).toBe(cause)
      expect(asked).toBeLessThan(15)
    }
  })

  it.each([NaN, undefined, null, '1'])('may not return %s', async (value) => {
    const criterion = (subset: readonly string[]) => (subset.join() === 'b' ? value : 1) as number
    expect((await failure({ criterion })).message).toBe(
      `invalid criterion: function returns ${String(value)} for b (needs a number)`,
    )
  })

  it('is called for several sets at a time, in their order', async () => {
    const begun: string[] = []
    let flying = 0
    let most = 0
    const criterion = async (subset: readonly string[]) => {
      begun.push(subset.join('+'))
      most = Math.max(most, ++flying)
      await new Promise((resolve) => setTimeout(resolve, 5 - subset.length))
      flying--
      return sum(subset)
    }
    const found = await select(table, { target: 'y', criterion, search: 'exhaustive' })
    expect(begun).toEqual('b c b+c d b+d c+d b+c+d a a+b a+c a+b+c a+d a+b+d a+c+d a+b+c+d'.split(' '))
    expect(most).toBe(8)
    expect(found.selected).toEqual(['a', 'b', 'c'])
  })

  it('that never answers can be interrupted, with the best set so far', async () => {
    const controller = new AbortController()
    const criterion = (subset: readonly string[]) => {
      if (subset.length < 2) return sum(subset)
      setTimeout(() => controller.abort())
      return new Promise<number>(() => {})
    }
    const found = await select(table, { target: 'y', criterion }, { signal: controller.signal })
    expect(found).toMatchObject({ selected: ['a'], stopped: 'interrupted' })
    const spent = await select(table, { target: 'y', criterion: sum, budget: { evals: 4 } })
    expect(spent).toMatchObject({ selected: ['a'], stopped: 'the budget of 4 evaluations is spent' })
  })

  it('refuses what a function cannot do, in one line', async () => {
    expect((await failure({ criterion: sum, stop: 'significance' })).message).toMatch(
      /^invalid stop: significance \(a function has no null distribution/,
    )
    expect((await failure({ criterion: sum, search: 'ranking', cut: 'fdr:0.1' })).message).toMatch(
      /^invalid cut: fdr:0.1 \(a function has no p-values/,
    )
    expect((await failure({ criterion: sum, search: 'exhaustive', pareto: 'sse' })).message).toMatch(
      /^invalid pareto: a front needs two criteria by name/,
    )
    const checkpoint = { read: () => Promise.resolve(null), write: () => Promise.resolve() }
    await expect(select(table, { criterion: sum, search: exhaustive() }, { checkpoint })).rejects.toThrow(
      /^invalid checkpoint: the criterion is a function/,
    )
    expect((await failure({ criterion: sum, stop: 'partial-f' })).message).toMatch(/^invalid stop: partial-f/)
    expect((await failure({ criterion: sum, method: 'jmi' })).message).toMatch(
      /^invalid criterion: function /,
    )
    expect((await failure({ criterion: sum, k: 9 })).message).toMatch(
      /^invalid k: 9 \(function can take 4 columns/,
    )
  })

  it('around a criterion gives the same result as the criterion', async () => {
    const asked = { target: 'y', drop: ['c', 'd'], search: exhaustive(), landscape: 'all' } as const
    const known = await select(table, { ...asked, criterion: sse() })
    const scores = new Map(known.landscape!.map(({ features, score }) => [features.join(), score]))
    const own = await select(table, {
      ...asked,
      criterion: { score: (subset) => scores.get(subset.join())!, better: 'lower' },
    })
    expect(own.landscape).toEqual(known.landscape)
    expect(own.selected).toEqual(known.selected)
  })
})
