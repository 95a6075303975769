import { readFileSync } from 'node:fs'
import { CribaError, tableFromColumns, tableFromCsv } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { plainScore } from '../criteria/plain-steps.ts'
import { randomOf } from '../contract/tables.ts'
import { rank, score, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

const diabetes = await tableFromCsv(
  readFileSync(new URL('../../examples/diabetes.csv', import.meta.url), 'utf8'),
)
const progression = { target: 'progression' }

/** Six columns of three levels, some of which depend on each other and on y. */
function levelTable(seed: number, rows = 60) {
  const random = randomOf(seed)
  const draw = (levels: number) => Array.from({ length: rows }, () => Math.floor(random() * levels))
  const [a, b, c, d, e, noise] = [draw(3), draw(3), draw(2), draw(3), draw(3), draw(4)]
  const text = (name: string, values: readonly number[]) => values.map((value) => `${name}${value}`)
  return {
    a: text('a', a),
    b: text('b', b),
    c: text('c', c),
    d: text(
      'd',
      a.map((value, i) => (noise[i] === 0 ? d[i] : value)),
    ),
    e: text(
      'e',
      b.map((value, i) => (noise[i] < 2 ? e[i] : value)),
    ),
    f: text('f', draw(3)),
    y: text(
      'y',
      a.map((value, i) => (value + b[i] * c[i] + (noise[i] === 3 ? 1 : 0)) % 3),
    ),
  }
}
type Levels = ReturnType<typeof levelTable>

async function failure(spec: SelectSpec): Promise<string> {
  const error = await select(diabetes, { ...progression, ...spec }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(CribaError)
  return (error as CribaError).message
}

describe('groups', () => {
  const groups = { one: ['a', 'e'], two: ['c', 'f', 'd'] }
  const searchUnits = [['a', 'e'], ['b'], ['c', 'f', 'd']]
  const nameOf = (unit: readonly string[]) => (unit.length === 1 ? unit[0] : unit[0] === 'a' ? 'one' : 'two')

  it.each(['jmi', 'mrmr', 'cmim', 'jmim'])(
    'score the mean of their columns beside those selected: %s',
    async (method) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(10_000), async (seed) => {
          const columns: Levels = levelTable(seed)
          const found = await select(tableFromColumns(columns), { target: 'y', method, groups, k: 3 })
          const selected: string[] = []
          for (const step of found.steps) {
            const open = searchUnits.filter((unit) => !selected.includes(unit[0]))
            const scores = open.map((unit) => {
              const all = unit.map((name) => plainScore(method, columns, name, selected, {}))
              return all.reduce((sum, value) => sum + value, 0) / all.length
            })
            const best = Math.max(...scores)
            expect(step.score).toBeCloseTo(best, 10)
            const joined = open.find((unit) => nameOf(unit) === step.feature)!
            expect(scores[open.indexOf(joined)]).toBeCloseTo(best, 10)
            selected.push(...[...joined].sort())
          }
          expect([...found.selected].sort()).toEqual([...selected].sort())
        }),
        { numRuns: runs(30) },
      )
    },
  )

  it.each(['exhaustive', 'backward', 'floating-forward', 'genetic:generations=5', 'forward', 'beam'])(
    'enter and leave together: %s',
    async (search) => {
      const found = await select(diabetes, {
        ...progression,
        criterion: 'delta-test',
        search,
        groups: { blood: ['s1', 's4', 's2'], body: ['bmi', 'bp'] },
        k: 3,
      })
      const has = (name: string) => found.selected.includes(name)
      expect(has('s1') === has('s2') && has('s2') === has('s4')).toBe(true)
      expect(has('bmi')).toBe(has('bp'))
      const { scores } = await score(diabetes, {
        ...progression,
        features: found.selected,
        by: ['delta-test'],
      })
      expect(found.score).toBeCloseTo(scores[0].score!, 10)
    },
  )

  it('can be kept, and started from, by their names', async () => {
    const spec = { ...progression, criterion: 'delta-test', groups: { blood: ['s1', 's4', 's2'] }, k: 2 }
    const ofGroup = await select(diabetes, { ...spec, keep: ['blood'] })
    const ofColumns = await select(diabetes, { ...spec, keep: ['s2'] })
    expect(ofGroup.selected.slice(0, 3)).toEqual(['s1', 's2', 's4'])
    expect([ofGroup.selected, ofGroup.score]).toEqual([ofColumns.selected, ofColumns.score])
    const begun = await select(diabetes, { ...spec, startFrom: ['blood', 'bmi'], k: 3 })
    expect(begun.selected.slice(0, 4).sort()).toEqual(['bmi', 's1', 's2', 's4'])
    expect(begun.selected).toHaveLength(5)
  })

  it('are refused where they overlap, are empty or unknown', async () => {
    expect(await failure({ groups: { g: ['s1'], h: ['s1'] } })).toBe(
      'invalid group: h (column s1 is in group g too)',
    )
    expect(await failure({ groups: { g: null as never } })).toBe('invalid group g: null (needs a list)')
    expect(await failure({ groups: { g: ['s1', 5 as never] } })).toBe('invalid group g: 5 (needs names)')
    expect(await failure({ groups: { g: [] } })).toBe('invalid group: g (it has no columns)')
    expect(await failure({ groups: { g: ['s11'] } })).toMatch(
      /^unknown column of group g: s11 \(did you mean s1\?\)/,
    )
    expect(await failure({ groups: { age: ['s1'] } })).toBe(
      'invalid group: age (a column outside it has that name)',
    )
  })
})

