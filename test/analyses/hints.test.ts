import { describe as describeTable, rank, select, tableFromColumns } from 'criba'
import type { Warning } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { draws, rounded, textOf } from '../messy/table-text.ts'
import { testFolder } from '../reading/folder.ts'
import { finder } from './findings.ts'

const found = finder()
const { normal, uniform, whole, pick } = draws(17)
const range = Array.from({ length: 300 }, (_, row) => row)
const x = range.map(normal)
const messagesOf = (warnings: readonly Warning[], code: string) =>
  warnings.flatMap((one) => (one.code === code ? [one.message] : []))

describe('a target of few numbers', () => {
  const said =
    'target quality has 6 whole numbers, 3 to 8, read as classes; --task regression reads them as amounts'
  const quality = range.map((row) => 3 + (row % 6))

  it('is said to be read as classes by every command, in memory and DuckDB', async () => {
    const table = tableFromColumns({ x, quality })
    const duckdb = await duckSourceOf(table)
    try {
      for (const data of [table, duckdb]) {
        for (const { warnings } of [
          await describeTable(data, { target: 'quality' }),
          await rank(data, { target: 'quality' }),
          await select(data, { target: 'quality' }),
        ])
          expect(messagesOf(warnings, 'target-type')).toEqual([said])
        // The same source, asked once more with the task.
        for (const task of ['classification', 'regression'] as const) {
          const { warnings } = await rank(data, { target: 'quality', task })
          expect(messagesOf(warnings, 'target-type')).toEqual([])
        }
      }
    } finally {
      duckdb.close()
    }
  })

  it.each([
    ['four numbers', range.map((row) => row % 4)],
    ['texts', range.map((row) => `grade ${row % 6}`)],
    ['many numbers', range.map((row) => row % 30)],
  ])('is not: %s', async (_, target) => {
    const { warnings } = await rank(tableFromColumns({ x, target }), { target: 'target' })
    expect(messagesOf(warnings, 'target-type')).toEqual([])
  })

  it('is said of halves too, such as marks', async () => {
    const target = range.map((row) => (row % 6) / 2)
    const { warnings } = await rank(tableFromColumns({ x, target }), { target: 'target' })
    expect(messagesOf(warnings, 'target-type')).toEqual([
      'target target has 6 numbers, 0 to 2.5, read as classes; --task regression reads them as amounts',
    ])
  })
})

describe('numbers that are names', () => {
  const y = range.map(() => pick(['a', 'b']))
  /** Whole numbers that all differ, far apart. */
  const numbers = range.map((row) => 10_000_019 + row * 7919 * 31 + whole(0, 7000))

  it.each([
    'customer_id',
    'ID',
    'ids',
    'OrderNo',
    'Kundennummer',
    'Konto-Nr',
    'codigo_cliente',
    'CÓDIGO',
    'id_paciente',
    'clave',
    'matricula alumno',
    'Numéro',
    'phone',
    'ZIP',
    'isbn',
    'account',
    'product key',
    'cod_producto',
    'matrícula',
  ])('are identifiers by the name %s', async (name) => {
    expect(await found({ [name]: numbers, y })).toEqual({ [name]: 'identifier' })
  })

  it.each([
    'num_pixels',
    'number_of_rooms',
    'idle_time',
    'code_length',
    'income',
    'codigo_longitud',
    'keyboard',
    'amount_per_account',
    'code_of_conduct_views',
    'notes',
    'nonsense',
    'total number',
    'zip_distance',
    'reference_price',
    'population',
  ])('are amounts by the name %s', async (name) => {
    expect(await found({ [name]: numbers, y })).toEqual({ [name]: '' })
  })

  it('are none where one repeats, or is no whole number', async () => {
    const repeated = numbers.map((value, row) => (row === 5 ? numbers[4] : value))
    const fractions = numbers.map((value) => value + 0.5)
    for (const id of [repeated, fractions]) expect(await found({ id, y })).toEqual({ id: '' })
  })

  it('are set apart and say why, in memory and DuckDB', async () => {
    const table = tableFromColumns({ id: numbers, x, y })
    const duckdb = await duckSourceOf(table)
    try {
      for (const data of [table, duckdb]) {
        const { columns } = await select(data, { target: 'y' })
        const { setApart, findings } = columns.find(({ name }) => name === 'id')!
        expect(setApart).toBe(true)
        expect(findings!.map(({ message }) => message)).toEqual([
          'looks like an identifier by its name: every row has another whole number',
        ])
      }
    } finally {
      duckdb.close()
    }
  })
})

describe('the list of findings', () => {
  const folder = testFolder()
  const day = (row: number) => new Date(1.6e12 + row * 86_400_000).toISOString().slice(0, 10)
  const rows = range.map((row) => ({
    'FILING DATE': day(row),
    x: rounded(uniform(), 2),
    y: row % 2 ? 'a' : 'b',
  }))

  it('says how a date is used, where a target is given', async () => {
    const path = folder.write('dates.csv', textOf(rows))
    const use = "1 date or time: FILING DATE (--time 'FILING DATE' holds out later rows)"
    for (const format of [[], ['--format', 'markdown']]) {
      const ofTarget = await criba(['describe', path, '-t', 'y', ...format])
      expect(ofTarget.out).toContain(use)
      const alone = await criba(['describe', path, ...format])
      expect(alone.out).toMatch(/1 date or time: FILING DATE$/m)
    }
    const hours = folder.write(
      'hours.csv',
      textOf(rows.map(({ x, y }, row) => ({ at: `${10 + (row % 9)}:15`, x, y }))),
    )
    expect((await criba(['describe', hours, '-t', 'y'])).out).toMatch(/1 date or time: at$/m)
  })
})
