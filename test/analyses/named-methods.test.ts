import { methods, tableFromColumns } from 'criba'
import { backward, deltaTest, exhaustive, miDt, miDtInverse, totalCorrelation } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { columnsOf } from '../neighbours/data.ts'
import { select } from '../untyped.ts'

const { y, ...features } = columnsOf('continuous', 80, 3)
const names = Object.keys(features).slice(0, 5)
const table = tableFromColumns([['y', y], ...names.map((name) => [name, features[name]] as const)])

describe('a name for a criterion with a search', () => {
  it.each([
    ['exhaustive-dt:k=3', deltaTest({ k: 3 }), exhaustive()],
    ['exhaustive-mi', totalCorrelation(), exhaustive()],
    ['exhaustive-mi-dt:beta=2,to=3', miDt({ beta: 2 }), exhaustive({ to: 3 })],
    ['exhaustive-mi-dt-inverse', miDtInverse(), exhaustive()],
    ['backward-dt', deltaTest(), backward({ acceptTies: false })],
    ['backward-mi', totalCorrelation(), backward({ acceptTies: false })],
    ['backward-mi-dt', miDt(), backward({ acceptTies: false })],
    ['backward-mi-dt-inverse:beta=0.1', miDtInverse({ beta: 0.1 }), backward({ acceptTies: false })],
  ])('stands for both: %s', async (method, criterion, search) => {
    const { seconds: _, method: name, spec, ...named } = await select(table, { target: 'y', method })
    const {
      seconds: __,
      method: ___,
      spec: whole,
      ...built
    } = await select(table, { target: 'y', criterion, search })
    expect(named).toEqual(built)
    expect(name).toBe(method.split(':')[0])
    expect([spec.criterion, spec.search]).toEqual([whole.criterion, whole.search])
    const { seconds: ____, method: _____, spec: ______, ...again } = await select(table, spec)
    expect(again).toEqual(built)
    expect(methods(name).methods[0]).toMatchObject({ id: name, search: spec.search.method })
  })

  it('has its own search', async () => {
    await expect(select(table, { target: 'y', method: 'exhaustive-dt', search: 'forward' })).rejects.toThrow(
      'invalid search: method exhaustive-dt has its own (use criterion and search)',
    )
  })
})
