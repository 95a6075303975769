import type { ScoreResult } from 'criba'
import { describe, expect, it } from 'vitest'
import { isLong } from '../properties/runs.ts'
import { askScore, meritCasesOf, meritMethods, refusal } from './merit-cases.ts'
import type { MeritCase } from './merit-cases.ts'
import { badValuesOf, otherValuesOf } from './option-values.ts'
import { pierce } from './tables.ts'
import type { Columns } from './tables.ts'

/** Rounded numbers, which tie. */
function rounded(columns: Columns): Columns {
  return columns.map(([name, cells]) => [
    name,
    cells.map((cell) => (typeof cell === 'number' ? Math.round(cell) : cell)),
  ])
}

type Options = Record<string, string | number | boolean>

describe.each(meritMethods)('%s', (_, criterion) => {
  const rules = Object.entries(criterion.options)
  /** The same options, and those under which the method does less work, but for one that a test is about. */
  const brief = (options: Options, tested?: string): Options => {
    const fits = (name: string) =>
      Object.entries(criterion.options[name].only ?? {}).every(([other, values]) =>
        (values as readonly unknown[]).includes(options[other] ?? criterion.options[other].default),
      )
    const less = Object.entries({ folds: 2, trees: 10, hidden: 4 })
    return {
      ...Object.fromEntries(
        less.filter(([name]) => name !== tested && Object.hasOwn(criterion.options, name) && fits(name)),
      ),
      ...options,
    }
  }
  const ask = (options: Options, { columns, spec }: MeritCase, tested?: string) =>
    askScore(columns, { ...spec, by: [{ method: criterion.id, options: brief(options, tested) }] })
  const known = new Map<string, Promise<ScoreResult | null>>()
  /** What is asked without the option that is tested, of the table under this name: null where it is refused. The options share it. */
  const askWithout = (options: Options, named: string, one: MeritCase, tested: string) => {
    const key = JSON.stringify([named, brief(options, tested)])
    const result = known.get(key) ?? ask(options, one, tested).catch(() => null)
    known.set(key, result)
    return result
  }
  const examples = meritCasesOf(criterion)
  const [[, example]] = examples

  /** The options that another option depends on. */
  const under = (name: string, choice = 0): Options =>
    Object.fromEntries(
      Object.entries(criterion.options[name].only ?? {}).map(([other, values]) => [
        other,
        values[Math.min(choice, values.length - 1)],
      ]),
    )

  it('refuses an option it does not have', async () => {
    for (const options of [{ 'no such option': 1 }, { constructor: 1 }]) {
      const { columns, spec } = example
      const error = await refusal(columns, { ...spec, by: [{ method: criterion.id, options }] })
      expect(error.code).toBe('unknown')
      expect(error.message).toMatch(/^unknown option of .*: (no such option|constructor)/)
    }
  })

  it.each(rules)('%s: giving its default changes nothing', async (name, rule) => {
    let accepted = 0
    for (const [title, one] of examples) {
      // All kinds of options go one way, whatever the target and the set: one that is accepted tells.
      if (accepted > 0 && !isLong) break
      const without = await askWithout(under(name), title, one, name)
      // Not every estimator accepts every table.
      if (!without) continue
      accepted++
      const withDefault = await ask({ ...under(name), [name]: rule.default! }, one, name)
      expect({ ...withDefault, seconds: 0 }).toEqual({ ...without, seconds: 0 })
      expect(without.scores[0].options[name]).toBe(rule.default)
    }
    expect(rule.help).not.toBe('')
    expect(accepted).toBeGreaterThan(0)
  })

  it.each(rules)('%s: refuses values out of range', async (name, rule) => {
    for (const value of badValuesOf(rule)) {
      const { columns, spec } = example
      const by = [{ method: criterion.id, options: { ...under(name), [name]: value } }]
      const { message } = await refusal(columns, { ...spec, by })
      const isName = 'orOwn' in rule && typeof value === 'string'
      expect(message).toMatch(
        new RegExp(isName ? `^unknown ${name}: ${value} \\(` : `^invalid ${name}: ${value} \\(needs `),
      )
    }
  })

  it.each(rules)('%s: every other value changes some result', async (name, rule) => {
    // Of few columns one is tried at a node by default.
    for (const value of name === 'mtry' ? [2] : otherValuesOf(rule)) {
      // The default learner of numbers sees no rows, of which this is the mean.
      const owner = value === 'mae' ? { learner: 'knn' } : {}
      let changes = false
      let works = false
      for (let seed = 1; seed <= 30 && !(changes && works); seed++) {
        for (const [title, rough] of meritCasesOf(criterion, { rows: 22, seed })) {
          if (changes && works) break
          const holed = pierce(rough.columns, rough.features, 0.2, seed)
          const columns = seed % 2 ? rounded(holed) : holed
          // A refusal counts as an outcome too: estimators differ in the columns they accept.
          const one = { ...rough, columns }
          const options = { ...under(name), ...owner }
          const without = await askWithout(options, `${seed} ${title}`, one, name)
          const withIt = await ask({ ...options, [name]: value }, one, name).catch(() => null)
          changes ||= (without?.scores[0].score ?? null) !== (withIt?.scores[0].score ?? null)
          works ||= withIt !== null
        }
      }
      expect({ changes, works }, `${name}=${value}`).toEqual({ changes: true, works: true })
    }
  })

  const dependent = rules.filter(([, { only }]) => only)
  /** What is asked of the first table that it accepts. */
  const askFirst = async (options: Options): Promise<ScoreResult | null> => {
    for (const [, one] of examples) {
      const result = await ask(options, one).catch(() => null)
      if (result) return result
    }
    return null
  }
  const firstAccepted = new Map<string, Promise<ScoreResult | null>>()
  if (dependent.length > 0) {
    it.each(dependent)('%s: is refused and not shown if it does not apply', async (name, rule) => {
      const [[other, values]] = Object.entries(rule.only!)
      const choices = criterion.options[other] as { readonly of: readonly string[] }
      for (const choice of choices.of.filter((one) => !values.includes(one))) {
        const options = { [other]: choice, [name]: rule.default! }
        const { message } = await refusal(example.columns, {
          ...example.spec,
          by: [{ method: criterion.id, options }],
        })
        expect(message).toMatch(new RegExp(`^invalid ${name}: ${criterion.id} takes it only with ${other} `))
        expect(message).toContain(`(${other} is ${choice})`)
        const asked = firstAccepted.get(`${other} ${choice}`) ?? askFirst({ [other]: choice })
        firstAccepted.set(`${other} ${choice}`, asked)
        const { scores, spec } = (await asked)!
        expect(scores[0].options).not.toHaveProperty(name)
        expect(spec.by[0].options).not.toHaveProperty(name)
      }
    })
  }
})
