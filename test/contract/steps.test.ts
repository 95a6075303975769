import { readFileSync } from 'node:fs'
import * as functions from 'criba/methods'
import { CribaError, methods, tableFromColumns } from 'criba'
import { stepCriteria } from 'criba/methods'
import type { StepCriterion, StepMethod } from 'criba'
import { describe, expect, it } from 'vitest'
import { levelTable, manyColumns } from '../criteria/plain-steps.ts'
import { expectPlain } from './expectations.ts'
import { randomOf } from './tables.ts'
import { badValuesOf, otherValuesOf } from './option-values.ts'
import { rank, score, select } from '../untyped.ts'

type Options = Record<string, string | number | boolean>

const camelCase = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const table = levelTable(manyColumns({ columns: 12, rows: 80 }))

const random = randomOf(2)
const draws = Array.from({ length: 80 }, () => [random(), random(), random()])
/** For criteria whose options decide how columns are read: numbers can be read as values or levels. */
const numbers = tableFromColumns({
  a: draws.map(([a]) => a),
  b: draws.map(([a, b]) => a + b),
  c: draws.map(([, b, c]) => b - c),
  d: draws.map(([, , c]) => c * c),
  // Rows tie here, which only some options notice.
  e: draws.map(([a, b]) => Math.round(3 * a + b)),
  f: draws.map(([, b, c]) => Math.round(3 * b - c)),
  y: draws.map(([a, b, c]) => a + b * c),
})
const takesLevels = ({ features }: StepCriterion) => features.categorical !== null
/** Options that need another option. */
const companions: Readonly<Record<string, Options>> = {
  relevance: { redundancy: 'pearson' },
  redundancy: { relevance: 'f-statistic' },
}

/** Values for the options without a default. */
function requiredOf({ options }: StepCriterion): Options {
  const required = Object.entries(options).filter(([, rule]) => rule.default === undefined)
  return Object.fromEntries(required.map(([name]) => [name, 1]))
}

describe.each(stepCriteria.map((criterion) => [criterion.id, criterion] as const))('%s', (id, criterion) => {
  const required = requiredOf(criterion)
  const plain = takesLevels(criterion) ? table : numbers
  const selectFrom = (data: typeof table, options: Options) =>
    select(data, { target: 'y', method: { method: id, options }, stop: 'none', asIs: true })

  it('is registered under its name, exported, documented and in the catalogue', () => {
    expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    expect(stepCriteria.filter((other) => other.id === id)).toEqual([criterion])
    expect(criterion.shape).toBe('step')
    const method = (functions as unknown as Record<string, StepMethod>)[camelCase(id)]
    expect(typeof method, camelCase(id)).toBe('function')
    expect(method.criterion).toBe(criterion)
    expect(method(required)).toEqual({ method: id, options: required })
    for (const fact of ['title', 'formula', 'reference', 'units'] as const)
      expect(criterion[fact].trim(), fact).not.toBe('')
    const source = readFileSync(new URL(`../../src/methods/criteria/${id}.ts`, import.meta.url), 'utf8')
    const [, docstring] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (?:\w+)/.exec(source) ?? []
    expect(docstring).toMatch(/J\(X_k\) = /)
    expect(docstring).toMatch(new RegExp(`@example select\\(.*${camelCase(id)}\\(`))
    const [entry, ...more] = methods().methods.filter((listed) => listed.id === id)
    expect(more).toEqual([])
    expect(entry).toMatchObject({ shape: 'step', units: criterion.units, better: criterion.better })
  })

  it('selects every column once, with its options in the result', async () => {
    const result = await selectFrom(plain, required)
    expectPlain(result)
    const setAside = result.setAside.map(({ feature }) => feature)
    const features = plain.columns.map(({ name }) => name).filter((name) => name !== 'y')
    expect([...result.selected, ...setAside].sort()).toEqual(features.sort())
    expect(result).toMatchObject({ method: id, better: criterion.better, stopped: 'no candidate is left' })
    expect(result.steps.map(({ feature }) => feature)).toEqual(result.selected)
    expect(result.score).toBe(result.steps.at(-1)!.score)
    expect(result.spec.criterion).toEqual({ method: id, options: result.options })
  })

  it('refuses to rank and to score sets, and says what to use', async () => {
    const message = `unsuitable method: ${id} scores columns beside those selected before (use select)`
    const method = (functions as unknown as Record<string, StepMethod>)[camelCase(id)]
    for (const by of [id, method]) {
      await expect(rank(table, { target: 'y', by: [by] })).rejects.toThrow(message)
      await expect(score(table, { target: 'y', features: ['x1'], by: [by] })).rejects.toThrow(message)
    }
  })

  it('refuses a wrong option when the spec is made', () => {
    const method = (functions as unknown as Record<string, StepMethod>)[camelCase(id)]
    expect(() => method({ ...required, 'no such option': 1 })).toThrow(CribaError)
  })

  it.each(Object.entries(criterion.options))(
    '%s: changes some result, and has limits',
    async (name, rule) => {
      const needed =
        'only' in rule && rule.only ? Object.entries(rule.only).map(([of, [one]]) => [of, one]) : []
      const under = { ...required, ...(Object.fromEntries(needed) as Options) }
      for (const value of badValuesOf(rule)) {
        await expect(selectFrom(plain, { ...under, [name]: value })).rejects.toThrow(
          new RegExp(`^invalid ${name}: ${value} \\(needs `),
        )
      }
      const ask = (options: Options) => selectFrom(criterion.reads ? numbers : table, options)
      const without = await ask(under)
      // The companion is given only if the criterion has such an option.
      const companion = Object.entries(companions[name] ?? {}).filter(([other]) => other in criterion.options)
      const others = otherValuesOf(rule).filter((value) => value !== required[name])
      const changes = others.map(async (value) => {
        const other = await ask({
          ...under,
          ...(criterion.reads && Object.fromEntries(companion)),
          [name]: value,
        })
        expect(other.options[name]).toBe(value)
        return JSON.stringify(other.steps) !== JSON.stringify(without.steps)
      })
      // A number may be too small to change anything; a choice is not.
      const found = await Promise.all(changes)
      expect(rule.type === 'number' ? found.includes(true) : !found.includes(false)).toBe(true)
      expect(rule.help).not.toBe('')
    },
  )
})
