import { readFileSync } from 'node:fs'
import * as functions from 'criba/methods'
import { CribaError, methods } from 'criba'
import { rankers, setCriteria } from 'criba/methods'
import type { SubsetCriterion, SubsetMethod } from 'criba'
import { describe, expect, it } from 'vitest'
import { deepFreeze, expectPlain } from './expectations.ts'
import { testLaws } from './laws.ts'
import {
  askScore,
  comparesRows,
  expectSameScore,
  meritCases,
  meritMethods,
  readsNumbers,
  refusal,
  scoreOf,
} from './merit-cases.ts'
import {
  cellsOf,
  isNumeric,
  only,
  pierce,
  randomOf,
  repeatRows,
  rowsOf,
  shuffled,
  tableOf,
  takeRows,
  withCells,
} from './tables.ts'
import type { Columns } from './tables.ts'
import { rank, score } from '../untyped.ts'

/** The defaults of a criterion's options. */
const resolveOptions = ({ options }: SubsetCriterion) =>
  Object.fromEntries(Object.entries(options).map(([name, rule]) => [name, rule.default!]))

const camelCase = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** Without noise on tied neighbours, which depends on column names and row order: these laws hold for the definition. */
const withoutNoise = <S extends object>(spec: S): S =>
  JSON.stringify(spec).includes('"joint-mi"') ? { ...spec, by: ['joint-mi:jitter=0'] } : spec

describe.each(meritMethods)('%s', (id, criterion) => {
  it('is registered under its name, exported, documented and in the catalogue', () => {
    expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    expect(setCriteria.filter((other) => other.id === id)).toEqual([criterion])
    expect(criterion.shape).toBe('subset')
    const method = (functions as unknown as Record<string, SubsetMethod>)[camelCase(id)]
    expect(typeof method, camelCase(id)).toBe('function')
    expect(method.criterion).toBe(criterion)
    expect(method()).toEqual({ method: id, options: {} })
    for (const fact of ['title', 'formula', 'reference', 'units'] as const)
      expect(criterion[fact].trim(), fact).not.toBe('')
    const source = readFileSync(new URL(`../../src/methods/criteria/${id}.ts`, import.meta.url), 'utf8')
    const [, docstring] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (?:\w+)/.exec(source) ?? []
    expect(docstring).toMatch(/J = /)
    expect(docstring).toMatch(new RegExp(`@example (score|select)\\(.*${camelCase(id)}\\(`))
    const [entry, ...more] = methods().methods.filter((listed) => listed.id === id)
    expect(more).toEqual([])
    expect(entry).toMatchObject({ shape: 'subset', units: criterion.units, better: criterion.better })
  })

  it('refuses a wrong option when the spec is made', () => {
    const method = (functions as unknown as Record<string, SubsetMethod>)[camelCase(id)]
    expect(() => method({ 'no such option': 1 })).toThrow(CribaError)
  })
})