describe('columns to keep', () => {
  it('and to start from are names', async () => {
    expect(await failure({ keep: [null as never] })).toBe('invalid keep: null (needs names)')
    expect(await failure({ startFrom: ['s1', 5 as never] })).toBe('invalid startFrom: 5 (needs names)')
    expect(await failure({ drop: [{} as never] })).toBe('invalid drop: an object (needs names)')
  })

  it('are selected before the first step, which counts them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(10_000), async (seed) => {
        const columns = levelTable(seed)
        const found = await select(tableFromColumns(columns), {
          target: 'y',
          method: 'jmi',
          keep: ['f', 'c'],
          k: 4,
        })
        expect(found.selected.slice(0, 2).sort()).toEqual(['c', 'f'])
        expect(found.selected).toHaveLength(4)
        expect(found.stopped).toBe('k = 4')
        const selected = ['c', 'f']
        for (const { feature, score } of found.steps) {
          const open = ['a', 'b', 'd', 'e'].filter((name) => !selected.includes(name))
          const scores = open.map((name) => plainScore('jmi', columns, name, selected, {}))
          expect(score).toBeCloseTo(Math.max(...scores), 10)
          selected.push(feature)
        }
      }),
      { numRuns: runs(30) },
    )
  })

  it.each([
    'exhaustive',
    'backward',
    'floating-backward',
    'plus-l-minus-r',
    'random',
    'annealing',
    'genetic',
    'particle-swarm',
    'forward',
  ])('are in every set: %s', async (search) => {
    const found = await select(diabetes, {
      ...progression,
      criterion: 'delta-test',
      search,
      keep: ['sex'],
      k: 3,
    })
    expect(found.selected).toContain('sex')
    expect(found.selected).toHaveLength(3)
    const { scores } = await score(diabetes, { ...progression, features: found.selected, by: ['delta-test'] })
    expect(found.score).toBeCloseTo(scores[0].score!, 10)
  })

  it('may be the whole best set', async () => {
    const columns = levelTable(3)
    const copy = { ...columns, a: columns.y }
    const spec = { target: 'y', criterion: 'joint-mi:estimator=plug-in', search: 'exhaustive', keep: ['a'] }
    const found = await select(tableFromColumns(copy), { ...spec, landscape: 'all' })
    expect(found.selected).toEqual(['a'])
    expect(found.evaluations).toBe(2 ** 5)
    expect(found.landscape!.every(({ features }) => features.includes('a'))).toBe(true)
  })

  it('that are no candidates are refused', async () => {
    expect(await failure({ keep: ['sexx'] })).toMatch(/^unknown column to keep: sexx \(did you mean sex\?\)/)
    expect(await failure({ keep: ['sex', 'age'], k: 2 })).toBe(
      'invalid k: 2 (2 to keep leave none to choose: needs more)',
    )
  })
})

describe('costs', () => {
  const costs = { age: 1, sex: 1, bmi: 2, bp: 2, s1: 5, s2: 5, s3: 5, s4: 5, s5: 5, s6: 5 }
  const costOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + costs[name as keyof typeof costs], 0)

  it('divide the scores of steps', async () => {
    const plain = await select(diabetes, { ...progression, method: 'jmi', k: 1 })
    const { rankings } = await rank(diabetes, progression)
    const ratios = rankings[0].scores.map(({ feature, score }) => score! / costOf([feature]))
    const withCosts = await select(diabetes, { ...progression, method: 'jmi', k: 1, costs })
    expect(plain.selected).toEqual(['s5'])
    expect(withCosts.selected).toEqual(['bmi'])
    expect(withCosts.steps[0].score).toBeCloseTo(Math.max(...ratios), 10)
    expect(withCosts.units).toBe('bits / cost')
  })

  it('multiply scores of which lower is better', async () => {
    const spec = { ...progression, criterion: 'delta-test', search: 'exhaustive', landscape: 'all' as const }
    const plain = await select(diabetes, spec)
    const withCosts = await select(diabetes, { ...spec, costs })
    const products = plain.landscape!.map(({ features, score }) => score * costOf(features))
    expect(withCosts.score).toBeCloseTo(Math.min(...products), 10)
    expect(withCosts.units).toBe('share of var(y) × cost')
  })

  it('count towards a budget: the best set is the best affordable one', async () => {
    const spec = { ...progression, criterion: 'delta-test', search: 'exhaustive', landscape: 'all' as const }
    const { landscape } = await select(diabetes, spec)
    for (const cost of [3, 9, 13]) {
      const within = landscape!.filter(({ features }) => costOf(features) <= cost)
      const found = await select(diabetes, { ...spec, costs, budget: { cost } })
      expect(found.landscape).toEqual(within)
      expect(found.units).toBe('share of var(y)')
      const steps = await select(diabetes, {
        ...progression,
        method: 'jmi',
        stop: 'none',
        costs,
        budget: { cost },
      })
      expect(costOf(steps.selected)).toBeLessThanOrEqual(cost)
      const others = Object.keys(costs).filter((name) => !steps.selected.includes(name))
      for (const name of others) expect(costOf([...steps.selected, name])).toBeGreaterThan(cost)
    }
  })

  it('are refused where one is missing or invalid', async () => {
    const { s6: _, ...most } = costs
    expect(await failure({ costs: most })).toBe('missing cost of column s6')
    expect(await failure({ costs: { ...costs, s6: 0 } })).toBe(
      'invalid cost of column s6: 0 (needs a number above 0)',
    )
    expect(await failure({ budget: { cost: 3 } })).toBe(
      'missing costs: a budget of cost needs the cost of each column',
    )
    expect(await failure({ costs, budget: { cost: 3 }, keep: ['s1'] })).toBe(
      'invalid budget: cost=3 (the columns to keep cost 5)',
    )
  })
})
