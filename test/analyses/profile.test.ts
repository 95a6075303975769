import * as criba from 'criba'
import { rank, select, tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { oneEngine } from '../parity/one-engine.ts'
import { finder, findingsText } from './findings.ts'
import type { Columns } from './findings.ts'

const rows = 400
const random = randomOf(7)
const range = Array.from({ length: rows }, (_, row) => row)
const uniform = () => range.map(() => random())
const noise = uniform()
const y = uniform().map((value) => (value < 0.6 ? 'sound' : 'ill'))
const codes = range.map(() => Math.floor(random() * 4))

const foundWith = finder()
const found = (columns: Columns) => foundWith({ ...columns, y: columns.y ?? y })

describe('columns by themselves', () => {
  it('has no findings about ordinary columns', async () => {
    const counts = range.map(() => Math.floor(random() * 1e6))
    expect(await found({ noise, codes, counts })).toEqual({ noise: '', codes: '', counts: '' })
  })

  it('finds identifiers: running numbers, numbers without collisions, texts', async () => {
    const running = range.map((row) => row + 1000)
    const sparse = range.map((row) => ((row * 7919) % 4001) + 1)
    const codesOfRows = range.map((row) => `K-${(row * 7919) % 4001}`)
    const nearly = range.map((row) => `K-${row === 5 ? 6 : row}`)
    expect(await found({ running, sparse, codesOfRows, nearly, noise })).toEqual({
      running: 'identifier',
      sparse: 'identifier',
      codesOfRows: 'identifier',
      nearly: 'identifier',
      noise: '',
    })
  })

  it('finds no identifier in numbers of a wide range, even if all differ', async () => {
    const salaries = range.map((row) => 20_000_000 + row * 104_729)
    expect(await found({ salaries, noise })).toEqual({ salaries: '', noise: '' })
  })

  it('finds free text, and levels that few rows share', async () => {
    const remarks = range.map((row) => `patient ${row} came back after ${row % 9} days`)
    const towns = range.map((row) => `town ${row % 120}`)
    expect(await found({ remarks, towns, noise })).toEqual({
      remarks: 'free-text',
      towns: 'many-levels',
      noise: '',
    })
  })

  it('finds empty, constant, nearly constant and mostly empty columns', async () => {
    const empty = range.map(() => null)
    const one = range.map(() => 'one')
    const sevens = range.map((row) => (row % 3 === 0 ? null : 7))
    const nearly = range.map((row) => (row === 17 ? 5 : 0))
    const gaps = noise.map((value, row) => (row % 5 < 3 ? null : value))
    expect(await found({ empty, one, sevens, nearly, gaps, noise })).toEqual({
      empty: 'empty',
      one: 'constant',
      sevens: 'constant',
      nearly: 'nearly-constant',
      gaps: 'mostly-empty',
      noise: '',
    })
  })

  it('has no findings in tables so small that all values differ by chance', async () => {
    const few = { id: [1, 2, 3, 4, 5, 6], name: ['a b c', 'd', 'e', 'f', 'g', 'h'], y: [...'xxyyxy'] }
    expect(await found(few)).toEqual({ id: '', name: '' })
  })
})

describe('columns that repeat others', () => {
  it('finds a copy with other values, and of another type', async () => {
    const words = codes.map((code) => ['spring', 'summer', 'autumn', 'winter'][code])
    const other = codes.map((code) => [3, 0, 2, 1][code])
    const exact = [...noise]
    const scaled = noise.map((value) => 32 + 1.8 * value)
    const turned = noise.map((value) => -value)
    expect(await found({ codes, words, noise, exact, scaled, turned, other })).toEqual({
      codes: '',
      words: 'copy codes',
      noise: '',
      exact: 'copy noise',
      scaled: 'copy noise',
      turned: 'copy noise',
      other: 'copy codes',
    })
  })

  it('finds no copies among measurements where rows are repeated', async () => {
    const place = range.map((row) => row % 40)
    const [income, rain] = [1, 2].map((seed) => {
      const own = randomOf(seed)
      const values = Array.from({ length: 40 }, () => own())
      return place.map((one) => values[one])
    })
    const area = place.map((one) => (one * 7919) % 100_003)
    expect(await found({ income, rain, area, noise })).toEqual({ income: '', rain: '', area: '', noise: '' })
    const names = place.map((one) => `place ${one}`)
    expect(await found({ place, names, noise })).toEqual({ place: '', names: 'copy place', noise: '' })
  })

  it('finds no copies among columns of equal spread', async () => {
    const shuffled = range.map((row) => codes[(row * 7) % rows])
    const moved = range.map((row) => noise[(row * 7) % rows])
    expect(await found({ codes, shuffled, noise, moved })).toEqual({
      codes: '',
      shuffled: '',
      noise: '',
      moved: '',
    })
  })

  it('finds no copy where only one of two columns has gaps', async () => {
    const gaps = codes.map((code, row) => (row === 3 ? null : code))
    const both = gaps.map((code) => (code === null ? null : `c${code}`))
    expect(await found({ codes, gaps, both })).toEqual({ codes: '', gaps: '', both: 'copy gaps' })
  })
})

describe('columns that leak the target', () => {
  const ill = y.map((level) => level === 'ill')

  it('finds copies of the target with other values', async () => {
    const number = ill.map(Number)
    const words = ill.map((is) => (is ? 'yes' : 'no'))
    expect(await found({ number, words, noise })).toEqual({
      number: 'target-copy y',
      words: 'target-copy y',
      noise: '',
    })
  })

  it('warns of one that predicts it almost perfectly, much better than the next best', async () => {
    const threshold = ill.map((is, row) => noise[row] + (is ? 1 : 0))
    const tails = threshold.map((value) => value ** 20)
    const discharge = ill.map((is, row) => (is ? `ward ${row % 8}` : null))
    const mistaken = ill.map((is, row) => (row % 50 === 0 ? (is ? 0 : 1) : is ? 1 : 0))
    const weak = ill.map((is) => (random() < 0.7 ? Number(is) : Number(!is)))
    expect(await found({ threshold, weak, noise })).toEqual({ threshold: 'leak', weak: '', noise: '' })
    expect(await found({ tails, weak, noise })).toEqual({ tails: 'leak', weak: '', noise: '' })
    expect(await found({ discharge, weak, noise })).toEqual({
      discharge: 'mostly-empty, leak',
      weak: '',
      noise: '',
    })
    expect(await found({ mistaken, weak, noise })).toEqual({ mistaken: 'leak', weak: '', noise: '' })
  })

  it('warns of none where several predict well', async () => {
    const good = ill.map((is, row) => noise[row] + (is ? 0.95 : 0))
    const nextBest = ill.map((is) => random() + (is ? 0.8 : 0))
    expect(await found({ good, nextBest })).toEqual({ good: '', nextBest: '' })
  })

  it('finds copies of a numeric target, and columns that predict it almost perfectly', async () => {
    const price = uniform().map((value) => 1000 + 500 * value)
    const cents = price.map((value) => value * 100)
    const nearly = price.map((value) => value + 2 * random())
    const ranked = price.map((value) => value ** 40)
    const weak = price.map((value) => value + 500 * random())
    expect(await found({ cents, weak, y: price })).toEqual({ cents: 'target-copy y', weak: '' })
    expect(await found({ nearly, weak, y: price })).toEqual({ nearly: 'leak', weak: '' })
    expect(await found({ ranked, weak, y: price })).toEqual({ ranked: 'leak', weak: '' })
  })
})

describe('select', () => {
  const words = codes.map((code) => `code ${code}`)
  const id = range.map((row) => row + 1)
  const copy = y.map((level) => (level === 'ill' ? 1 : 0))
  const helpful = copy.map((value) => (random() < 0.8 ? value : 1 - value))
  const table = tableFromColumns({ id, codes, words, copy, helpful, noise, y })

  it('sets unfit columns apart, and says why', async () => {
    const { selected, columns } = await select(table, { target: 'y', method: 'jmi' })
    expect(selected).toEqual(['helpful'])
    const apart = columns.filter(({ setApart }) => setApart)
    expect(apart.map((record) => `${record.name}: ${findingsText(record)}`)).toEqual([
      'id: identifier',
      'words: copy codes',
      'copy: target-copy y',
    ])
  })

  it('takes columns that are kept, or all as they are', async () => {
    const kept = await select(table, { target: 'y', method: 'jmi', k: 2, keep: ['words'] })
    expect(kept.selected).toContain('words')
    const apart = kept.columns.filter(({ setApart }) => setApart).map(({ name }) => name)
    expect(apart).toEqual(['id', 'codes', 'copy'])
    const all = await select(table, { target: 'y', method: 'jmi', k: 1, asIs: true })
    expect(all.selected).toEqual(['copy'])
    expect(all.columns.some(({ setApart }) => setApart)).toBe(false)
  })

  it('explains a column that was set apart', async () => {
    const { why } = await select(table, { target: 'y', method: 'jmi', k: 1, why: 'id' })
    expect(why!.explanation).toBe(
      'set apart before the search: it looks like an identifier: every row has another value',
    )
  })

  it('computes evidence from the columns that took part', async () => {
    const { evidence } = await select(table, { target: 'y', method: 'jmi', k: 1, evidence: { folds: 3 } })
    expect(evidence!.all.mean).toBeLessThan(0.95)
    expect(evidence!.columns).toBe(3)
  })

  it('uses the columns of groups that took part, also for a start by another method', async () => {
    const spec = { target: 'y', method: 'jmi', groups: { one: ['id', 'helpful'], two: ['copy'] } } as const
    const judged = await select(table, { ...spec, k: 1, evidence: { folds: 3 } })
    expect(judged.selected).toEqual(['helpful'])
    expect(judged.warnings.filter(({ code }) => code === 'no-evidence')).toEqual([])
    expect(judged.evidence!.columns).toBe(3)
    const begun = await select(table, { ...spec, startFrom: 'mim' })
    expect(begun.selected).toEqual(['helpful'])
  })

  it('fails with one line where no column is left', async () => {
    const run = select(tableFromColumns({ id, copy, y }), { target: 'y', method: 'jmi' })
    await expect(run).rejects.toThrow('unsuitable columns: all are set apart (id looks like an identifier')
  })
})

describe('rows that are not used', () => {
  const duckdb = oneEngine()
  const more = 200
  const columns: Columns = {
    noise: uniform(),
    fixed: range.map(() => 'x'),
    letters: range.map((row) => 'abcd'[codes[row]]),
    recoded: range.map((row) => codes[row] * 10),
    leak: y.map((level) => (level === 'ill' ? 'I' : 'S')),
    tags: range.map((row) => `tag ${row % 300}`),
    some: range.map((row) => (row % 5 < 2 ? random() : null)),
    y,
  }
  const odd = {
    noise: 1e6,
    fixed: 'z',
    letters: 'a',
    recoded: 30,
    leak: 'S',
    some: 1,
    y: 'ill',
  } as Readonly<Record<string, unknown>>
  const longer = (name: string, row: number) =>
    name === 'tags' ? `a text of very many different words ${row} ${row} ${row} ${row}` : odd[name]
  const joined = (last: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      [...Object.entries(columns), ['w', range.map((row) => 1 + (row % 3))] as const].map(
        ([name, values]) => [
          name,
          [
            ...values,
            ...Array.from({ length: more }, (_, row) => (name in last ? last[name] : longer(name, row))),
          ],
        ],
      ),
    )

  async function records(table: Table, spec: { target: string; weights?: string; samplingWeights?: string }) {
    const results = [await rank(table, spec), await rank(await duckdb.sourceOf(table), spec)]
    const found = results.map((result) => result.columns.map(({ name, findings }) => ({ name, findings })))
    expect(found[1]).toEqual(found[0])
    return found[0]
  }

  it('uses no row of weight 0, and the others once', async () => {
    const weighted = tableFromColumns(joined({ w: 0 }) as Record<string, unknown[]>)
    const plain = tableFromColumns(columns as Record<string, unknown[]>)
    const expected = await records(plain, { target: 'y' })
    expect(expected.flatMap(({ findings = [] }) => findings.map(({ kind }) => kind))).toEqual([
      'constant',
      'copy',
      'target-copy',
      'many-levels',
      'mostly-empty',
    ])
    expect(await records(weighted, { target: 'y', weights: 'w' })).toEqual(expected)
    expect(await records(weighted, { target: 'y', samplingWeights: 'w' })).toEqual(expected)
  })

  it('lists no level that only such rows have', async () => {
    const table = tableFromColumns({
      letters: ['a', 'b', 'a', 'z', 'y'],
      y: [1, 2, 2, null, 1],
      w: [1, 1, 1, 1, 0],
    })
    const { columns } = await criba.describe(table, { target: 'y', weights: 'w' })
    expect(columns[0]).toMatchObject({ distinct: 2, levels: ['a', 'b'] })
  })

  it('uses no row without a target, not even for its words', async () => {
    const unlabelled = tableFromColumns(joined({ y: null, w: 1 }) as Record<string, unknown[]>)
    const plain = tableFromColumns({ ...columns, w: range.map((row) => 1 + (row % 3)) } as Record<
      string,
      unknown[]
    >)
    const spec = { target: 'y', weights: 'w' }
    expect(await records(unlabelled, spec)).toEqual(await records(plain, spec))
  })
})
