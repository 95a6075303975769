import { tableFromColumns } from 'criba'
import type { SelectResult } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf, shuffled } from '../contract/tables.ts'
import { select } from '../untyped.ts'
import { winnersOfNoise } from './noise-winners.ts'
import { isLong } from '../properties/runs.ts'

type Columns = Readonly<Record<string, readonly string[]>>

const tableOf = (columns: Columns) => tableFromColumns(columns, { '*': 'categorical' })

describe('the winner among 50 columns of noise', () => {
  // Of 200 tables, in strata-test.long.ts.
  it('beats its own chance most often, and that of all of them seldom', async () => {
    const { own, best } = await winnersOfNoise(15)
    // 1 − 0.95^50 is 92 %. The bounds hold in 999 of 1,000 such tests.
    expect(own).toBeGreaterThan(9)
    expect(best).toBeLessThan(5)
  })
})

describe('beside all selected columns', () => {
  // y is the sum of three bits: each is needed, and copies of their sum are not.
  const random = randomOf(3)
  const bits = () => Array.from({ length: 400 }, () => (random() < 0.5 ? 0 : 1))
  const [a, b, c] = [bits(), bits(), bits()]
  const text = (values: readonly number[]) => values.map(String)
  const columns: Columns = {
    a: text(a),
    b: text(b),
    both: text(a.map((bit, row) => bit * 2 + b[row])),
    c: text(c),
    noise: text(bits()),
    y: text(a.map((bit, row) => (random() < 0.05 ? 9 : bit + b[row] + c[row]))),
  }

  it('a column that two others determine is set aside, whichever is tested first', async () => {
    for (const method of ['joint', 'joint:null=max', 'jmi:null=set', 'cmim:null=set']) {
      const { selected, setAside } = await select(tableOf(columns), { target: 'y', method })
      expect(selected).toContain('c')
      expect(selected.includes('both') && selected.includes('a')).toBe(false)
      for (const { because } of setAside) expect(because).toMatch(/nothing significant/)
    }
  })

  it('is the same in any order of rows, from any source, and by weights', async () => {
    const few = Object.fromEntries(
      Object.entries(columns).map(([name, levels]) => [name, levels.slice(0, isLong ? 300 : 120)]),
    )
    const source = await duckSourceOf(tableOf(few))
    for (const method of isLong ? ['joint', 'joint:null=max', 'joint:lookahead=2'] : ['joint:null=max']) {
      const outcome = ({ selected, steps, setAside, stopped }: SelectResult) => ({
        selected,
        steps,
        setAside,
        stopped,
      })
      const plain = outcome(await select(tableOf(few), { target: 'y', method, seed: 4 }))
      expect(plain.selected).not.toEqual([])
      const order = shuffled([...few['y'].keys()], randomOf(8))
      const turned = Object.fromEntries(
        Object.entries(few).map(([name, levels]) => [name, order.map((row) => levels[row])]),
      )
      expect(outcome(await select(tableOf(turned), { target: 'y', method, seed: 4 }))).toEqual(plain)
      expect(outcome(await select(source, { target: 'y', method, seed: 4 }))).toEqual(plain)
      const times = order.map((row) => row % 3)
      const weighted = tableFromColumns({ ...few, w: times }, { '*': 'categorical', w: 'numeric' })
      const repeated = Object.fromEntries(
        Object.entries(few).map(([name, levels]) => [
          name,
          levels.flatMap((level, row) => new Array<string>(times[row]).fill(level)),
        ]),
      )
      expect(outcome(await select(weighted, { target: 'y', method, weights: 'w' }))).toEqual(
        outcome(await select(tableOf(repeated), { target: 'y', method })),
      )
    }
    source.close()
  })

  it('ends where no two rows share their levels', async () => {
    const own = Array.from({ length: 12 }, (_, row) => `r${row}`)
    const y = own.map((_, row) => 'ab'[row % 2])
    const table = tableFromColumns({ own, x: y, y }, { '*': 'categorical' })
    // A level for each row determines y under every permutation, so it is chosen only at alpha = 1.
    const { setAside } = await select(table, { target: 'y', method: 'joint' })
    expect(setAside).toContainEqual(expect.objectContaining({ feature: 'own', pValue: 1 }))
    const { selected, stopped } = await select(table, { target: 'y', method: 'joint:null=max,alpha=1' })
    expect(selected).toEqual(['own'])
    expect(stopped).toBe('no two rows share their levels of the chosen columns')
  })

  it('needs levels, and whole weights', async () => {
    const numbers = tableFromColumns({ y: [1, 2.5, 3, 4], a: [1, 2, 3, 5], w: [0.5, 1, 1, 1] })
    await expect(
      select(numbers, { target: 'y', criterion: 'delta-test', stop: 'significance:null=set', drop: ['w'] }),
    ).rejects.toThrow('significance permutes levels')
    await expect(select(numbers, { target: 'y', method: 'joint', weights: 'w' })).rejects.toThrow(
      'needs whole weights',
    )
  })
})
