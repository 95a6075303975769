// How often tables of independent rows are warned of, and how often dependent ones are found.
import { describe, expect, it } from 'vitest'
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
import type { Columns } from './row-dependence.ts'

const tables = 200

async function share(name: string, make: (seed: number) => Columns): Promise<number> {
  let warned = 0
  for (let seed = 1; seed <= tables; seed++) if ((await ofRows(make(1000 + seed))).length > 0) warned++
  console.log(`${name}: ${((100 * warned) / tables).toFixed(1)} % of ${tables} tables`)
  return warned / tables
}

const withoutPatient = ({ patient: _, ...rest }: Columns): Columns => rest
const byClass = (columns: Columns) =>
  inOrder(columns, (a, b) => (columns.y[a] < columns.y[b] ? -1 : Number(columns.y[a] > columns.y[b])))
const byNumber = (columns: Columns, name: string) =>
  inOrder(columns, (a, b) => Number(columns[name][a]) - Number(columns[name][b]))

/** A factor of levels with means of their own, rounded numbers, and an outcome of both. */
function survey(seed: number): Columns {
  const { random, normal } = draws(seed)
  const town = Array.from({ length: 300 }, () => Math.floor(25 * random()))
  const means = Array.from({ length: 25 }, normal)
  const income = town.map((one) => Math.round(30 + 5 * (means[one] + normal())))
  return {
    town: town.map(String),
    income,
    age: town.map(() => Math.floor(20 + 60 * random())),
    y: income.map((one) => (one + 3 * normal() > 30 ? 'a' : 'b')),
  }
}

describe('independent rows are warned of in at most 2 % of tables', () => {
  const designs: Readonly<Record<string, (seed: number) => Columns>> = {
    'noise, classes': (seed) => inSeries(seed, 300, 20, 0, true),
    'noise, numbers': (seed) => inSeries(seed, 300, 20, 0, false),
    'noise, 40 rows': (seed) => inSeries(seed, 40, 20, 0, true),
    survey,
    'sorted by class': (seed) => byClass(survey(seed)),
    'sorted by income': (seed) => byNumber(survey(seed), 'income'),
    'sorted by town': (seed) => byNumber(survey(seed), 'town'),
    'sorted by age': (seed) => sortedByAge(seed, 400),
    'patients in random order, without their number': (seed) =>
      shuffled(withoutPatient(patients(seed, 30, 10, 10)), seed),
  }
  it.each(Object.entries(designs))('%s', async (name, make) =>
    expect(await share(name, make)).toBeLessThanOrEqual(0.02),
  )
})

describe('dependent rows are found', () => {
  const designs: Readonly<Record<string, readonly [make: (seed: number) => Columns, least: number]>> = {
    'r = 0.95, classes': [(seed) => inSeries(seed, 300, 20, 0.95, true), 0.98],
    'r = 0.95, numbers': [(seed) => inSeries(seed, 300, 20, 0.95, false), 0.98],
    'r = 0.5, classes': [(seed) => inSeries(seed, 300, 20, 0.5, true), 0.9],
    'r = 0.5, numbers': [(seed) => inSeries(seed, 300, 20, 0.5, false), 0.98],
    'patients with their number': [(seed) => shuffled(patients(seed, 30, 10, 10), seed), 0.95],
    'patients in blocks without it': [(seed) => withoutPatient(patients(seed, 30, 10, 10)), 0.98],
    'ten copies of 60 rows': [(seed) => shuffled(repeated(inSeries(seed, 60, 8, 0, true), 10), seed), 1],
  }
  it.each(Object.entries(designs))('%s', async (name, [make, least]) =>
    expect(await share(name, make)).toBeGreaterThanOrEqual(least),
  )
})
