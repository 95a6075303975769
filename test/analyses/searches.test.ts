import { readFileSync } from 'node:fs'
import { tableFromColumns, tableFromCsv } from 'criba'
import { defineStep } from 'criba/methods'
import { duckSourceOf } from 'criba/duckdb'
import { beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../properties/runs.ts'
import { score, select } from '../untyped.ts'

/** Every so many rows of an example. */
function exampleOf(name: string, every = 1) {
  const lines = readFileSync(new URL(`../../examples/${name}.csv`, import.meta.url), 'utf8').split('\n')
  return tableFromCsv(lines.filter((_, line) => line % every === 0).join('\n'))
}

const diabetes = await exampleOf('diabetes')
const cancer = await exampleOf('breast-cancer')
/** A third of their rows. */
const [fewDiabetes, fewCancer] = [await exampleOf('diabetes', 3), await exampleOf('breast-cancer', 3)]
/** Thirty columns, in `npm test` the last twelve. */
const manyColumns = { ...fewCancer, columns: fewCancer.columns.slice(isLong ? 0 : -13) }

const ofSets = [
  'backward',
  'plus-l-minus-r',
  'plus-l-minus-r:l=2,r=3',
  'plus-l-minus-r:together=true',
  'floating-forward',
  'floating-forward:improved=true',
  'floating-backward',
  'floating-backward:improved=true',
  'random:evaluations=50',
  'random:evaluations=50,walk=true',
  'annealing:evaluations=50',
  'genetic:generations=4',
  'genetic:generations=4,twoStage=true',
  'particle-swarm:rounds=4',
]
const ofSteps = ['ranking', 'forward', 'beam', 'best-first']

/** The best score of the delta test among all sets, or among those of four columns. */
const best = new Map<number | null, number>()
beforeAll(async () => {
  for (const k of [null, 4]) {
    const spec = { target: 'progression', criterion: 'delta-test', k, search: 'exhaustive' }
    best.set(k, (await select(fewDiabetes, spec)).score!)
  }
})

describe.each([...ofSets, ...ofSteps].map((search, place) => [search, place] as const))(
  '%s',
  (search, place) => {
    it('finds a set by the delta test with the reported score, no better than the best of all', async () => {
      for (const k of isLong ? [null, 4] : [place % 2 ? null : 4]) {
        const spec = { target: 'progression', criterion: 'delta-test', k, stop: 'none' }
        const found = await select(fewDiabetes, { ...spec, search })
        if (k !== null) expect(found.selected).toHaveLength(k)
        expect(found.score).toBeGreaterThanOrEqual(best.get(k)! * (1 - 1e-12))
        if (search === 'ranking') return
        const { scores } = await score(fewDiabetes, {
          target: 'progression',
          features: found.selected,
          by: ['delta-test'],
        })
        expect(found.score).toBeCloseTo(scores[0].score!, 10)
      }
    })

    it('finds a set by plug-in information, among many columns', async () => {
      const spec = { target: 'diagnosis', criterion: 'joint-mi:estimator=plug-in', k: 3, bins: 4 }
      const found = await select(manyColumns, { ...spec, search })
      expect(found.selected).toHaveLength(3)
      expect(found.steps.every(({ score }) => Number.isFinite(score))).toBe(true)
      if (search === 'ranking') return
      const { scores } = await score(manyColumns, {
        target: 'diagnosis',
        features: found.selected,
        by: ['joint-mi:estimator=plug-in'],
        bins: 4,
      })
      expect(found.score).toBeCloseTo(scores[0].score!, 10)
    })
  },
)

describe('searches', () => {
  it('find the same in DuckDB as in memory, move by move', async () => {
    const table = { ...fewCancer, columns: fewCancer.columns.slice(-6) }
    const source = await duckSourceOf(table)
    try {
      for (const search of ['floating-forward', 'genetic:generations=1,sets=4', 'beam:width=2']) {
        const spec = { target: 'diagnosis', criterion: 'joint-mi:estimator=plug-in', k: 2, bins: 3, search }
        const { seconds: _, ...memory } = await select(table, spec)
        const { seconds: __, ...engine } = await select(source, spec)
        expect({ ...engine, data: memory.data }).toEqual(memory)
      }
    } finally {
      source.close()
    }
  })

  it('score no set twice', async () => {
    const spec = { target: 'progression', criterion: 'delta-test' }
    const walk = await select(fewDiabetes, { ...spec, search: 'random:walk=true,evaluations=2000' })
    expect(walk.evaluations).toBeLessThanOrEqual(1023)
    const floating = await select(fewDiabetes, { ...spec, search: 'floating-forward:improved=true' })
    expect(floating.evaluations).toBeLessThanOrEqual(1023)
  })

  it('by steps compare the gains of paths, and use only exact candidates', async () => {
    const spec = { target: 'diagnosis', criterion: 'jmi', k: 5, bins: 4 }
    const forward = await select(cancer, spec)
    const total = ({ steps }: typeof forward) => steps.reduce((sum, { score }) => sum + score, 0)
    for (const search of ['beam:width=10', 'best-first']) {
      const found = await select(cancer, { ...spec, search })
      expect(found.steps.map(({ feature }) => feature)).toEqual(found.selected)
      expect(total(found)).toBeGreaterThanOrEqual(total(forward) - 1e-12)
    }
  })

  // One for each way of scoring: by sums, by falling bounds, of sets, and of columns alone.
  const bySteps = ['jmi', 'cmim', 'delta-test', 'mutual-information']
  it.each(isLong ? [...bySteps, 'mrmr:form=quotient', 'jmim', 'disr'] : bySteps)(
    'by steps of %s equal forward selection where one path is kept, and report the path where more are',
    async (criterion) => {
      const spec = { target: 'diagnosis', criterion, k: 6, bins: 4, stop: 'none' }
      const numeric = { ...spec, target: 'progression' }
      const [table, asked] = criterion === 'delta-test' ? [fewDiabetes, numeric] : [fewCancer, spec]
      const forward = await select(table, asked)
      const narrow = await select(table, { ...asked, search: 'beam:width=1' })
      expect(narrow.steps).toEqual(forward.steps)
      for (const search of ['beam', 'best-first']) {
        const found = await select(table, { ...asked, search })
        expect(found.selected).toHaveLength(6)
        expect(found.steps.map(({ feature }) => feature)).toEqual(found.selected)
        expect(found.score).toBe(found.steps.at(-1)!.score)
      }
    },
  )

  it('best-first ends by itself, and finds the set beyond the first without gain', async () => {
    const spec = { target: 'diagnosis', criterion: 'cfs', bins: 6 }
    const forward = await select(cancer, { ...spec, search: 'forward' })
    const found = await select(cancer, { ...spec, search: 'best-first' })
    expect(found.stopped).toBe('5 in a row led to no better set')
    expect(found.score!).toBeGreaterThan(forward.score! + 0.003)
    const stopped = await select(cancer, { ...spec, search: 'best-first', stop: 'gain:0' })
    expect(stopped.score).toBe(forward.score)
  })

  it('end by the gain of a column, not by the merit of the set', async () => {
    const information = { target: 'diagnosis', criterion: 'joint-mi:estimator=plug-in', bins: 4 }
    const stopped = await select(cancer, { ...information, stop: 'gain:0.1' })
    const gains = stopped.steps.map(({ score }, i) => score - (i > 0 ? stopped.steps[i - 1].score : 0))
    expect(gains.every((gain) => gain > 0.1)).toBe(true)
    const next = await select(cancer, { ...information, k: stopped.selected.length + 1 })
    expect(next.score! - stopped.score!).toBeLessThanOrEqual(0.1)
    const near = await select(diabetes, { target: 'progression', criterion: 'delta-test' })
    const scores = near.steps.map(({ score }) => score)
    expect(scores.length).toBeGreaterThan(1)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('of sets refuse criteria of steps', async () => {
    await expect(
      select(cancer, { target: 'diagnosis', criterion: 'jmi', search: 'backward' }),
    ).rejects.toThrow('backward compares whole sets')
  })

  it('of sets refuse a stop without effect', async () => {
    await expect(
      select(diabetes, {
        target: 'progression',
        criterion: 'delta-test',
        search: 'floating-forward',
        stop: 'gain:1',
      }),
    ).rejects.toThrow('(floating-forward ends by itself; use k, or forward)')
  })

  it('do not mistake an upper bound of a lazy criterion for a score', async () => {
    const table = tableFromColumns([
      ['y', Array.from({ length: 12 }, (_, row) => 'ab'[row % 2])],
      ...Array.from(
        { length: 90 },
        (_, i) => [`x${i}`, Array.from({ length: 12 }, (_, row) => (row * (i + 2)) % 7)] as const,
      ),
    ])
    for (const search of ['forward', 'beam:width=7', 'best-first', 'ranking']) {
      const spec = { target: 'y', k: 6, search }
      const lazy = await select(table, { ...spec, criterion: falling(true) })
      const eager = await select(table, { ...spec, criterion: falling(false) })
      expect(lazy.steps).toEqual(eager.steps)
      if (search === 'beam:width=7') expect(lazy.evaluations).toBeLessThan(eager.evaluations)
    }
  })

  it('end with the best so far when they are interrupted', async () => {
    const interrupted = new AbortController()
    const found = await select(
      cancer,
      { target: 'diagnosis', criterion: 'joint-mi:estimator=plug-in', search: 'genetic', bins: 4 },
      {
        signal: interrupted.signal,
        progress: (share) => {
          if (share > 0.1) interrupted.abort()
        },
      },
    )
    expect(found.stopped).toBe('interrupted')
    expect(found.selected.length).toBeGreaterThan(0)
  })
})

/** Scores that fall with every selected column, by an amount that depends on both columns. */
function falling(isLazy: boolean) {
  const share = (a: number, b: number) => 0.8 + 0.2 * (((a * 31 + b * 17) * 0.6180339887498949) % 1)
  return defineStep({
    id: 'falling',
    title: 'A score that falls',
    features: { numeric: 'values', categorical: null },
    target: 'levels',
    better: 'higher',
    units: '',
    options: {},
    formula: '',
    reference: '',
    ...(isLazy && { falling: 0 }),
    needs: () => [],
    fold: (_, { candidates, selected, sums }) => {
      const last = selected.at(-1)?.column ?? 0
      const score = Float64Array.from(candidates, ({ column }, i) =>
        sums ? sums.score[i] * share(column, last) : ((column * 7919) % 97) + column / 1000,
      )
      return { n: score.map(() => 12), score, sums: { score } }
    },
  })
}
