import { describe, expect, it } from 'vitest'
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
    for (const [, one] of examples) {
      const without = await ask(under(name), one, name).catch(() => null)
      // Not every estimator accepts every table.
      if (!without) continue
      const withDefault = await ask({ ...under(name), [name]: rule.default! }, one, name)
      expect({ ...withDefault, seconds: 0 }).toEqual({ ...without, seconds: 0 })
      expect(without.scores[0].options[name]).toBe(rule.default)
    }
    expect(rule.help).not.toBe('')
    expect(await Promise.any(examples.map(([, one]) => ask(under(name), one, name)))).toBeDefined()
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
        for (const [, rough] of meritCasesOf(criterion, { rows: 22, seed })) {
          const holed = pierce(rough.columns, rough.features, 0.2, seed)
          const columns = seed % 2 ? rounded(holed) : holed
          // A refusal counts as an outcome too: estimators differ in the columns they accept.
          const scoreWith = (options: Options) =>
            ask({ ...under(name), ...owner, ...options }, { ...rough, columns }, name).then(
              ({ scores }) => scores[0].score,
              () => null,
            )
          const [without, withIt] = [await scoreWith({}), await scoreWith({ [name]: value })]
          changes ||= without !== withIt
          works ||= withIt !== null
        }
      }
      expect({ changes, works }, `${name}=${value}`).toEqual({ changes: true, works: true })
    }
  })

  const dependent = rules.filter(([, { only }]) => only)
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
        const { scores, spec } = await Promise.any(examples.map(([, one]) => ask({ [other]: choice }, one)))
        expect(scores[0].options).not.toHaveProperty(name)
        expect(spec.by[0].options).not.toHaveProperty(name)
      }
    })
  }
})
