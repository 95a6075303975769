import { mim } from 'criba/methods'
import type { SelectResult } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { levelColumns, levelTable, plainRelevance, plainScore, variants } from './plain-steps.ts'
import type { LevelColumns } from './plain-steps.ts'
import { rank, selectAsIs as select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

type Options = Readonly<Record<string, string | number | boolean>>

/** Selects to the last column. */
export const selectAll = (
  columns: LevelColumns,
  method: string,
  options: Options = {},
  spec: SelectSpec = {},
) => select(levelTable(columns), { target: 'y', criterion: { method, options }, stop: 'none', ...spec })
/** The target is a or b, not both. */
export const xor: LevelColumns = {
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
    if (step.relevance !== undefined) near(step.relevance, plainRelevance(columns, step.feature))
    else expect(method).toBe('jim')
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

/** Holds every step criterion against its formula and its relatives, each over some random tables. */
export function holdFormulas(runs: number): void {
  const fewer = Math.round((2 * runs) / 3)
  const law = (check: (columns: LevelColumns) => Promise<void>, numRuns = runs) =>
    fc.assert(fc.asyncProperty(levelColumns, check), { numRuns })

  describe.each(variants)('%s', (_, method, options) => {
    it('is its formula, step by step to the last column', () =>
      law(async (columns) =>
        expectByDefinition(columns, method, options, await selectAll(columns, method, options)),
      ))

    it('begins with the best single column', () =>
      law(async (columns) => {
        const [first] = (await selectAll(columns, method, options, { k: 1 })).steps
        const table = levelTable(columns)
        const others: Readonly<Record<string, string>> = { iwfs: 'symmetrical-uncertainty', jim: 'gini-gain' }
        const by = others[method] ?? 'mutual-information'
        const { rankings } = await rank(table, { target: 'y', by: [by] })
        expect(first.feature).toBe(rankings[0].scores[0].feature)
        near(first.score, rankings[0].scores[0].score! + (method === 'iwfs' ? 1 : 0))
      }, fewer))

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
    ])('extended-mrmr is %s at %o', (other, weights, options) =>
      same('extended-mrmr', weights, other, options),
    )

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
      }, fewer))
  })
}
