import { tableFromColumns } from 'criba'
import { extendedMrmr, jmi } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { levelTable, outcomeOf } from './plain-steps.ts'
import type { LevelColumns } from './plain-steps.ts'
import { holdFormulas, selectAll, xor } from './step-formulas.ts'
import { rank, selectAsIs as select } from '../untyped.ts'

// 15 tables each in steps.long.ts.
holdFormulas(3)

describe('exclusive or', () => {
  const first = { a: xor.a }
  const columns: LevelColumns = { noise: ['0', '0', '0', '0', '1', '1', '1', '1'], ...xor }

  it.each([
    ['jmi', 1],
    ['cife', 1],
    ['gmi', 1],
    ['cmim:clamp=false', 1],
    ['jmim', 1],
    ['njmim', 0.5],
    ['disr', 0.5],
    ['extended-mrmr:beta=1,gamma=1', 1],
  ])('is found by %s beside one of its columns', async (criterion, score) => {
    const { selected, steps } = await select(levelTable({ ...first, ...columns }), {
      target: 'y',
      criterion,
      k: 2,
    })
    expect(selected).toEqual(['a', 'b'])
    near(steps[1].score, score)
  })

  it.each(['mim', 'mifs', 'mrmr', 'mrmr:form=quotient', 'cmim', 'icap'])(
    '%s sees nothing in it',
    async (criterion) => {
      const { selected, steps } = await select(levelTable(columns), { target: 'y', criterion, stop: 'none' })
      expect(selected).toEqual(['noise', 'a', 'b'])
      expect(steps.map(({ score }) => score)).toEqual([0, 0, 0])
    },
  )
})

describe('mrmr as a quotient', () => {
  // x and z are informative and share nothing with w; v is and shares much, noise is not informative.
  const rows = Array.from({ length: 64 }, (_, row) => row)
  const bit = (place: number) => rows.map((row) => String((row >> place) & 1))
  const [one, two, three, four] = [0, 1, 2, 3].map(bit)
  const columns: LevelColumns = {
    noise: bit(5),
    v: one.map((level, row) => (row % 8 < 6 ? level : two[row])),
    z: three,
    x: two,
    w: one,
    y: rows.map((row) => {
      const weak = four[row] === '1' ? three[row] : '0'
      return `${one[row]}${two[row]}${weak}`
    }),
  }

  it('puts what shares nothing above all, by its relevance, and what is uninformative last', async () => {
    const { selected, steps } = await selectAll(columns, 'mrmr', { form: 'quotient' })
    // By relevance w and x have one bit each, x comes first; then w before z, by relevance.
    expect(selected.slice(0, 3)).toEqual(['x', 'w', 'z'])
    expect(selected.at(-1)).toBe('noise')
    expect(steps[1].score).toBe(Infinity)
    expect(steps[1]).toMatchObject({ runnerUp: 'z', gap: 0 })
    expect(steps[1]).not.toHaveProperty('tie')
    expect(steps[2].score).toBe(Infinity)
    expect(steps[2].relevance!).toBeLessThan(steps[1].relevance!)
    expect(steps[2]).toMatchObject({ runnerUp: 'v', gap: Infinity })
    expect(steps.at(-1)!.score).toBe(0)
  })

  it('has units of its own', async () => {
    expect((await selectAll(columns, 'mrmr')).units).toBe('bits')
    expect((await selectAll(columns, 'mrmr', { form: 'quotient' })).units).toBe('ratio')
  })
})

describe('options', () => {
  it('extended-mrmr says what it cannot do without', async () => {
    const missing = /^missing beta, gamma: extended-mrmr has no default for it/
    expect(() => extendedMrmr()).toThrow(missing)
    await expect(select(levelTable(xor), { target: 'y', criterion: extendedMrmr })).rejects.toThrow(missing)
    await expect(select(levelTable(xor), { target: 'y', method: 'extended-mrmr' })).rejects.toThrow(missing)
    expect(() => extendedMrmr({ beta: '1/s' })).toThrow(/^missing gamma: /)
    await expect(
      select(levelTable(xor), { target: 'y', method: 'extended-mrmr:beta=2/s,gamma=0' }),
    ).rejects.toThrow('invalid beta: 2/s (needs 0 or more, or 1/s)')
  })

  it('text stands for numbers', async () => {
    const text = await select(levelTable(xor), { target: 'y', method: 'extended-mrmr:beta=1/s,gamma=0.5' })
    const made = await select(levelTable(xor), {
      target: 'y',
      criterion: extendedMrmr({ beta: '1/s', gamma: 0.5 }),
    })
    expect(outcomeOf(text)).toEqual(outcomeOf(made))
    expect(text.options).toEqual({ beta: '1/s', gamma: 0.5, estimator: 'plug-in' })
  })

  it('rankers and scores of sets say what to use instead', async () => {
    for (const by of [['cmim'], [jmi]]) {
      const message =
        /^unsuitable method: (cmim|jmi) scores columns beside those selected before \(use select\)$/
      await expect(rank(levelTable(xor), { target: 'y', by })).rejects.toThrow(message)
    }
  })
})

describe('mrmr of numbers', () => {
  const numbers = tableFromColumns({
    a: [1, 2, 3, 4, 5, 6, 7, 8],
    level: ['u', 'v', 'u', 'v', 'w', 'u', 'w', 'v'],
    y: ['n', 'y', 'n', 'y', 'n', 'y', 'y', 'y'],
  })

  it('takes F with correlations only, and says so', async () => {
    for (const [options, message] of [
      [
        'relevance=f-statistic',
        'invalid redundancy: mutual-information (relevance f-statistic goes with pearson)',
      ],
      ['redundancy=pearson', 'invalid redundancy: pearson (relevance mutual-information goes with'],
      [
        'relevance=f-statistic,redundancy=pearson,estimator=nearest',
        'invalid estimator: mrmr takes it only with relevance mutual-information',
      ],
    ])
      await expect(select(numbers, { target: 'y', method: `mrmr:${options}`, k: 1 })).rejects.toThrow(message)
  })

  it('takes F of the classes where numbers are classes by the task', async () => {
    const y = Array.from({ length: 60 }, (_, row) => row % 3)
    const table = tableFromColumns({
      middle: y.map((level, row) => (level === 1 ? 3 : 0) + ((row * 37) % 11) / 11),
      slope: y.map((level, row) => 0.4 * level + ((row * 53) % 13) / 13),
      y,
    })
    const method = 'mrmr:relevance=f-statistic,redundancy=pearson'
    for (const [task, by] of [
      ['classification', 'anova-f'],
      ['regression', 'f-regression'],
    ] as const) {
      const { steps } = await select(table, { target: 'y', task, method, stop: 'none' })
      const { rankings } = await rank(table, { target: 'y', task, by: [by] })
      const best = rankings[0].scores[0]
      expect(steps[0].feature).toBe(best.feature)
      near(steps[0].score, best.score!)
    }
  })

  it('leaves out columns of levels', async () => {
    const method = 'mrmr:relevance=f-statistic,redundancy=pearson'
    const { selected, warnings } = await select(numbers, { target: 'y', method, stop: 'none' })
    expect(selected).toEqual(['a'])
    expect(warnings.map(({ message }) => message)).toContain(
      'mrmr leaves out level: categorical (needs numbers)',
    )
  })
})
