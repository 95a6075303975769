import { describe, expect, it } from 'vitest'
import { failure, keepsUnlabelled, methods } from './cases.ts'
import { badValuesOf, otherValuesOf } from './option-values.ts'
import { briefOptions, caseOf, casesOf, lawSourceOf, only, pierce, targetKinds } from './tables.ts'
import type { Case } from './tables.ts'
import { rank } from '../untyped.ts'

describe.each(methods)('%s', (_, criterion) => {
  const rules = Object.entries(criterion.options)
  /** With an option that is tested, which has its default unless it is given. */
  const ask = (options: Record<string, string | number | boolean>, example: Case, tested?: string) => {
    const members = example.columns.map(([name]) => name).filter((name) => example.features.includes(name))
    return rank(lawSourceOf(example.columns), {
      ...example.spec,
      ...(criterion.readsGroups && { groups: { some: members } }),
      by: [{ method: criterion.id, options: { ...briefOptions(criterion, tested), ...options } }],
    })
  }
  const [example] = casesOf(criterion)

  it('refuses an option it does not have', async () => {
    await expect(ask({ 'no such option': 1 }, example)).rejects.toThrow(
      /^unknown option of .*: no such option/,
    )
    await expect(ask({ constructor: 1 }, example)).rejects.toThrow(/^unknown option of .*: constructor/)
    const error = await failure(example.columns, { ...example.spec, by: [`${criterion.id}:nothing=1`] })
    expect(error.code).toBe('unknown')
  })

  it.each(rules)('%s: giving its default changes nothing', async (name, rule) => {
    // An option that depends on another is given together with it.
    const owner: Record<string, string | number> = Object.fromEntries([
      ...Object.entries(rule.only ?? {}).map(([other, [value]]) => [other, value] as const),
      ...(rule.beside ? [[rule.beside, 5] as const] : []),
    ])
    // An owner may take one kind of target only.
    let place = 0
    const examples = casesOf(criterion, { rows: 24 })
    const askWithout = () => ask(owner, examples[place], name).catch(() => null)
    let found = await askWithout()
    for (; !found && place + 1 < examples.length; found = await askWithout()) place++
    const without = found!
    const withDefault = await ask({ ...owner, [name]: rule.default! }, examples[place], name)
    expect({ ...withDefault, seconds: 0 }).toEqual({ ...without, seconds: 0 })
    expect(without.rankings[0].options[name]).toBe(rule.default)
    expect(rule.help).not.toBe('')
  })

  // A name may be that of a learner of one's own.
  const isOpen = (rule: object) => 'orOwn' in rule

  it.each(rules)('%s: refuses values out of range', async (name, rule) => {
    for (const value of badValuesOf(rule)) {
      await expect(ask({ [name]: value }, example)).rejects.toThrow(
        new RegExp(
          isOpen(rule) && typeof value === 'string'
            ? `^unknown ${name}: ${value} \\(`
            : `^invalid ${name}: ${value} \\(needs `,
        ),
      )
    }
  })

  it.each(rules)('%s: every other value changes some result', async (name, rule) => {
    // A set of columns is smaller than all of them.
    for (const value of name === 'columns' ? [1, 3] : otherValuesOf(rule)) {
      let changes = false
      for (let seed = 1; seed <= 60 && !changes; seed++) {
        for (const kind of targetKinds(criterion)) {
          if (changes) break
          const rough = caseOf(criterion, kind, { rows: 14, seed })
          const unlabelled = keepsUnlabelled(criterion) && rough.target !== null ? [rough.target] : []
          const columns = pierce(rough.columns, [...rough.features, ...unlabelled], 0.2, seed)
          // Rows tie in one column of few numbers more often than in all.
          const few = rough.features.at(2) ?? rough.features[0]
          for (const some of [columns, only(rough.columns, [few, rough.target])]) {
            if (changes) break
            const scores = async (options: Record<string, string | number | boolean>) =>
              (await ask(options, { ...rough, columns: some }, name).catch(() => null))?.rankings[0].scores
            // With many neighbours there is no last one to tie.
            const isTies = name === 'ties' && criterion.readsGaps && 'k' in criterion.options
            // At scale=standard all standard deviations are equal, and their share counts nothing.
            const needsMinmax = name === 'alpha' && 'kernel' in criterion.options
            const owner: Record<string, number | string> = {
              ...(rule.beside && { [rule.beside]: 5 }),
              ...(isTies && { k: 1 }),
              ...(needsMinmax && { scale: 'minmax' }),
            }
            const [without, withIt] = [await scores(owner), await scores({ ...owner, [name]: value })]
            changes ||= JSON.stringify(without) !== JSON.stringify(withIt)
          }
        }
      }
      expect(changes, `${name}=${value}`).toBe(true)
    }
  })
})
