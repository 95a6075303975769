import { compare, select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'

const random = randomOf(37)
const rows = Array.from({ length: 200 }, (_, row) => row)
const a = rows.map(() => random())
const noise = rows.map(() => random())

describe('the target of evidence', () => {
  it('is judged by the area under the curve where a class is rarer than a tenth', async () => {
    const metricOf = async (rare: number, metric = 'auto') => {
      const label = rows.map((row) => (row < rare ? 'yes' : 'no'))
      const table = tableFromColumns({ a, noise, label })
      return (await select(table, { target: 'label', k: 1, evidence: { metric } })).evidence!
    }
    expect((await metricOf(20)).metric).toBe('accuracy')
    expect((await metricOf(19)).metric).toBe('auc')
    expect((await metricOf(19)).none.mean).toBe(0.5)
    expect((await metricOf(19, 'accuracy')).metric).toBe('accuracy')
    const label = rows.map((row) => (row < 19 ? 'yes' : 'no'))
    const compared = await compare(tableFromColumns({ a, noise, label }), {
      target: 'label',
      methods: ['jmi', 'mim'],
      k: 1,
    })
    expect(JSON.stringify(compared.methods)).toContain('"metric":"auc"')
  })

  it('names the value of the row that rules the squares, and folds without variance', async () => {
    const site = rows.map((row) => `s${row % 5}`)
    const warned = async (y: readonly number[], group: string | null = null) => {
      const table = tableFromColumns({ a, noise, site, y: [...y] })
      const spec = { target: 'y', k: 1, drop: group ? [] : ['site'], group, evidence: true } as const
      const { warnings } = await select(table, spec)
      return warnings.filter(({ code }) => code === 'heavy-target' || code === 'constant-folds')
    }
    const plain = a.map((x, row) => x + random() + row / 1e6)
    expect(await warned(plain)).toEqual([])
    // 1e6 of 200 rows: nearly all of the squares.
    const [heavy] = await warned(plain.map((y, row) => (row === 7 ? 1e6 : y)))
    expect([heavy.code, heavy.column]).toEqual(['heavy-target', 'y'])
    expect(heavy.message).toContain('y = 1000000')
    const [constant] = await warned(
      rows.map((row) => (row % 5 === 0 ? plain[row] : row % 5)),
      'site',
    )
    expect(constant.code).toBe('constant-folds')
    expect(constant.message).toMatch(/splits \d, \d, \d, \d of 5/)
  })
})