testLaws(
  meritCases,
  (example, law) => {
    const { criterion, columns, spec, features, target } = example
    const isWithTarget = criterion.target !== null

    law('gives a plain result with its spec', async () => {
      const result = await askScore(columns, spec)
      expectPlain(result)
      expect(result).toMatchObject({ command: 'score', features, data: { target, rows: 64 } })
      const [{ method, better, units, score: found, n }] = result.scores
      expect({ method, better, units }).toEqual({
        method: criterion.id,
        better: criterion.better,
        units:
          criterion.unitsUnder?.(resolveOptions(criterion), spec.task ?? 'unsupervised') ?? criterion.units,
      })
      expect(n).toBe(64)
      // Only a divergence can be infinite: if one class has values that the other does not.
      expect(found === Infinity && criterion.id === 'kl-divergence').toBe(!Number.isFinite(found))
      if (found !== Infinity) expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      const again = await score(tableOf(columns), result.spec)
      expect({ ...again, seconds: 0 }).toEqual({ ...result, seconds: 0 })
    })

    law('does not depend on the other columns, nor on the order of columns', async () => {
      const expected = await scoreOf(columns, spec)
      const random = randomOf(3)
      const more: Columns = [
        ['before', columns[0][1].map(() => random())],
        ...columns,
        ['holed', columns[0][1].map((_, row) => (row % 2 ? null : 'x'))],
      ]
      for (const other of [more, [...columns].reverse(), shuffled(columns, random)])
        expect(await scoreOf(other, spec)).toEqual(expected)
      expect(await scoreOf(only(columns, [target, ...features]), spec)).toEqual(expected)
    })

    law('does not depend on the order of the set', async () => {
      const expected = await scoreOf(columns, spec)
      const turned = await scoreOf(columns, { ...spec, features: [...features].reverse() })
      expectSameScore(turned, expected, 1e-12)
    })

    law('does not depend on the order of the rows', async () => {
      const first = await askScore(columns, withoutNoise(spec))
      if (criterion.learnsFrom) return
      // Counts are sums of whole numbers.
      const tolerance = readsNumbers(example, first) ? 1e-9 : 1e-12
      const random = randomOf(4)
      for (let round = 0; round < 3; round++) {
        const rows = takeRows(columns, shuffled(rowsOf(columns), random))
        expectSameScore(await scoreOf(rows, withoutNoise(spec)), first.scores[0], tolerance)
      }
    })

    law('does not depend on names of columns and of levels', async () => {
      const expected = await scoreOf(columns, withoutNoise(spec))
      const rename = (name: string) => `${name} "'; é`
      const renamed: Columns = columns.map(([name, cells]) => {
        // The order of the classes may matter.
        const levels = name === target ? [...new Set(cells)].sort() : [...new Set(cells)].sort().reverse()
        const isText = !isNumeric(columns, name)
        return [rename(name), isText ? cells.map((cell) => `level ${levels.indexOf(cell)}`) : cells]
      })
      const found = await scoreOf(renamed, {
        ...withoutNoise(spec),
        features: features.map(rename),
        ...(target !== null && { target: rename(target) }),
        ...(spec.event && { event: rename(spec.event) }),
      })
      expectSameScore(found, expected, 1e-12)
    })

    law('refuses a constant target, and requires a target if it needs one', async () => {
      const { target: _, task: __, ...without } = spec
      if (!isWithTarget) {
        expect((await scoreOf(columns, without)).score).not.toBeNull()
        return
      }
      expect((await refusal(columns, without)).message).toMatch(/^missing target/)
      // Rows that were censored at the time of events differ from them.
      if (spec.event) return
      const flat = withCells(
        columns,
        target!,
        cellsOf(columns, target!).map((cell) => (typeof cell === 'number' ? 4 : 'same')),
      )
      expect((await refusal(flat, spec)).message).toMatch(/^invalid target: outcome is always/)
    })

    law('changes neither the table nor the spec', async () => {
      const table = tableOf(pierce(columns, features.slice(0, 1), 0.1, 5))
      const bits = () =>
        table.columns.map((column) => [
          column.type === 'numeric'
            ? [...new BigUint64Array(column.values.slice().buffer)]
            : [...column.codes, ...column.levels],
          column.missing && [...column.missing],
        ])
      const before = bits()
      const frozen = deepFreeze({
        ...spec,
        by: [{ method: criterion.id, options: {} }],
        types: {},
        given: [],
      })
      await score(table, frozen)
      await score(table, deepFreeze({ ...frozen, permutations: 2, missing: 'median' as const }))
      expect(bits()).toEqual(before)
    })

    law('weights of 0 leave rows out; other weights repeat rows, or are refused', async () => {
      const random = randomOf(8)
      const weigh = (weights: readonly number[]): Columns => [...columns, ['weight', weights]]
      const weighted = { ...spec, weights: 'weight' }
      const zeros = columns[0][1].map(() => Math.floor(2 * random()))
      const first = await askScore(weigh(zeros), weighted)
      expectSameScore(first.scores[0], await scoreOf(repeatRows(columns, zeros), spec), 0)
      const more = columns[0][1].map(() => Math.floor(4 * random()))
      // Repeated rows may be in several folds; a weighted row is in one.
      if (criterion.learnsFrom) {
        const { score, n } = await scoreOf(weigh(more), weighted)
        expect([Number.isFinite(score), n]).toEqual([true, more.reduce((sum, weight) => sum + weight, 0)])
        return
      }
      if (comparesRows(example, first)) {
        expect((await refusal(weigh(more), weighted)).message).toMatch(/^unsuitable weights: .* 0 or 1$/)
        return
      }
      // Counts are whole, sums of numbers are rounded.
      const sumsNumbers = readsNumbers(example, first) || criterion.target === 'values'
      const tolerance = sumsNumbers ? 1e-12 : 0
      const repeated = await scoreOf(repeatRows(columns, more), spec)
      expectSameScore(await scoreOf(weigh(more), weighted), repeated, tolerance)
    })

    law('gives p in twentieths from 19 permutations of the target', async () => {
      const permuted = { ...spec, permutations: 19, seed: 1 }
      const { pValue } = await scoreOf(columns, permuted)
      if (!isWithTarget) {
        expect(pValue).toBeUndefined()
        return
      }
      expect(Math.abs(pValue! * 20 - Math.round(pValue! * 20))).toBeLessThan(1e-9)
      expect(pValue).toBeGreaterThanOrEqual(1 / 20)
      expect(pValue).toBeLessThanOrEqual(1)
      expect((await scoreOf([...columns].reverse(), permuted)).pValue).toBe(pValue)
    })
  },
  // Numbers, levels and both take turns, as the kinds of targets do.
  ({ criterion }) => criterion.id,
)

describe('criteria of sets as rankers', () => {
  const both = setCriteria.filter(({ id }) => rankers.some((criterion) => criterion.id === id))

  it('are these', () => expect(both.map(({ id }) => id)).toEqual(['delta-test', 'gamma-test']))

  it.each(both.map(({ id }) => id))('%s ranks by the score of each column alone', async (id) => {
    const [, { columns, features, spec }] = meritCases.find(([title]) => title.startsWith(id))!
    const { features: _, ...ranked } = spec
    const { rankings } = await rank(tableOf(columns), ranked)
    for (const feature of features) {
      const { score: found, n } = rankings[0].scores.find((one) => one.feature === feature)!
      const alone = await scoreOf(columns, { ...spec, features: [feature] })
      expect([found, n]).toEqual([alone.score, alone.n])
    }
  })

  it.each(setCriteria.filter((merit) => !both.includes(merit)).map(({ id }) => id))(
    '%s does not rank',
    async (id) => {
      const [, { columns, spec }] = meritCases.find(([title]) => title.startsWith(id))!
      const { features: _, ...ranked } = spec
      await expect(rank(tableOf(columns), ranked)).rejects.toThrow(CribaError)
    },
  )
})
