// Columns that may predict the classes, by samples of the rows: none that does may be missing.
import { MemorySource, rank, tableFromColumns } from 'criba'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ColumnContents } from '../../src/analyses/profile/contents.ts'
import { mayPredict } from '../../src/analyses/profile/leak-screen.ts'
import { RequestBatcher } from '../../src/analyses/scope/request-batcher.ts'
import { MemorySource as DeepSource } from '../../src/memory/index.ts'
import { randomOf } from '../contract/tables.ts'

/** The share of the errors of one guess that is left by cuts in the order of the classes' means, or by levels; worked plainly. */
function leftOf(values: readonly (number | null)[], classes: readonly number[]): number {
  const present = values.flatMap((value, row) => (value === null ? [] : [{ value, of: classes[row] }]))
  const kinds = [...new Set(classes)]
  const meanOf = (kind: number) => {
    const own = present.filter(({ of }) => of === kind)
    return { kind, n: own.length, mean: own.reduce((sum, { value }) => sum + value, 0) / own.length }
  }
  const order = kinds
    .map(meanOf)
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.mean - b.mean)
  const sorted = present.map(({ value }) => value).sort((a, b) => a - b)
  let part = 0
  const cuts = order.slice(0, -1).map(({ n }) => sorted[(part += n) - 1])
  const distinct = new Set(sorted).size
  const levelOf = (value: number | null) =>
    value === null
      ? 'missing'
      : distinct <= Math.min(1000, present.length / 10)
        ? value
        : cuts.filter((cut) => cut < value).length
  const tables = new Map<unknown, number[]>()
  values.forEach((value, row) => {
    const level = levelOf(value)
    if (!tables.has(level))
      tables.set(
        level,
        kinds.map(() => 0),
      )
    tables.get(level)![kinds.indexOf(classes[row])]++
  })
  const right = [...tables.values()].reduce((sum, counts) => sum + Math.max(...counts), 0)
  const most = Math.max(...kinds.map((kind) => classes.filter((one) => one === kind).length))
  return (classes.length - right) / (classes.length - most)
}

const shapes = [
  { rows: 300, shares: [0.5, 0.5] },
  { rows: 6000, shares: [0.5, 0.5] },
  { rows: 6000, shares: [0.97, 0.03] },
  { rows: 4000, shares: [0.6, 0.2, 0.15, 0.05] },
  { rows: 5000, shares: [0.3, 0.2, 0.2, 0.1, 0.1, 0.1] },
]

describe.each(shapes)('of $rows rows, classes $shares', ({ rows, shares }) => {
  it('all that leave a tenth of the errors are kept, most that leave more than half are not', async () => {
    const random = randomOf(rows + shares.length)
    const classes = Array.from({ length: rows }, () => {
      const drawn = random()
      let sum = 0
      return Math.max(
        0,
        shares.findIndex((share) => drawn < (sum += share)),
      )
    })
    const columns = Array.from({ length: 60 }, (_, i) => {
      const width = (1.5 * (i % 20)) / 19
      const order = shares.map(random)
      return classes.map((of) => {
        const value = (i % 3 === 0 ? of : order[of] * shares.length) + width * (random() - 0.5) * 2
        if (i % 4 === 1 && random() < 0.05) return null
        // Heavy tails, few levels, codes of levels in no order.
        if (i % 4 === 2) return Math.sinh(4 * value)
        if (i % 4 === 3) return Math.round(value * 20)
        return value
      })
    })
    const named = columns.map((values, i) => [`x${i}`, values] as const)
    const source = new DeepSource(tableFromColumns([...named, ['y', classes.map((of) => 'abcdef'[of])]]))
    const contents = columns.map(
      (_, column) => ({ column: { column }, numbers: {} }) as unknown as ColumnContents,
    )
    const target = { column: columns.length, coding: { kind: 'values' } } as const
    const kept = await mayPredict(new RequestBatcher(source), target, contents, {})
    const isKept = (i: number) => kept.includes(contents[i])
    const lefts = columns.map((values) => leftOf(values, classes))
    const leaks = [...lefts.keys()].filter((i) => lefts[i] <= 0.1)
    expect(leaks.length).toBeGreaterThan(3)
    expect(leaks.filter((i) => !isKept(i))).toEqual([])
    const plain = [...lefts.keys()].filter((i) => lefts[i] > 0.5 && i % 4 !== 3)
    expect(plain.length).toBeGreaterThan(3)
    expect(plain.filter(isKept).length).toBeLessThan(plain.length / 4)
  })
})

describe('what is found of a table', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is found once: the second call asks for its scores alone', async () => {
    const random = randomOf(3)
    const draw = () => Array.from({ length: 200 }, random)
    const y = Array.from({ length: 200 }, (_, row) => 'abc'[row % 3])
    const table = tableFromColumns({
      a: draw(),
      b: draw(),
      leak: y.map((of) => 'abc'.indexOf(of) + random()),
      y,
    })
    const answer = vi.spyOn(MemorySource.prototype, 'answer')
    const asked = async (target: string, by: string) => {
      answer.mockClear()
      const { warnings } = await rank(table, { target, by: [by as 'anova-f'] })
      return { warnings, kinds: answer.mock.calls.flatMap(([requests]) => requests.map(({ kind }) => kind)) }
    }
    const first = await asked('y', 'anova-f')
    const second = await asked('y', 'anova-f')
    expect(second.warnings).toEqual(first.warnings)
    expect(first.warnings.map(({ code }) => code)).toContain('leak')
    expect(first.kinds).toContain('rows')
    expect(second.kinds).not.toContain('rows')
    // Another target has findings of its own.
    const other = await asked('a', 'pearson')
    expect(other.kinds).toContain('rows')
    expect(other.warnings.map(({ code }) => code)).not.toContain('leak')
  })
})
