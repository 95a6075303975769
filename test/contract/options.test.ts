import type { RankResult } from 'criba'
import { describe, expect, it } from 'vitest'
import { failure, keepsUnlabelled, methods } from './cases.ts'
import { badValuesOf, otherValuesOf } from './option-values.ts'
import { turnOf } from './laws.ts'
import { briefOptions, caseOf, casesOf, lawSourceOf, only, pierce, targetKinds } from './tables.ts'
import type { Case } from './tables.ts'
import { isLong } from '../properties/runs.ts'
import { rank } from '../untyped.ts'

/** The first tables on which some values matter, where those before have no ties, or too little to choose. */
const firstSeeds: Readonly<Record<string, number>> = {
  'permutation-importance ties': 23,
  'welch-t by': 20,
  'sparse-lda least': 14,
  'fused-lasso choose': 8,
}

describe.each(methods)('%s', (_, criterion) => {
  const rules = Object.entries(criterion.options)
  /** With an option that is tested, which has its default unless it is given. */
  const ask = (
    options: Record<string, string | number | boolean>,
    example: Case,
    tested: readonly string[] = [],
  ) => {
    const members = example.columns.map(([name]) => name).filter((name) => example.features.includes(name))
    return rank(lawSourceOf(example.columns), {
      ...example.spec,
      ...(criterion.readsGroups && { groups: { some: members } }),
      by: [{ method: criterion.id, options: { ...briefOptions(criterion, ...tested), ...options } }],
    })
  }
  const [example] = casesOf(criterion)
  const known = new Map<string, Promise<RankResult | null>>()
  /** What is asked without the option that is tested, of the table under this name: null where it is refused. The options share it. */
  const askWithout = (
    options: Record<string, string | number | boolean>,
    named: string,
    one: Case,
    tested: string,
  ) => {
    const key = JSON.stringify([named, { ...briefOptions(criterion, tested), ...options }])
    const result = known.get(key) ?? ask(options, one, [tested]).catch(() => null)
    known.set(key, result)
    return result
  }

  it('refuses an option it does not have', async () => {
    await expect(ask({ 'no such option': 1 }, example)).rejects.toThrow(
      /^unknown option of .*: no such option/,
    )
    await expect(ask({ constructor: 1 }, example)).rejects.toThrow(/^unknown option of .*: constructor/)
    const error = await failure(example.columns, { ...example.spec, by: [`${criterion.id}:nothing=1`] })
    expect(error.code).toBe('unknown')
  })

  const examples = casesOf(criterion, { rows: 24 })
  // Options that depend on the same ones are given at once, together with these.
  const dependence = ([, { only, beside }]: (typeof rules)[number]) => JSON.stringify([only, beside])
  // Those that set how much is done keep a lower value; the long tests ask for their defaults, too.
  const quick = rules.filter(([name]) => isLong || !Object.hasOwn(briefOptions(criterion), name))
  const together = [...new Set(quick.map(dependence))].map((on) =>
    quick.filter((rule) => dependence(rule) === on).map(([name]) => name),
  )
  it.each(together.map((names) => [names.join(', '), names] as const))(
    '%s: giving defaults changes nothing',
    async (_, names) => {
      const owner: Record<string, string | number> = {}
      const defaults: Record<string, string | number | boolean> = {}
      for (const name of names) {
        const { only: owners, beside, default: value, help } = criterion.options[name]
        for (const [other, [owning]] of Object.entries(owners ?? {})) owner[other] = owning
        if (beside) owner[beside] = 5
        defaults[name] = value!
        expect(help).not.toBe('')
      }
      // An owner may take one kind of target only.
      let place = 0
      const askWithOwner = () => ask(owner, examples[place], names).catch(() => null)
      let found = await askWithOwner()
      for (; !found && place + 1 < examples.length; found = await askWithOwner()) place++
      const without = found!
      const withDefaults = await ask({ ...owner, ...defaults }, examples[place], names)
      expect({ ...withDefaults, seconds: 0 }).toEqual({ ...without, seconds: 0 })
      expect(without.rankings[0].options).toMatchObject(defaults)
    },
  )

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

  it.each(rules)('%s: another value changes some result', async (name, rule) => {
    // A set of columns is smaller than all of them.
    const others = name === 'columns' ? [1, 3] : otherValuesOf(rule)
    // One of them; the long tests take all.
    for (const value of isLong ? others : [others[turnOf(criterion.id + name) % others.length]]) {
      let changes = false
      const first = isLong ? 1 : (firstSeeds[`${criterion.id} ${name}`] ?? 1)
      for (let seed = first; seed <= 60 && !changes; seed++) {
        for (const kind of targetKinds(criterion)) {
          if (changes) break
          const rough = caseOf(criterion, kind, { rows: 14, seed })
          const unlabelled = keepsUnlabelled(criterion) && rough.target !== null ? [rough.target] : []
          const columns = pierce(rough.columns, [...rough.features, ...unlabelled], 0.2, seed)
          // Rows tie in one column of few numbers more often than in all, and one column takes less time.
          const few = rough.features.at(2) ?? rough.features[0]
          for (const [which, some] of [only(rough.columns, [few, rough.target]), columns].entries()) {
            if (changes) break
            // With many neighbours there is no last one to tie.
            const isTies = name === 'ties' && criterion.readsGaps && 'k' in criterion.options
            // At scale=standard all standard deviations are equal, and their share counts nothing.
            const needsMinmax = name === 'alpha' && 'kernel' in criterion.options
            const owner: Record<string, number | string> = {
              ...(rule.beside && { [rule.beside]: 5 }),
              ...(isTies && { k: 1 }),
              ...(needsMinmax && { scale: 'minmax' }),
            }
            const one = { ...rough, columns: some }
            const without = await askWithout(owner, `${kind} ${seed} ${which}`, one, name)
            const withIt = await ask({ ...owner, [name]: value }, one, [name]).catch(() => null)
            changes ||=
              JSON.stringify(without?.rankings[0].scores) !== JSON.stringify(withIt?.rankings[0].scores)
          }
        }
      }
      expect(changes, `${name}=${value}`).toBe(true)
    }
  })
})
