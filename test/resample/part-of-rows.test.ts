import { MemorySource, rank, select, tableFromColumns } from 'criba'
import type { Request, Source, Variable, View } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { splitsOf } from '../../dist/src/core/statistics/view.js'
import { randomOf } from '../contract/tables.ts'
import { differences } from '../parity/differences.ts'
import { partOfRows } from '../../dist/src/analyses/resample/replicas.js'

const random = randomOf(3)
const rows = Array.from({ length: 90 }, (_, row) => row)
const columns = {
  x: rows.map(() => random()),
  gaps: rows.map((row) => (row % 7 === 3 ? null : Math.round(4 * random()))),
  label: rows.map(() => 'abc'[Math.floor(3 * random())]),
  weight: rows.map(() => Math.floor(2 * random())),
}
const whole = new MemorySource(tableFromColumns(columns))
const base: View = { complete: [1] }
const [, { train }] = splitsOf(base, { folds: 3, seed: 8, number: 0 }).splits
const part = partOfRows(whole, train.sample!)

/** The rows of the part as a separate table. */
async function apart(): Promise<MemorySource> {
  const [{ weights }] = await whole.answer([
    { kind: 'rows', columns: [{ column: 0, coding: null }], view: train },
  ])
  const kept = rows.filter((row) => weights[row] > 0)
  const cells = Object.entries(columns).map(([name, all]): [string, (number | string | null)[]] => [
    name,
    kept.map((row) => all[row]),
  ])
  return new MemorySource(tableFromColumns(cells))
}

const x = { column: 0, coding: null }
const gaps = { column: 1, coding: { kind: 'values' } } as const
const label = { column: 2, coding: { kind: 'levels', levels: ['a', 'b', 'c'] } } as const
const requestsThrough = (view: View, label: Variable): readonly Request[] => [
  { kind: 'counts', family: { list: [[label, gaps]] }, view },
  { kind: 'moments', family: { list: [[x]] }, by: label, of: 'values', view },
  { kind: 'moments', family: { list: [[x]] }, of: 'ranks', view },
  { kind: 'order', variable: x, at: [{ part: 1, of: 2, side: 'lower' }], distinctUpTo: 5, view },
  {
    kind: 'nearest',
    family: { list: [[x]] },
    k: 2,
    metric: 'euclidean',
    scale: 'standard',
    wanted: { of: 'distances' },
    view,
  },
]
const permutedLabel = { ...label, permuted: { seed: 4, number: 1 } }
const views: Readonly<Record<string, View>> = {
  all: {},
  complete: base,
  weighted: { weights: 3 },
  permuted: {},
  fold: splitsOf({}, { folds: 4, seed: 1, number: 0, by: label }).splits[2].test,
  permutedFold: splitsOf({}, { folds: 4, seed: 1, number: 0, by: permutedLabel }).splits[2].test,
}

describe('a part of the rows', () => {
  it.each(Object.keys(views))('gives the same answers as a table of these rows: %s', async (name) => {
    const requests = requestsThrough(views[name], name.startsWith('permuted') ? permutedLabel : label)
    const expected = await (await apart()).answer(requests)
    expect(differences(await part.answer(requests), expected, 1e-12)).toEqual([])
    const engine = await duckSourceOf(tableFromColumns(columns))
    const theirs = await partOfRows(engine, train.sample!).answer(requests)
    engine.close()
    expect(differences(theirs, expected, 1e-9)).toEqual([])
  })

  it('gives the same ranking and selection as a table of these rows', async () => {
    const spec = { target: 'label', drop: ['weight'] }
    const alone = await apart()
    const ask = async (source: Source) => {
      const { rankings } = await rank(source, {
        ...spec,
        permutations: 19,
        by: ['mutual-information', 'anova-f'],
      })
      const { selected, steps } = await select(source, { ...spec, k: 2, prefilter: 'anova-f:top=2' })
      return { rankings, selected, scores: steps.map(({ score }) => score.toFixed(9)) }
    }
    const [found, expected] = [await ask(part), await ask(alone)]
    expect(found.selected).toEqual(expected.selected)
    expect(found.scores).toEqual(expected.scores)
    found.rankings.forEach(({ scores }, i) =>
      scores.forEach(({ feature, score, pValue }, j) => {
        const other = expected.rankings[i].scores[j]
        expect([feature, score?.toFixed(9), pValue?.toFixed(9)]).toEqual([
          other.feature,
          other.score?.toFixed(9),
          other.pValue?.toFixed(9),
        ])
      }),
    )
  })
})
