import { openSession, planSelect, rank, select, tableFromColumns } from 'criba'
import type { SelectResult, SelectSpec } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { plainEntropy } from './plain-information.ts'
import { confoundedTable } from './given-tables.ts'

const rows = 240
const random = randomOf(21)
const draw = (levels: string) =>
  Array.from({ length: rows }, () => levels[Math.floor(random() * levels.length)])
const g = draw('uvw')
const a = draw('01')
const b = draw('012')
/** Follows the batch alone. */
const follower = g.map((batch) => (random() < 0.8 ? batch : 'z'))
const noise = draw('kl')
const c = a.map((one, row) => (random() < 0.7 ? one : b[row]))
const y = a.map((one, row) => (g[row] === 'u' ? 'u' : random() < 0.1 ? 'x' : `${one}${b[row] === '0'}`))
const columns = { g, a, b, c, follower, noise, y }
const table = tableFromColumns(columns, { '*': 'categorical' })
type Name = keyof typeof columns

/** H(…|G) in bits. */
const entropy = (...names: Name[]) => {
  const of = (some: readonly Name[]) =>
    plainEntropy(
      some.map((name) => columns[name]),
      g.map(() => 1),
    )
  return of([...names, 'g']) - of(['g'])
}
const information = (x: Name[], to: Name[]) => entropy(...x) + entropy(...to) - entropy(...x, ...to)
const beside = (x: Name, to: Name, z: Name) => entropy(x, z) + entropy(to, z) - entropy(x, to, z) - entropy(z)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const share = (x: Name, z: Name) => information([x, z], ['y']) / entropy(x, z, 'y')
const uncertainty = (x: Name, z: Name) => (2 * information([x], [z])) / (entropy(x) + entropy(z))

/** Scores given G by their definitions, of a candidate beside one or more selected columns. */
const formulas = {
  mim: (x) => information([x], ['y']),
  mifs: (x, selected) => information([x], ['y']) - sum(selected.map((z) => information([x], [z]))),
  mrmr: (x, selected) =>
    information([x], ['y']) - sum(selected.map((z) => information([x], [z]))) / selected.length,
  cife: (x, selected) =>
    information([x], ['y']) - sum(selected.map((z) => information([x], [z]) - beside(x, z, 'y'))),
  jmi: (x, selected) =>
    information([x], ['y']) -
    sum(selected.map((z) => information([x], [z]) - beside(x, z, 'y'))) / selected.length,
  cmim: (x, selected) => Math.min(information([x], ['y']), ...selected.map((z) => beside(x, 'y', z))),
  jmim: (x, selected) => Math.min(...selected.map((z) => information([x, z], ['y']))),
  njmim: (x, selected) => Math.min(...selected.map((z) => share(x, z))),
  disr: (x, selected) => sum(selected.map((z) => share(x, z))),
  icap: (x, selected) =>
    information([x], ['y']) -
    sum(selected.map((z) => Math.max(0, information([x], [z]) - beside(x, z, 'y')))),
  gmi: (x, selected) =>
    information([x], ['y']) + sum(selected.map((z) => beside(x, 'y', z))) / selected.length,
  cfr: (x, selected) => sum(selected.map((z) => 2 * beside(x, 'y', z) - information([x], ['y']))),
  dcsf: (x, selected) =>
    sum(selected.map((z) => beside(x, 'y', z) + beside(z, 'y', x) - information([x], [z]))),
  mri: (x, selected) =>
    information([x], ['y']) -
    (2 / (selected.length + 1)) * sum(selected.map((z) => information([x], [z]) - beside(x, z, 'y'))),
  iwfs: (x, selected) =>
    selected.reduce(
      (product, z) => product * (1 + (beside(x, z, 'y') - information([x], [z])) / (entropy(x) + entropy(z))),
      1 + uncertainty(x, 'y'),
    ),
  jmi3: (x, selected) =>
    selected.length === 1 ? beside(x, 'y', selected[0]) : information([x, ...selected] as Name[], ['y']),
  joint: (x, selected) => information([...selected, x], ['y']),
  'joint-mi:estimator=plug-in': (x, selected) => information([...selected, x], ['y']),
} satisfies Readonly<Record<string, (x: Name, selected: readonly Name[]) => number>>
const candidates: readonly Name[] = ['a', 'b', 'c', 'follower', 'noise']

const chosen = (data: Parameters<typeof select>[0], spec: SelectSpec, threads = 1) =>
  select(data, { target: 'y', given: ['g'], ...spec }, { threads })

