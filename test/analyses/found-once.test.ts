// What is found of a table is kept with it, and belongs to the question.
import { MemorySource, rank, select, tableFromColumns } from 'criba'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomOf } from '../contract/tables.ts'

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

  it('does not change with what the user does to a result', async () => {
    const table = tableFromColumns({ still: [1, 1, 1, 1], x: [1, 2, 3, 4], y: ['p', 'q', 'p', 'q'] })
    const found = async () => (await rank(table, { target: 'y', by: ['anova-f'] })).columns
    const first = await found()
    const given = structuredClone(first)
    expect(given[0].findings).toHaveLength(1)
    delete (first[0] as { findings?: unknown }).findings
    expect(await found()).toEqual(given)
  })

  it('is that of the classes, which a policy for missing values may take away', async () => {
    const random = randomOf(5)
    const groups = Array.from({ length: 900 }, () => Math.floor(60 * random()))
    const mixed = groups.map((group) => (random() < 0.3 ? 'c' : 'ab'[group % 2]))
    const whole = groups.map((group) => (group < 40 ? 'ab'[group % 2] : 'c'))
    for (const y of [mixed, whole]) {
      const columns = {
        g: groups.map((group) => `g${group}`),
        x: groups.map(random),
        gaps: y.map((of) => (of === 'c' ? null : random())),
        y,
      }
      const foundIn = async (
        table: ReturnType<typeof tableFromColumns>,
        missing: 'pairwise' | 'complete',
      ) => {
        const { columns, warnings } = await rank(table, { target: 'y', by: ['mutual-information'], missing })
        return { columns, warnings }
      }
      for (const order of [['pairwise', 'complete'] as const, ['complete', 'pairwise'] as const]) {
        const table = tableFromColumns(columns)
        for (const missing of order) {
          expect(await foundIn(table, missing)).toEqual(await foundIn(tableFromColumns(columns), missing))
        }
      }
    }
  })

  it('is that of the question: one table answers many as fresh ones do', async () => {
    const random = randomOf(4)
    const rows = Array.from({ length: 240 }, (_, row) => row)
    // Target and series follow the rows before them, which is said where nothing parts the rows.
    let state = 0
    const y = rows.map(() => 'abc'[random() < 0.1 ? (state = Math.floor(3 * random())) : state])
    let last = 0
    const series = rows.map(() => (last = 0.95 * last + random() - 0.5))
    const groups = rows.map(() => Math.floor(20 * random()))
    const columns = {
      a: rows.map(random),
      b: rows.map(() => Math.floor(4 * random())),
      c: y.map((of) => (of === 'c' ? null : random())),
      g: groups.map((group) => `g${group}`),
      leak: y.map((of) => 'abc'.indexOf(of) + 0.5 * random()),
      again: groups.map((group) => `h${group}`),
      series,
      part: rows.map((row) => `p${row % 24}`),
      // Without its rows of weight 0 this column is constant.
      still: rows.map((row) => Number(row % 3 === 0)),
      w: rows.map((row) => row % 3),
      y,
    }
    const pairs = [
      [{}, { missing: 'complete' }],
      [{}, { drop: ['leak'] }],
      [{}, { target: 'b' }],
      [{}, { target: 'a' }],
      [{}, { types: { a: 'categorical' } }],
      [{}, { keep: ['again'] }],
      [{ drop: ['w'] }, { weights: 'w' }],
      [{ drop: ['part'] }, { group: 'part' }],
    ] as const
    type Question = (typeof pairs)[number][number]
    const answer = async (table: ReturnType<typeof tableFromColumns>, question: Question) => {
      const spec = { target: 'y', ...question }
      const { columns, warnings } = await select(table, { ...spec, k: 2, evidence: false })
      return { columns, warnings }
    }
    for (const [first, second] of [...pairs, ...pairs.map(([first, second]) => [second, first] as const)]) {
      const table = tableFromColumns(columns)
      const before = await answer(table, first)
      const fresh = await answer(tableFromColumns(columns), second)
      expect(fresh, JSON.stringify(second)).not.toEqual(before)
      expect(await answer(table, second)).toEqual(fresh)
    }
  })
})
