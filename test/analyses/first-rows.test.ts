// What first rows prove needs no request: findings are the same where every column is counted.
import { describe as describeTable, MemorySource, rank, tableFromColumns } from 'criba'
import { describe, expect, it, vi } from 'vitest'
import { randomOf } from '../contract/tables.ts'

type Column = readonly (number | null)[]

/** Columns of many kinds, twenty of each, of which some hold codes, two units or few values. */
function tableOf(rows: number) {
  const random = randomOf(rows)
  const kinds: readonly (() => number | null)[] = [
    () => random(),
    () => Math.floor(random() * 150),
    () => (random() < 0.04 ? -999 : Math.floor(random() * 150)),
    () => (random() < 0.04 ? 0 : 80 + Math.round(20 * random())),
    () => (random() < 0.1 ? 150 + 40 * random() : 1.5 + 0.4 * random()),
    () => Math.exp(8 * random()),
    () => Math.floor(random() * 5),
    () => (random() < 0.996 ? 3 : random()),
    () => (random() < 0.2 ? null : Math.round(random() * 400) / 10),
    () => 100 * Math.ceil(random() * 40),
  ]
  const columns = Array.from({ length: 21 * kinds.length }, (_, i): [string, Column] => [
    `x${i}`,
    Array.from({ length: rows }, kinds[i % kinds.length]),
  ])
  const y = Array.from({ length: rows }, () => 'abc'[Math.floor(3 * random())])
  return tableFromColumns([...columns, ['y', y]])
}

describe('first rows', () => {
  it.each([150, 2500])('of %s change no finding', async (rows) => {
    const table = tableOf(rows)
    const counted = new MemorySource(table)
    Object.defineProperty(counted, 'rowsAtHand', { value: false })
    const [found, expected] = [
      await describeTable(table, { target: 'y' }),
      await describeTable(counted, { target: 'y' }),
    ]
    expect({ ...found, seconds: 0 }).toEqual({ ...expected, seconds: 0 })
    const codes = new Set(found.warnings.map(({ code }) => code))
    expect([...codes].sort()).toEqual(expect.arrayContaining(['doubtful-numbers', 'missing-value-code']))
    expect(found.columns.flatMap(({ findings = [] }) => findings.map(({ kind }) => kind))).toContain(
      'nearly-constant',
    )
  })

  it('spare the requests of columns in which nothing is to be found', async () => {
    const random = randomOf(5)
    const draw = () => Array.from({ length: 120 }, () => 0.05 + random())
    const names = Array.from({ length: 300 }, (_, i) => `x${i}`)
    const y = Array.from({ length: 120 }, (_, row) => 'ab'[row % 2])
    const table = tableFromColumns([...names.map((name): [string, number[]] => [name, draw()]), ['y', y]])
    const answer = vi.spyOn(MemorySource.prototype, 'answer')
    await rank(table, { target: 'y', by: ['anova-f'] })
    const asked = answer.mock.calls.flatMap(([requests]) => requests.filter(({ kind }) => kind === 'order'))
    answer.mockRestore()
    expect(asked.length).toBeLessThan(names.length / 4)
  })
})
