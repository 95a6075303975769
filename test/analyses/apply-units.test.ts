// A selection that meets data in another unit: never a factor 1000 without a word.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { select, transform } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../reading/folder.ts'
import { noise } from './noise.ts'

const folder = testFolder()
const schema = JSON.parse(
  readFileSync(new URL('../../schema/criba.schema.json', import.meta.url), 'utf8'),
) as object
const isValid = new Ajv({ allowUnionTypes: true }).compile(schema)

const rows = 60
const mass = noise(rows, 1).map((value, i) => Math.round(100 * (5 + 3 * (i % 2) + value)) / 100)
let files = 0

/** A file with a column of cells, beside one of numbers and the target; by default the target is a class. */
function fileOf(cell: (kilograms: number, row: number) => string, name = 'mass', target = 'y'): string {
  const lines = mass.map((value, i) => `${'ab'[i % 2]},"${cell(value, i)}",${i % 7}`)
  return folder.write(`units-${files++}.csv`, `${target},"${name}",other\n${lines.join('\n')}\n`)
}

const inKg = (value: number) => `${value.toFixed(2)} kg`
const inG = (value: number) => `${Math.round(1000 * value)} g`
const inBoth = (value: number, row: number) => (row % 2 === 0 ? inKg(value) : inG(value))

/** The warnings about units of a selection from one file that meets another. */
async function met(from: string, to: string, spec: object = {}, options: object = {}) {
  const result = await select(await readTable(from), {
    target: 'y',
    stop: 'none',
    asIs: true,
    ...spec,
  } as never)
  expect(isValid(JSON.parse(JSON.stringify(result))), JSON.stringify(isValid.errors)).toBe(true)
  const found = []
  for (const source of ['memory', 'duckdb'] as const) {
    const opened = await openSource(to, { source, ...options })
    const { warnings, columns } = await transform(result, opened)
    opened.close()
    found.push({ warnings: warnings.filter(({ message }) => message.includes('another unit')), columns })
  }
  expect(found[1].warnings).toEqual(found[0].warnings)
  return { result, ...found[0] }
}

describe('a column in another unit', () => {
  it.each([
    ['grams for kilograms', inKg, inG, 'mass (g here, kg there)', 'mass / 1000'],
    ['kilograms for grams', inG, inKg, 'mass (kg here, g there)', 'mass * 1000'],
    ['kilograms alone for both', inBoth, inKg, 'mass (kg here, g there)', 'mass * 1000'],
    ['both for kilograms', inKg, inBoth, 'mass (g here, kg there)', 'mass / 1000'],
  ])('%s: the query that is named converts it', async (_, before, now, shown, expression) => {
    const [from, to] = [fileOf(before), fileOf(now)]
    const { warnings } = await met(from, to)
    const sql = `SELECT * REPLACE (${expression} AS mass) FROM data`
    expect(warnings).toMatchObject([{ code: 'units', columns: ['mass'] }])
    expect(warnings[0].message).toBe(
      `columns in another unit than in the data of the selection: ${shown}; to convert them say --sql "${sql}"`,
    )
    const mended = await met(from, to, {}, { sql })
    expect(mended.warnings).toEqual([])
    const drift = mended.columns.find(({ feature }) => feature === 'mass')!
    expect(drift.outside).toMatchObject({ below: 0, above: 0 })
  })

  it('that does not convert is named too', async () => {
    const [euros, dollars] = [fileOf((value) => `${value} €`), fileOf((value) => `$${value}`)]
    const { warnings } = await met(euros, dollars)
    expect(warnings).toMatchObject([{ code: 'units', columns: ['mass'] }])
    expect(warnings[0].message).toContain('mass ($ here, € there); they do not convert')
  })

  it('may be the target', async () => {
    const spec = { target: 'mass', task: 'regression' }
    const { warnings } = await met(fileOf(inKg), fileOf(inG), spec)
    expect(warnings).toMatchObject([{ columns: ['mass'] }])
  })

  it('of the same unit, or without one, is not named', async () => {
    expect((await met(fileOf(inKg), fileOf(inKg))).warnings).toEqual([])
    expect((await met(fileOf(inBoth), fileOf(inG))).warnings).toEqual([])
    expect((await met(fileOf(String), fileOf(inG))).warnings).toEqual([])
    expect((await met(fileOf(inKg), fileOf(String))).warnings).toEqual([])
    expect((await met(fileOf(inKg, 'mass (g)'), fileOf(inG, 'mass (g)'))).result.training).toBeDefined()
  })

  it('by its name is converted before it is renamed', async () => {
    const [from, to] = [fileOf(String, 'mass (kg)'), fileOf(inG, 'mass (g)')]
    await expect(met(from, to)).rejects.toThrow(
      'missing column in the data: mass (kg) (did you mean mass (g)? convert it to kg, and rename it)',
    )
  })
})
