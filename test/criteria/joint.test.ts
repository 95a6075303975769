import { tableFromColumns } from 'criba'
import { joint, jointMi } from 'criba/methods'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { levelColumns, levelTable, plainScore } from './plain-steps.ts'
import { selectAsIs as select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

/** Columns of which two make y together and are uninformative alone, and slightly informative noise. */
function exclusiveOr(seed: number, rows = 400, noises = 8) {
  const random = randomOf(seed)
  const bits = () => Array.from({ length: rows }, () => (random() < 0.5 ? '0' : '1'))
  const noise = Array.from({ length: noises }, (_, i) => [`noise${i}`, bits()] as const)
  const [a, b] = [bits(), bits()]
  const y = a.map((bit, row) => (random() < 0.1 ? 'n' : bit === b[row] ? 'n' : 'y'))
  return tableFromColumns({ ...Object.fromEntries(noise), a, b, y }, { '*': 'categorical' })
}

describe('joint', () => {
  it('goes the way of joint-mi by counts', () =>
    fc.assert(
      fc.asyncProperty(levelColumns, async (columns) => {
        const spec: SelectSpec = { target: 'y', stop: 'none', search: 'forward' }
        const one = await select(levelTable(columns), { ...spec, criterion: joint() })
        const two = await select(levelTable(columns), {
          ...spec,
          criterion: jointMi({ estimator: 'plug-in' }),
        })
        expect(one.selected).toEqual(two.selected)
        expect(one.steps.map(({ score }) => score)).toEqual(two.steps.map(({ score }) => score))
      }),
      { numRuns: runs(40) },
    ))

  it('never falls, and a copy adds nothing', () =>
    fc.assert(
      fc.asyncProperty(levelColumns, async (columns) => {
        const { steps, selected } = await select(levelTable(columns), {
          target: 'y',
          method: 'joint',
          stop: 'none',
        })
        steps.slice(1).forEach(({ score }, i) => expect(score).toBeGreaterThanOrEqual(steps[i].score))
        const [first, copy] = [selected.indexOf('b'), selected.indexOf('again')]
        near(steps[Math.max(first, copy)].score, steps[Math.max(first, copy) - 1].score)
      }),
      { numRuns: runs(40) },
    ))

  it('tests the columns of what joins, where units are not the columns', async () => {
    const random = randomOf(3)
    const draw = () => Array.from({ length: 300 }, () => (random() < 0.5 ? '0' : '1'))
    const [kept, noise, signal] = [draw(), draw(), draw()]
    const y = signal.map((bit) => (random() < 0.1 ? '0' : bit))
    const table = tableFromColumns({ kept, noise, signal, y }, { '*': 'categorical' })
    const given = { target: 'y', keep: ['kept'], stop: 'significance:null=set' } as const
    for (const criterion of ['joint', 'joint-mi:estimator=plug-in'])
      expect((await select(table, { ...given, criterion })).selected).toEqual(['kept', 'signal'])
  })

  it('stops where the next column gains too little', async () => {
    const { steps, stopped } = await select(exclusiveOr(1), {
      target: 'y',
      method: 'joint',
      stop: 'gain:0.02',
    })
    expect(stopped).toBe('no gain above 0.02')
    for (const [i, { score }] of steps.entries())
      expect(score - (steps[i - 1]?.score ?? 0)).toBeGreaterThan(0.02)
  })
})

describe('looking ahead', () => {
  it('finds exclusive or, which forward misses', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const table = exclusiveOr(seed)
      const plain = await select(table, { target: 'y', method: 'joint' })
      expect(plain.selected).not.toContain('a')
      const { selected, steps } = await select(table, { target: 'y', method: 'joint:lookahead=2' })
      expect([...selected].sort()).toEqual(['a', 'b'])
      expect(steps[0].pValue).toBe(steps[1].pValue)
    }
  })

  it('takes a pair by k, or one column where there is room for one', async () => {
    const table = exclusiveOr(1)
    const method = 'joint:lookahead=2'
    expect(new Set((await select(table, { target: 'y', method, k: 2 })).selected)).toEqual(
      new Set(['a', 'b']),
    )
    const [one] = (await select(table, { target: 'y', method, k: 1 })).selected
    expect(one).toBe((await select(table, { target: 'y', method: 'joint', k: 1 })).selected[0])
  })

  it('takes a pair only where it is better than the best column with the best to follow', () =>
    fc.assert(
      fc.asyncProperty(levelColumns, async (columns) => {
        const { selected, steps } = await select(levelTable(columns), {
          target: 'y',
          method: 'joint:lookahead=2',
          stop: 'none',
        })
        const names = Object.keys(columns).filter((name) => name !== 'y')
        for (const [size, { score }] of steps.entries()) {
          const before = selected.slice(0, size)
          const beside = (from: readonly string[]) =>
            names
              .filter((name) => !from.includes(name))
              .map((name) => ({ name, score: plainScore('joint', columns, name, from) }))
          const best = Math.max(...beside(before).map((other) => other.score))
          if (score > best - 1e-9) continue
          // The first of a pair: what follows it is worth more than what follows any other.
          const followed = beside(before).map(({ name }) =>
            Math.max(...beside([...before, name]).map((other) => other.score)),
          )
          near(steps[size + 1].score, Math.max(...followed))
        }
      }),
      { numRuns: runs(30) },
    ))

  it('works with merits of sets, and refuses others', async () => {
    const table = exclusiveOr(2)
    const search = { method: 'forward', options: { lookahead: 2 } }
    const criterion = 'joint-mi:estimator=plug-in'
    const { selected } = await select(table, { target: 'y', criterion, search, k: 2 })
    expect([...selected].sort()).toEqual(['a', 'b'])
    for (const other of ['jmi', 'mutual-information']) {
      await expect(select(table, { target: 'y', criterion: other, search })).rejects.toThrow(
        `unsuitable lookahead for ${other}: its scores are not merits of sets`,
      )
    }
  })
})

describe('options of a method', () => {
  const table = exclusiveOr(1, 200, 3)

  it('go to the criterion, the search and the stop', async () => {
    const { spec } = await select(table, { target: 'y', method: 'joint:lookahead=2,null=max,alpha=0.01' })
    expect(spec.search).toEqual({ method: 'forward', options: { lookahead: 2 } })
    expect(spec.stop).toBe('significance:null=max,alpha=0.01')
    const { stop } = (await select(table, { target: 'y', method: 'joint', stop: 'significance:alpha=0.1' }))
      .spec
    expect(stop).toBe('significance:null=set,alpha=0.1')
    expect((await select(table, { target: 'y', method: 'jmi:null=set' })).spec.stop).toBe(
      'significance:null=set',
    )
  })

  it('are refused where they have no say', async () => {
    await expect(select(table, { target: 'y', method: 'joint:null=max', stop: 'gain:0.01' })).rejects.toThrow(
      'invalid null: max (stop gain:0.01 tests nothing)',
    )
    await expect(select(table, { target: 'y', method: 'joint:form=sum' })).rejects.toThrow(
      'unknown option of joint: form',
    )
    await expect(
      select(table, { target: 'y', method: 'joint-mi:null=set', search: 'exhaustive' }),
    ).rejects.toThrow('invalid stop: significance (exhaustive ends by itself')
  })
})
