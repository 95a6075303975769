import { extendedMrmr, jmi, mim, tableFromColumns } from 'criba'
import type { SelectResult } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { levelColumns, levelTable, outcomeOf, plainRelevance, plainScore, variants } from './plain-steps.ts'
import type { LevelColumns } from './plain-steps.ts'
import { rank, selectAsIs as select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

type Options = Readonly<Record<string, string | number | boolean>>

const selectAll = (columns: LevelColumns, method: string, options: Options = {}, spec: SelectSpec = {}) =>
  select(levelTable(columns), { target: 'y', criterion: { method, options }, stop: 'none', ...spec })
const law = (check: (columns: LevelColumns) => Promise<void>, numRuns = 15) =>
  fc.assert(fc.asyncProperty(levelColumns, check), { numRuns })
const xor: LevelColumns = {
  a: ['0', '0', '1', '1', '0', '0', '1', '1'],
  b: ['0', '1', '0', '1', '0', '1', '0', '1'],
  y: ['n', 'y', 'y', 'n', 'n', 'y', 'y', 'n'],
}

/** Scores, parts, runners-up and gaps of all steps by the definition; of equal scores the table's order. */
function expectByDefinition(
  columns: LevelColumns,
  method: string,
  options: Options,
  { selected, steps }: SelectResult,
) {
  const names = Object.keys(columns).filter((name) => name !== 'y')
  expect([...selected].sort()).toEqual([...names].sort())
  for (const [size, step] of steps.entries()) {
    const before = selected.slice(0, size)
    const left = names.filter((name) => !before.includes(name))
    const score = (name: string) => plainScore(method, columns, name, before, options)
    const best = Math.max(...left.map(score))
    expect(step.feature).toBe(selected[size])
    near(step.score, score(step.feature))
    near(step.score, best)
    near(step.relevance!, plainRelevance(columns, step.feature))
    const others = left.filter((name) => name !== step.feature)
    if (others.length === 0) continue
    const next = Math.max(...others.map(score))
    near(score(step.runnerUp!), next)
    near(step.gap!, step.score === next ? 0 : step.score - next)
    // `again` is `b` under other names, and stands after it.
    if (step.feature === 'again') expect(before).toContain('b')
    if (step.feature === 'b' && left.includes('again')) expect(score('again')).toBe(score('b'))
  }
}

describe.each(variants)('%s', (_, method, options) => {
  it('is its formula, step by step to the last column', () =>
    law(async (columns) =>
      expectByDefinition(columns, method, options, await selectAll(columns, method, options)),
    ))

  it('begins with the best single column', () =>
    law(async (columns) => {
      const [first] = (await selectAll(columns, method, options, { k: 1 })).steps
      const table = levelTable(columns)
      const { rankings } = await rank(table, { target: 'y', by: ['mutual-information'] })
      expect(first.feature).toBe(rankings[0].scores[0].feature)
      near(first.score, rankings[0].scores[0].score!)
    }, 10))

  it('ties equal columns, and the first of the table stands first', async () => {
    const columns = { z: xor.a, b: xor.b, a: xor.a, y: xor.a.map((a, row) => (row < 6 ? a : '2')) }
    const { selected, steps } = await selectAll(columns, method, options)
    expect(selected.indexOf('z')).toBeLessThan(selected.indexOf('a'))
    expect(steps[0]).toMatchObject({ feature: 'z', runnerUp: 'a', gap: 0, tie: true })
  })
})

describe('relatives', () => {
  const same = (method: string, options: Options, other: string, otherOptions: Options = {}) =>
    law(async (columns) => {
      const one = await selectAll(columns, method, options)
      const two = await selectAll(columns, other, otherOptions)
      expect(one.selected).toEqual(two.selected)
      for (const [i, { score }] of one.steps.entries()) near(score, two.steps[i].score, 1e-12)
    })

  it.each([
    ['mim', { beta: 0, gamma: 0 }, {}],
    ['mifs', { beta: 1, gamma: 0 }, {}],
    ['mifs', { beta: 0.25, gamma: 0 }, { beta: 0.25 }],
    ['mrmr', { beta: '1/s', gamma: 0 }, {}],
    ['jmi', { beta: '1/s', gamma: '1/s' }, {}],
    ['cife', { beta: 1, gamma: 1 }, {}],
  ])('extended-mrmr is %s at %o', (other, weights, options) => same('extended-mrmr', weights, other, options))

  it('gmi without relevance is jmi in another form', () =>
    law(async (columns) => {
      const one = await selectAll(columns, 'gmi', { relevance: 'none' })
      for (const [size, step] of one.steps.entries()) {
        const before = one.selected.slice(0, size)
        near(step.score, plainScore('jmi', columns, step.feature, before))
      }
      const two = await selectAll(columns, 'jmi')
      for (const [size, step] of two.steps.entries()) {
        const before = two.selected.slice(0, size)
        near(step.score, plainScore('gmi', columns, step.feature, before, { relevance: 'none' }))
      }
    }))

  it('mim is the ranking by mutual information', () =>
    law(async (columns) => {
      const table = levelTable(columns)
      const { rankings } = await rank(table, { target: 'y', by: ['mutual-information'] })
      const { steps } = await select(table, { target: 'y', criterion: mim(), stop: 'none' })
      for (const [place, { score }] of rankings[0].scores.entries()) near(steps[place].score, score!, 1e-12)
    }))

  it("jmim is Bennasar's I(X_k;Y) + min I(X_j;Y|X_k)", () =>
    law(async (columns) => {
      const { selected, steps } = await selectAll(columns, 'jmim')
      for (let size = 1; size < steps.length; size++) {
        const alone = plainRelevance(columns, selected[size])
        const beside = selected
          .slice(0, size)
          .map((name) => plainScore('cmim', columns, name, [selected[size]], { clamp: false }))
        near(steps[size].score, alone + Math.min(...beside))
      }
    }))

  it('the linear ones say what their scores are made of', () =>
    law(async (columns) => {
      const linear: [string, Options][] = [
        ['jmi', {}],
        ['mifs', {}],
        ['mrmr', {}],
        ['cife', {}],
        ['cmim', {}],
        ['icap', {}],
        ['gmi', { relevance: 'none' }],
      ]
      for (const [method, options] of linear) {
        const { steps } = await selectAll(columns, method, options)
        for (const { score, relevance, redundancy = 0, synergy = 0 } of steps)
          near(score, relevance! - redundancy + synergy)
      }
    }, 10))
})

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
    expect(text.options).toEqual({ beta: '1/s', gamma: 0.5 })
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