describe('a selection given columns', () => {
  it.each(Object.keys(formulas) as (keyof typeof formulas)[])('scores %s by hand', async (method) => {
    const { steps, data } = await chosen(table, { criterion: method as 'jmi', search: 'forward', k: 3 })
    expect(data.given).toEqual(['g'])
    const selected: Name[] = []
    for (const { feature, score } of steps) {
      const open = candidates.filter((name) => !selected.includes(name))
      const scores = open.map((name) =>
        selected.length === 0 && method !== 'iwfs'
          ? information([name], ['y'])
          : formulas[method](name, selected),
      )
      expect(score).toBeCloseTo(Math.max(...scores), 10)
      expect(score).toBeCloseTo(scores[open.indexOf(feature as Name)], 10)
      selected.push(feature as Name)
    }
  })

  it('scores sets without a target, and fcbf, by hand', async () => {
    const { score, selected } = await chosen(table, {
      criterion: 'multi-information',
      search: 'exhaustive:from=2,to=2',
    })
    const pairs = candidates.flatMap((x, i) => candidates.slice(0, i).map((z) => information([x], [z])))
    expect(score).toBeCloseTo(Math.max(...pairs), 10)
    expect(information([selected[0] as Name], [selected[1] as Name])).toBeCloseTo(score!, 10)
    const { steps, setAside } = await chosen(table, { criterion: 'fcbf' })
    expect(steps[0].score).toBeCloseTo(uncertainty(steps[0].feature as Name, 'y'), 10)
    for (const { feature, because } of setAside.filter((one) => candidates.includes(one.because as Name)))
      expect(uncertainty(feature as Name, because as Name)).toBeGreaterThanOrEqual(
        uncertainty(feature as Name, 'y'),
      )
  })

  it('leaves what only follows these columns, and finds what shows only beside them', async () => {
    const mixed = confoundedTable()
    for (const method of ['jmi', 'joint', 'iamb', 'mmpc'] as const) {
      const spec = { target: 'y', drop: ['xor'], method }
      expect((await select(mixed, spec)).selected[0], method).toMatch(/batch|follower/)
      expect((await select(mixed, { ...spec, given: ['batch'] })).selected, method).toEqual([])
      const exclusive = { target: 'xor', drop: ['y', 'follower'], method, given: ['batch'] }
      expect((await select(mixed, exclusive)).selected, method).toEqual(['other'])
    }
  })

  it('chooses columns of noise as seldom as the level says', async () => {
    let chosenByChance = 0
    for (let seed = 0; seed < 10; seed++) {
      const draws = randomOf(100 + seed)
      const age = Array.from({ length: 120 }, () => draws() * 6)
      const near = () => age.map((one) => one + draws() + draws() + draws())
      const many = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`f${i}`, near()]))
      const target = near().map((one) => (one > 4.5 ? 'old' : 'young'))
      const data = tableFromColumns({ age, ...many, target })
      const { selected } = await select(data, { target: 'target', given: ['age'] })
      if (selected.length > 0) chosenByChance++
    }
    // At a level of 5 % more than 3 of 10 are 1 in 1,000; beside nothing all 10 are.
    expect(chosenByChance).toBeLessThanOrEqual(3)
  })

  it('is the same from DuckDB, in a session and on two threads', async () => {
    const of = ({ selected, steps, setAside, evidence }: SelectResult) => ({
      selected,
      steps,
      setAside,
      evidence,
    })
    for (const [spec, isOfSession] of [
      [{ method: 'iamb' }, false],
      [{ method: 'joint' }, true],
    ] as const) {
      const expected = of(await chosen(table, spec))
      const source = await duckSourceOf(table)
      expect(of(await chosen(source, spec, 2))).toEqual(expected)
      source.close()
      if (!isOfSession) continue
      expect(of(await openSession(table).select({ target: 'y', given: ['g'], ...spec }))).toEqual(expected)
    }
  })

  it('ranks by partial correlation, and takes what that leaves of a mean redundancy', async () => {
    const draws = randomOf(8)
    const age = Array.from({ length: 90 }, () => draws())
    const [p, q] = [0, 1].map(() => age.map((one) => one + draws()))
    const n = age.map((one, row) => 2 * one + p[row] - q[row] / 2 + draws())
    const data = tableFromColumns({ age, p, q, n })
    const spec = { target: 'n', given: ['age'] } as const
    const found = await select(data, {
      ...spec,
      criterion: 'mrmr:relevance=f-statistic,redundancy=pearson',
      k: 2,
    })
    const scoresOf = async (target: string, by: 'f-regression' | 'pearson', drop: string) =>
      (await rank(data, { target, given: ['age'], by: [by], drop: [drop] })).rankings[0].scores
    const relevance = await scoresOf('n', 'f-regression', found.selected[0])
    const [{ score: shared }] = await scoresOf(found.selected[0], 'pearson', 'n')
    expect(found.steps[1].score).toBeCloseTo(relevance[0].score! - Math.abs(shared!), 8)
    const { selected } = await select(data, { ...spec, criterion: 'pearson', cut: 'fdr:0.05' })
    const ranked = (await rank(data, { ...spec, by: ['pearson'] })).rankings[0].scores
    expect(selected).toEqual(ranked.filter(({ qValue }) => qValue! <= 0.05).map(({ feature }) => feature))
  })

  it('has evidence of what the chosen columns add to these', async () => {
    const { evidence, selected } = await chosen(table, { criterion: 'mim', k: 1, evidence: true })
    const alone = (names: readonly Name[]) =>
      select(
        tableFromColumns(Object.fromEntries([...names, 'y' as const].map((name) => [name, columns[name]]))),
        {
          target: 'y',
          criterion: 'mim',
          k: names.length,
          evidence: true,
          asIs: true,
        },
      )
    const ofGiven = (await alone(['g'])).evidence!
    const ofBoth = (await alone(['g', selected[0] as Name])).evidence!
    expect(evidence!.given).toEqual(['g'])
    expect(evidence!.columns).toBe(candidates.length)
    expect(evidence!.folds.every(({ features }) => features.join() === selected.join())).toBe(true)
    expect(evidence!.folds.map(({ none }) => none)).toEqual(ofGiven.folds.map((fold) => fold.selected))
    expect(evidence!.folds.map((fold) => fold.selected)).toEqual(ofBoth.folds.map((fold) => fold.selected))
    expect(evidence!.sizes!.scores.map(({ mean }) => mean)).toEqual([
      evidence!.none.mean,
      evidence!.selected.mean,
    ])
    expect(evidence!.reads).toContain('beside g')
  })

  it('gives the same again from the spec of its result, and passes them on', async () => {
    const { selected, steps, spec } = await chosen(table, { prefilter: 'mutual-information:top=3' })
    const again = await select(table, spec)
    expect([again.selected, again.steps]).toEqual([selected, steps])
    const started = await chosen(table, { startFrom: 'mim' })
    expect(started.selected).not.toContain('follower')
  })

  it('is planned with twice the entropies', async () => {
    const setsOf = async (spec: SelectSpec) => {
      const { plan } = await planSelect(table, { target: 'y', k: 2, ...spec })
      return plan.filter(({ request }) => request === 'entropy').reduce((all, { sets }) => all + sets, 0)
    }
    expect(await setsOf({ given: ['g'] })).toBe(2 * (await setsOf({ drop: ['g'] })))
  })
})

