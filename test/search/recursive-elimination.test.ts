import { methods, rank, select, tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { rank as untypedRank } from '../untyped.ts'
import { draws } from '../messy/table-text.ts'

/** y = a xor b, and columns of noise. */
function xorTable(noise: number): Table {
  const { uniform } = draws(5)
  const bits = () => Array.from({ length: 120 }, () => (uniform() < 0.5 ? 0 : 1))
  const [a, b] = [bits(), bits()]
  const others = Object.fromEntries(Array.from({ length: noise }, (_, i) => [`n${i}`, bits()]))
  return tableFromColumns({ ...others, a, b, y: a.map((bit, row) => `c${bit ^ b[row]}`) })
}

/** The same by hand: rank, drop the worst, rank the rest. */
async function byHand(table: Table, names: readonly string[], k: number, share: number): Promise<string[]> {
  const { rankings } = await rank(table, {
    target: 'y',
    by: ['relieff'],
    drop: table.columns.map(({ name }) => name).filter((name) => name !== 'y' && !names.includes(name)),
  })
  const order = rankings[0].scores.map(({ feature }) => feature)
  if (order.length <= k) return order
  const left = Math.max(k, order.length - Math.max(1, Math.floor(share * order.length)))
  return byHand(table, order.slice(0, left), k, share)
}

describe('recursive elimination', () => {
  const table = xorTable(40)
  const names = table.columns.map(({ name }) => name).filter((name) => name !== 'y')

  it('ranks, drops the worst share, and ranks the rest again', async () => {
    for (const [share, k] of [
      [0.1, 5],
      [0.5, 3],
      [0, 30],
    ]) {
      const { selected, stopped } = await select(table, {
        target: 'y',
        method: `turf:share=${share}`,
        k,
        evidence: null,
      })
      expect(selected).toEqual(await byHand(table, names, k, share))
      expect(stopped).toBe(`k = ${k}`)
    }
  })

  it('without k ends where every remaining score is above 0', async () => {
    const { steps, selected, spec } = await select(table, { target: 'y', method: 'turf', evidence: null })
    expect(selected.slice(0, 2).sort()).toEqual(['a', 'b'])
    for (const { score } of steps) expect(Number(score)).toBeGreaterThan(0)
    // The spec of the result makes it again.
    expect((await select(table, spec)).selected).toEqual(selected)
  })

  it('scores columns to keep among the others, and groups by their mean', async () => {
    const kept = await select(table, { target: 'y', method: 'turf', keep: ['n3'], k: 3, evidence: null })
    expect([...kept.selected].sort()).toEqual(['a', 'b', 'n3'])
    const groups = { both: ['a', 'b'], noise: ['n0', 'n1'] }
    const grouped = await select(table, { target: 'y', method: 'turf', groups, k: 1, evidence: null })
    expect(grouped.selected).toEqual(['a', 'b'])
  })

  it('is a method of select, listed with the options and the sources of both its parts', async () => {
    const [{ options, source }] = methods('turf').methods
    expect(Object.keys(options)).toEqual(['k', 'ties', 'sample', 'seed', 'share', 'until'])
    expect(source).toBe('Kononenko 1994; Guyon et al. 2002; Moore & White 2007')
    await expect(untypedRank(table, { target: 'y', by: ['turf'] })).rejects.toThrow(
      'unsuitable method: turf is relieff with a search, recursive-elimination (use select, or relieff)',
    )
  })

  it('refuses criteria that do not score all columns at once', async () => {
    await expect(
      select(table, { target: 'y', criterion: 'jmi', search: 'recursive-elimination' }),
    ).rejects.toThrow(/^unsuitable search for jmi: recursive-elimination ranks the remaining columns again/)
  })
})
