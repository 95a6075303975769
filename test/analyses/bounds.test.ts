import { readFileSync } from 'node:fs'
import { CribaError, tableFromCsv } from 'criba'
import { describe, expect, it } from 'vitest'
import { rank, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

const exampleOf = (name: string) =>
  tableFromCsv(readFileSync(new URL(`../../examples/${name}.csv`, import.meta.url), 'utf8'))
const diabetes = await exampleOf('diabetes')
const cancer = await exampleOf('breast-cancer')
const progression = { target: 'progression' }

async function failure(spec: SelectSpec): Promise<string> {
  const error = await select(diabetes, { ...progression, ...spec }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(CribaError)
  return (error as CribaError).message
}

describe('a cut', () => {
  const ranked = async (by: string, permutations = 0) => {
    const { rankings } = await rank(diabetes, { ...progression, by: [by], permutations })
    return rankings[0].scores
  }

  it('keeps the first columns, a share of them, or those above a score', async () => {
    const scores = await ranked('pearson')
    const spec = { ...progression, criterion: 'pearson' }
    const cutAt = async (cut: string) => (await select(diabetes, { ...spec, cut })).selected
    const names = scores.map(({ feature }) => feature)
    expect(await cutAt('top:3')).toEqual(names.slice(0, 3))
    expect(await cutAt('share:0.25')).toEqual(names.slice(0, 3))
    expect(await cutAt('above:0.3')).toEqual(
      scores.filter(({ score }) => Math.abs(score!) > 0.3).map(({ feature }) => feature),
    )
    const noise = await ranked('delta-test')
    expect(
      (
        await select(diabetes, {
          ...progression,
          criterion: 'delta-test',
          search: 'ranking',
          cut: 'above:0.9',
        })
      ).selected,
    ).toEqual(noise.filter(({ score }) => score! < 0.9).map(({ feature }) => feature))
  })

  it('by FDR keeps the discoveries of Benjamini and Hochberg, and is the default of a ranking', async () => {
    for (const rate of [0.05, 1e-6, 1e-30]) {
      const scores = await ranked('f-regression')
      // The largest p at or below rate·i/m makes everything before it a discovery.
      const sorted = scores.map(({ pValue }) => pValue!).sort((a, b) => a - b)
      const last = sorted.findLastIndex((p, i) => p <= (rate * (i + 1)) / sorted.length)
      const found = await select(diabetes, { ...progression, criterion: 'f-regression', cut: `fdr:${rate}` })
      expect(found.selected).toEqual(scores.slice(0, last + 1).map(({ feature }) => feature))
      expect(found.stopped).toBe(`cut at fdr:${rate}`)
    }
    const bare = await select(diabetes, { ...progression, criterion: 'f-regression' })
    expect(bare.spec.search).toEqual({ method: 'ranking', options: {} })
    expect(bare.spec.cut).toBe('fdr:0.05')
  })

  it('by FDR permutes the target where a ranker has no distribution', async () => {
    const found = await select(diabetes, { ...progression, criterion: 'mutual-information' })
    const scores = await ranked('mutual-information', 999)
    expect(found.selected).toEqual(
      scores.filter(({ qValue }) => qValue! <= 0.05).map(({ feature }) => feature),
    )
  })

  it('is refused where it has no effect', async () => {
    expect(await failure({ cut: 'top:3' })).toBe(
      'invalid cut: top:3 (forward is no ranking; use search ranking)',
    )
    expect(await failure({ criterion: 'pearson', cut: 'top:3', k: 2 })).toBe(
      'invalid cut: top:3 (k is given too: name one of them)',
    )
    expect(await failure({ criterion: 'pearson', cut: 'best:3' })).toMatch(
      /^invalid cut: best:3 \(needs top:10/,
    )
    expect(await failure({ criterion: 'pearson', cut: 'share:2' })).toBe(
      'invalid cut: share:2 (needs 0 to 1)',
    )
    expect(await failure({ criterion: 'jmi', search: 'ranking', cut: 'fdr:0.1' })).toBe(
      'invalid cut: fdr (jmi has no p-values; use mutual-information)',
    )
    expect(await failure({ criterion: 'variance' })).toBe(
      'invalid cut: fdr (variance has no p-values; name k, or cut at top:10)',
    )
  })
})

describe('a prefilter', () => {
  it('keeps the best columns of a ranking; the search is then the same as on those alone', async () => {
    const spec = { target: 'diagnosis', method: 'mrmr', k: 4 }
    const { rankings } = await rank(cancer, { target: 'diagnosis', by: ['anova-f'] })
    const out = rankings[0].scores.slice(8).map(({ feature }) => feature)
    const filtered = await select(cancer, { ...spec, prefilter: 'anova-f:top=8' })
    const alone = await select(cancer, { ...spec, drop: out })
    expect(filtered.selected).toEqual(alone.selected)
    expect(filtered.steps).toEqual(alone.steps)
    expect(filtered.prefilter).toEqual({ method: 'anova-f', cut: 'top:8', features: 8 })
    expect(filtered.data.features).toBe(30)
  })

  it('excludes no column to keep, and no group of which a column passes', async () => {
    const { rankings } = await rank(diabetes, progression)
    const names = rankings[0].scores.map(({ feature }) => feature)
    const [first, , , , , , , , ninth, last] = names
    const found = await select(diabetes, {
      ...progression,
      method: 'jmi',
      prefilter: 'mutual-information:top=2',
      keep: [last],
      groups: { pair: [first, ninth] },
      stop: 'none',
    })
    expect([...found.selected].sort()).toEqual([last, first, ninth, names[1]].sort())
  })

  it('is refused without exactly one cut, or where no column passes', async () => {
    expect(await failure({ prefilter: 'pearson' })).toMatch(/^invalid prefilter: pearson \(needs one cut/)
    expect(await failure({ prefilter: 'pearson:above=2' })).toBe(
      'missing features: the prefilter pearson leaves none (above:2)',
    )
    expect(await failure({ prefilter: 'jmi:top=2' })).toMatch(/^unsuitable prefilter: jmi is no ranking/)
  })
})

describe('a start', () => {
  const spec = { ...progression, criterion: 'delta-test' }

  it.each(['forward', 'floating-forward', 'beam', 'best-first'])('is where %s starts', async (search) => {
    const found = await select(diabetes, { ...spec, search, startFrom: ['sex', 's3'], k: 4 })
    expect(found.selected).toHaveLength(4)
    if (search !== 'floating-forward') expect(found.selected.slice(0, 2)).toEqual(['sex', 's3'])
    expect(await failure({ ...spec, search, startFrom: ['sex', 's3', 'age'], k: 2 })).toBe(
      `invalid k: 2 (${search} starts with 3 and only adds)`,
    )
  })

  it.each(['backward', 'floating-backward'])('is what %s removes columns from', async (search) => {
    const startFrom = ['sex', 's3', 'age', 'bmi', 's5']
    const found = await select(diabetes, { ...spec, search, startFrom, k: 3 })
    expect(found.selected).toHaveLength(3)
    if (search === 'backward') for (const name of found.selected) expect(startFrom).toContain(name)
    expect(await failure({ ...spec, search, startFrom, k: 6 })).toMatch(/starts with 5 and only drops/)
  })

  it.each([
    'random:evaluations=1',
    'random:evaluations=1,walk=true',
    'annealing:evaluations=21',
    'genetic:sets=2,generations=1',
    'particle-swarm:particles=1,rounds=1',
    'plus-l-minus-r',
  ])('is among the sets that %s looks at', async (search) => {
    const startFrom = ['bmi', 's5']
    const found = await select(diabetes, { ...spec, search, startFrom, landscape: 'all' })
    const sets = found.landscape!.map(({ features }) => features.join())
    expect(sets).toContain(startFrom.join())
  })

  it('may be chosen by another method: information continues from the delta test', async () => {
    const first = await select(diabetes, { ...progression, method: 'exhaustive-dt' })
    const found = await select(diabetes, {
      ...progression,
      criterion: 'total-correlation',
      search: 'forward',
      startFrom: 'exhaustive-dt',
    })
    expect(found.selected.slice(0, first.selected.length).sort()).toEqual([...first.selected].sort())
    const named = await select(diabetes, {
      ...progression,
      criterion: 'total-correlation',
      search: 'forward',
      startFrom: first.selected,
    })
    expect(named.selected).toEqual(found.selected)
  })

  it('is refused where a search has its own start', async () => {
    expect(await failure({ ...spec, search: 'exhaustive', startFrom: ['sex'] })).toBe(
      'invalid startFrom: exhaustive has its own start (use forward, or backward)',
    )
    expect(await failure({ ...spec, startFrom: 'exhaustive-tt' })).toMatch(
      /^unknown method to start from: exhaustive-tt/,
    )
    expect(await failure({ ...spec, startFrom: ['sexx'] })).toMatch(/^unknown column to start from: sexx/)
  })
})

describe('a budget', () => {
  it('of evaluations ends a search with the best so far', async () => {
    const found = await select(cancer, { target: 'diagnosis', method: 'jmi', k: 10, budget: { evals: 80 } })
    const whole = await select(cancer, { target: 'diagnosis', method: 'jmi', k: 10 })
    expect(found.stopped).toBe('the budget of 80 evaluations is spent')
    // 30 + 29 + 28 scores: a batch that starts before 80 is finished.
    expect(found.evaluations).toBe(87)
    expect(found.steps).toEqual(whole.steps.slice(0, 3))
    const enough = await select(cancer, { target: 'diagnosis', method: 'jmi', k: 3, budget: { evals: 88 } })
    expect(enough.stopped).toBe('k = 3')
  })

  it('of seconds ends a search that would take long', async () => {
    const spec = { ...progression, criterion: 'delta-test', search: 'annealing:evaluations=1000000' }
    const found = await select(diabetes, { ...spec, budget: { seconds: 0.3 } })
    expect(found.stopped).toBe('the budget of 0.3 seconds is spent')
    expect(found.selected.length).toBeGreaterThan(0)
    expect(found.seconds).toBeLessThan(30)
  })

  it('is refused where it is invalid', async () => {
    expect(await failure({ budget: { evals: 0 } })).toBe(
      'invalid budget of evals: 0 (needs a whole number, 1 or more)',
    )
    expect(await failure({ budget: { time: 1 } as never })).toMatch(/^unknown part of a budget: time/)
  })
})

describe('the columns of a result', () => {
  it('are checked for identifiers, copies of the target and of each other', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => i)
    const y = rows.map((i) => (i % 3 === 0 ? 'u' : 'v'))
    const { tableFromColumns } = await import('criba')
    const table = tableFromColumns({
      id: rows.map((i) => `row ${i}`),
      twin: y.map((level) => `${level}${level}`),
      x: rows.map((i) => `x${i % 4}`),
      y,
    })
    const { columns } = await select(table, { target: 'y', method: 'mim', k: 1 })
    const found = columns.map(({ name, findings }) => `${name} ${findings?.[0].kind}`)
    expect(found).toEqual(['id identifier', 'twin target-copy', 'x undefined'])
  })
})
