import { MemorySource } from 'criba'
import { defineStep, fcbf } from 'criba/methods'
import type { SelectResult } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { near } from '../laws/given.ts'
import { plainEntropy, plainInformation } from '../analyses/plain-information.ts'
import { levelColumns, levelTable, manyColumns } from './plain-steps.ts'
import type { LevelColumns } from './plain-steps.ts'
import { rank, selectAsIs as select } from '../untyped.ts'

function uncertainty(a: readonly string[], b: readonly string[]): number {
  const ones = a.map(() => 1)
  const entropies = plainEntropy([a], ones) + plainEntropy([b], ones)
  return entropies === 0 ? 0 : (2 * plainInformation([a], [b], ones)) / entropies
}

/** Figure 2 of Yu and Liu (2003), with ≥ δ: a list sorted by SU(F_i,C), of which each that stands removes later ones. */
function plainFcbf(columns: LevelColumns, delta = 0) {
  const y = columns['y']
  const because: Record<string, string> = {}
  const list = Object.keys(columns)
    .filter((name) => name !== 'y')
    .map((name) => ({ name, su: uncertainty(columns[name], y) }))
    .filter(({ su }) => su > 1e-12 && su >= delta - 1e-12)
    .sort((a, b) => (Math.abs(b.su - a.su) < 1e-12 ? 0 : b.su - a.su))
  for (let p = 0; p < list.length; p++) {
    for (let q = p + 1; q < list.length;) {
      if (uncertainty(columns[list[p].name], columns[list[q].name]) >= list[q].su - 1e-12) {
        because[list[q].name] = list[p].name
        list.splice(q, 1)
      } else q++
    }
  }
  return { list, because }
}

function expectPlain(columns: LevelColumns, { selected, steps, setAside }: SelectResult, delta = 0) {
  const { list, because } = plainFcbf(columns, delta)
  expect(selected).toEqual(list.map(({ name }) => name))
  for (const [i, { score }] of steps.entries()) near(score, list[i].su)
  const dominated = setAside.filter((aside) => aside.because in columns)
  expect(Object.fromEntries(dominated.map((aside) => [aside.feature, aside.because]))).toEqual(because)
  for (const { feature, because: why } of setAside) {
    if (why in columns) continue
    const su = uncertainty(columns[feature], columns['y'])
    expect(why).toBe(
      su < 1e-12 ? 'it tells nothing of the target' : `it tells less of the target than delta = ${delta}`,
    )
  }
  expect(selected.length + setAside.length).toBe(Object.keys(columns).length - 1)
}

describe('fcbf', () => {
  it('is the algorithm of its paper', () =>
    fc.assert(
      fc.asyncProperty(levelColumns, fc.constantFrom(0, 0.02, 0.1, 0.4), async (columns, delta) => {
        const result = await select(levelTable(columns), { target: 'y', method: fcbf({ delta }) })
        expectPlain(columns, result, delta)
        expect(result.stopped).toBe('no candidate is left')
      }),
      { numRuns: runs(120) },
    ))

  it('keeps a column whose uncertainty is delta but for rounding', async () => {
    const cells = (text: string, name: string) => [...text].map((level) => `${name}${level}`)
    const e = cells('10000101000101011111', 'e')
    const y = cells('12220120020001000011', 'y')
    expect(Math.abs(uncertainty(e, y) - 0.4)).toBeLessThan(1e-12)
    const { selected } = await select(levelTable({ e, y }), { target: 'y', method: 'fcbf:delta=0.4' })
    expect(selected).toEqual(['e'])
  })

  it('is it for many columns too, and looks at few pairs', async () => {
    for (const seed of [1, 2]) {
      const columns = manyColumns({ columns: 120, rows: 60, seed })
      const table = levelTable(columns)
      const result = await select(table, { target: 'y', method: 'fcbf' })
      expectPlain(columns, result)
      const { falling: _, shape: __, ...record } = fcbf.criterion
      const diligent = defineStep({ ...record, id: 'diligent-fcbf' })
      const all = await select(table, { target: 'y', criterion: diligent })
      expect([all.selected, all.steps, all.setAside]).toEqual([
        result.selected,
        result.steps,
        result.setAside,
      ])
      expect(result.evaluations).toBeLessThan(all.evaluations)
    }
  })

  it('stops at k, and names what it knows to be redundant by then', async () => {
    const columns = manyColumns({ columns: 60, rows: 200 })
    const { list, because } = plainFcbf(columns)
    const { selected, setAside, stopped } = await select(levelTable(columns), {
      target: 'y',
      method: 'fcbf',
      k: 3,
    })
    expect(selected).toEqual(list.slice(0, 3).map(({ name }) => name))
    expect(stopped).toBe('k = 3')
    for (const { feature, because: one } of setAside) if (one in columns) expect(because[feature]).toBe(one)
  })

  it('scores as symmetrical-uncertainty ranks', async () => {
    const table = levelTable(manyColumns({ columns: 20, rows: 100 }))
    const { steps } = await select(table, { target: 'y', method: 'fcbf' })
    const { rankings } = await rank(table, { target: 'y', by: ['symmetrical-uncertainty'] })
    for (const { feature, score } of steps)
      near(score, rankings[0].scores.find((one) => one.feature === feature)!.score!, 1e-12)
  })

  it('says the same on threads, in the engine and for repeated columns', async () => {
    const columns = manyColumns({ columns: 24, rows: 100 })
    const table = levelTable(columns)
    const outcome = ({ selected, steps, setAside }: SelectResult) => ({ selected, steps, setAside })
    const plain = outcome(await select(table, { target: 'y', method: 'fcbf' }, { threads: 1 }))
    const memory = new MemorySource(table)
    expect(outcome(await select(memory, { target: 'y', method: 'fcbf' }, { threads: 2 }))).toEqual(plain)
    const duck = await duckSourceOf(table)
    expect(outcome(await select(duck, { target: 'y', method: 'fcbf' }))).toEqual(plain)
    duck.close()
    const twice = Object.fromEntries(
      Object.entries(columns).flatMap(([name, levels]) => [
        [name, levels],
        ...(name === 'y' ? [] : [[`${name} again`, levels] as const]),
      ]),
    )
    const { selected, setAside } = await select(levelTable(twice), { target: 'y', method: 'fcbf' })
    expect(selected).toEqual(plain.selected)
    for (const name of selected) expect(setAside).toContainEqual({ feature: `${name} again`, because: name })
  })
})
