import * as criba from 'criba'
import { rank, select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { oneEngine } from '../parity/one-engine.ts'
import {
  draws,
  inOrder,
  inSeries,
  ofRows,
  patients,
  repeated,
  shuffled,
  sortedByAge,
} from './row-dependence.ts'
import { warningsOfRows } from './row-dependence.ts'

const duckdb = oneEngine()
const { y: _, ...blank } = inSeries(5, 60, 8, 0, true)
const noise = { ...blank, y: inSeries(6, 60, 1, 0, true).y }

describe('rows that repeat others', () => {
  const copies = shuffled(repeated(noise, 5), 3)

  it('are counted, by all commands and both sources alike', async () => {
    const table = tableFromColumns(copies)
    const { warnings } = await criba.describe(table, { target: 'y' })
    expect(warnings[0].code).toBe('repeated-rows')
    expect(warnings[0].message).toMatch(/^240 of 300 rows repeat earlier ones \(60 are distinct\): /)
    expect((await rank(table, { target: 'y' })).warnings).toContainEqual(warnings[0])
    const queried = await criba.describe(await duckdb.sourceOf(table), { target: 'y' })
    expect(queried.warnings[0]).toEqual(warnings[0])
  })

  it('are one group for tests and folds, so that nothing is found in copies of noise', async () => {
    const result = await select(tableFromColumns(copies), { target: 'y', evidence: false })
    expect(result.warnings[0].code).toBe('repeated-rows')
    expect(result.data).toMatchObject({ rows: 300, distinctRows: 60 })
    expect(result.selected).toEqual([])
    expect(result.spec).toMatchObject({ group: null, drop: [] })
    // As they are, they prove whatever the 60 rows have.
    const proof = await select(tableFromColumns(copies), { target: 'y', evidence: false, asIs: true })
    expect(proof.selected.length).toBeGreaterThan(3)
  })

  it('make no leak of a column that separates the distinct rows, in either source', async () => {
    for (const source of [tableFromColumns(copies), await duckdb.sourceOf(tableFromColumns(copies))]) {
      const { columns } = await rank(source, { target: 'y' })
      expect(columns.flatMap(({ findings = [] }) => findings.map(({ kind }) => kind))).toEqual([])
      const { warnings } = await select(source, { target: 'y', k: 1 })
      expect(warnings.map(({ code }) => code)).not.toContain('leak')
    }
  })

  it('are found beside columns that number the rows', async () => {
    const id = copies.y.map((__, row) => row + 1)
    expect(await ofRows({ id, ...copies })).toEqual(['repeated-rows'])
  })

  it('say nothing where few coarse levels repeat by nature, where few rows repeat, or where the target differs', async () => {
    const { random, normal } = draws(4)
    const likert = () => Array.from({ length: 500 }, () => Math.ceil(5 * random()))
    expect(await ofRows({ a: likert(), b: likert(), c: likert(), y: likert().map(String) })).toEqual([])
    const few = Object.fromEntries(
      Object.entries(inSeries(8, 300, 6, 0, true)).map(([name, all]) => [name, [...all, ...all.slice(0, 4)]]),
    )
    expect(await ofRows(few)).toEqual([])
    expect(await ofRows({ ...copies, y: copies.y.map(normal) })).toEqual([])
  })

  it('say nothing where columns agree because all measure one thing', async () => {
    const { normal } = draws(12)
    const size = Array.from({ length: 2000 }, normal)
    const measure = () => size.map((one) => Math.round(20 * one + 4 * normal()))
    expect(await ofRows({ a: measure(), b: measure(), c: measure(), y: measure() })).toEqual([])
  })
})

describe('groups of rows with one target', () => {
  const columns = patients(21, 30, 10, 6)

  it('are found by the column that names them, in any order, as numbers and as texts', async () => {
    expect(await ofRows(columns)).toEqual(['dependent-rows patient'])
    const mixed = shuffled(columns, 2)
    expect(await ofRows(mixed)).toEqual(['dependent-rows patient'])
    const texts = { ...mixed, patient: mixed.patient.map((one) => `P${one}`) }
    expect(await ofRows(texts)).toEqual(['dependent-rows patient'])
  })

  it('set the column apart, unless rows are parted by it', async () => {
    const table = tableFromColumns(columns)
    const { columns: records } = await select(table, { target: 'y', k: 1, evidence: false })
    expect(records.find(({ name }) => name === 'patient')).toMatchObject({
      setApart: true,
      findings: [{ kind: 'group-identifier' }],
    })
    expect(
      warningsOfRows(await select(table, { target: 'y', k: 1, evidence: false, group: 'patient' })),
    ).toEqual([])
  })

  it('are found without such a column by blocks of alike rows', async () => {
    const { patient: __, ...rest } = columns
    expect(await ofRows(rest)).toEqual(['dependent-rows'])
    expect(await ofRows(shuffled(rest, 2))).toEqual([])
  })

  it('are no features that decide: an age from which on all are ill, levels that hold both classes', async () => {
    const { random, normal } = draws(3)
    const age = Array.from({ length: 300 }, () => Math.floor(20 + 60 * random()))
    const decided = age.map((one) => (one > 50 ? 'ill' : 'sound'))
    expect(await ofRows({ age, x: age.map(normal), y: decided })).toEqual([])
    const town = age.map(() => `T${Math.floor(30 * random())}`)
    expect(
      await ofRows({ town, x: age.map(normal), y: age.map(() => (random() < 0.5 ? 'a' : 'b')) }),
    ).toEqual([])
  })
})

describe('rows that follow the rows before them', () => {
  it('are found where target and columns do, of numbers and classes', async () => {
    for (const isClasses of [false, true])
      for (const r of [0.5, 0.95])
        expect(await ofRows(inSeries(31, 300, 20, r, isClasses))).toEqual(['dependent-rows'])
  })

  it('are found in the order of their dates, when they stand in another', async () => {
    const ofDays = async (columns: ReturnType<typeof inSeries>) => {
      const { day, ...others } = shuffled({ ...columns, day: columns.y.map((__, row) => row) }, 7)
      const days = day.map((one) => new Date(Date.UTC(2020, 0, 1 + Number(one))))
      const { warnings } = await criba.describe(tableFromColumns({ day: days, ...others }), { target: 'y' })
      return warnings.filter(({ code }) => code === 'dependent-rows').map(({ message }) => message)
    }
    for (const isClasses of [false, true]) {
      const series = inSeries(41, 300, 8, 0.9, isClasses)
      const [message] = await ofDays(series)
      expect(message).toMatch(/ in the order of day \(autocorrelation .* --time day,/)
      expect(await ofDays({ ...series, y: inSeries(42, 300, 1, 0, isClasses).y })).toEqual([])
      expect(await ofRows(shuffled(series, 7))).toEqual([])
    }
  })

  it('need both: a target, or columns, in random order say nothing', async () => {
    const series = inSeries(32, 300, 5, 0.95, true)
    const iid = inSeries(33, 300, 5, 0, true)
    expect(await ofRows({ ...series, y: iid.y })).toEqual([])
    expect(await ofRows({ ...iid, y: series.y })).toEqual([])
  })

  it('are no file sorted by its target, or by a column that others follow', async () => {
    const { normal } = draws(34)
    const species = Array.from({ length: 150 }, (__, row) => ['a', 'b', 'c'][Math.floor(row / 50)])
    const shape = species.map((one) => 3 * Number(one === 'b') + normal())
    expect(await ofRows({ shape, other: shape.map((one) => one + normal()), y: species })).toEqual([])
    expect(await ofRows(sortedByAge(35, 400))).toEqual([])
    const { random } = draws(36)
    const x = Array.from({ length: 300 }, random)
    const linear = { x, z: x.map((one) => one + 0.3 * normal()), y: x.map((one) => 5 * one + normal()) }
    expect(await ofRows(inOrder(linear, (a, b) => linear.y[a] - linear.y[b]))).toEqual([])
  })
})