describe('given columns of a selection', () => {
  const none = 'takes none (use'
  const refused: readonly (readonly [SelectSpec, string])[] = [
    [{ given: ['y'] }, 'invalid given: y (it is the target)'],
    [{ given: ['no'] }, 'unknown given column: no'],
    [{ keep: ['g'] }, 'column to keep: g'],
    [{ strata: 'a' }, 'invalid strata: a (rows are permuted within the levels of g'],
    [{ method: 'boruta' }, `unsuitable given: method boruta ${none}`],
    [{ method: 'knockoffs:fdr=0.2' }, `unsuitable given: method knockoffs ${none}`],
    [{ prefilter: 'boruta' as never }, `unsuitable given: method boruta ${none}`],
    [{ alternatives: true }, `unsuitable given: alternatives ${none}`],
    [{ criterion: 'chi2', k: 1 }, `unsuitable given: chi2 ${none}`],
    [{ criterion: 'cfs' }, `unsuitable given: cfs ${none}`],
    [{ criterion: 'consistency', search: 'exhaustive' }, `unsuitable given: consistency ${none}`],
    [{ criterion: 'temporal-mrmr', k: 1, types: { '*': 'categorical' } }, 'unsuitable'],
    [{ criterion: 'cv', k: 1 }, `unsuitable given: cv ${none}`],
    [{ criterion: ({ length }: readonly string[]) => length, k: 1 }, 'unsuitable given: function is'],
    [{ criterion: 'joint', stop: 'significance:null=max' }, 'unsuitable null: max'],
  ]
  it.each(refused)('are refused in %j', async (spec, message) => {
    await expect(chosen(table, spec)).rejects.toThrow(message)
  })
})
