import { readFileSync } from 'node:fs'
import * as criba from 'criba'
import { criteria, CribaError, findCriterion, rank } from 'criba'
import type { RankCriterion, RankMethod, RankResult, RankSpec } from 'criba'
import { describe, expect, it } from 'vitest'
import { deepFreeze, exact, expectNear, expectPlain, expectSame } from './expectations.ts'
import {
  byFeature,
  caseOf,
  casesOf,
  cellsOf,
  completeRows,
  countsRows,
  isNumeric,
  only,
  pierce,
  randomOf,
  repeatRows,
  rowsOf,
  scoresOf,
  shuffled,
  sumsExactly,
  tableOf,
  takeRows,
  targetKinds,
  withCells,
} from './tables.ts'
import type { Case, Cell, Columns } from './tables.ts'

/** Methods whose score of a column is, by definition, a matter of the other columns too. */
const joint: Readonly<Record<string, string>> = {
  'z-score-joint': 'one regression on all columns: every coefficient depends on the others',
}
/** Methods whose score depends on the unit of the column, by definition. */
const inUnits: Readonly<Record<string, string>> = {
  variance: 'squared units of the column',
  'chi2-frequency': 'a count has no other unit; it grows in proportion',
}

const isJoint = ({ id }: RankCriterion) => id in joint
/** How near scores come that are the same sums in another order. */
const reordered = (criterion: RankCriterion) => (countsRows(criterion) ? exact : 1e-9)
const camelCase = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

async function failure(columns: Columns, spec: RankSpec): Promise<CribaError> {
  const outcome = await rank(tableOf(columns), spec).then(
    () => new Error('no error came'),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(CribaError)
  return outcome as CribaError
}

describe.each(criteria.map((criterion) => [criterion.id, criterion] as const))('%s', (id, criterion) => {
  describe.each(casesOf(criterion).map((example) => [example.name, example] as const))('%s', (_, example) => {
    columnContract(criterion, example)
    rowContract(criterion, example)
    relabellingContract(criterion, example)
    missingContract(criterion, example)
    weightContract(criterion, example)
    scaleContract(criterion, example)
    resultContract(criterion, example)
    if (criterion.target && !criterion.pValue) permutationContract(criterion, example)
  })
  optionContract(criterion)
  registryContract(id, criterion)
})

function columnContract(criterion: RankCriterion, { columns, spec, features, target }: Case): void {
  const tolerance = isJoint(criterion) ? 1e-9 : exact

  it('does not depend on the order of the columns', async () => {
    const expected = await scoresOf(columns, spec)
    const random = randomOf(2)
    for (const order of [[...columns].reverse(), shuffled(columns, random), shuffled(columns, random)]) {
      expectSame(await scoresOf(order, spec), expected, tolerance)
    }
  })

  it.skipIf(isJoint(criterion))('does not depend on which other columns there are', async () => {
    const expected = await scoresOf(columns, spec)
    const random = randomOf(3)
    const more: Columns = [
      ['before', columns[0][1].map(() => random())],
      ...columns,
      ['after', columns[0][1].map(() => 'xyz'[Math.floor(3 * random())])],
      ['constant', columns[0][1].map(() => 1)],
    ]
    expectSame(await scoresOf(more, spec), expected, exact, { ranks: false })
    for (const feature of features) {
      const alone = await scoresOf(only(columns, [feature, target]), spec)
      expectSame(alone, new Map([[feature, { ...expected.get(feature)!, rank: 1 }]]), exact)
    }
  })

  it('gives copies of a column the same score and place', async () => {
    const [feature] = features
    const copied: Columns = [...columns, ['copy', cellsOf(columns, feature)]]
    if (isJoint(criterion)) {
      const error = await failure(copied, spec)
      expect(error.message).toContain('copy')
      return
    }
    const scores = await scoresOf(copied, spec)
    expect(scores.get('copy')).toEqual({ ...scores.get(feature), feature: 'copy' })
  })

  it.each(['numeric', 'categorical'] as const)('gives a constant %s column 0', async (type) => {
    if (!criterion.features[type]) return
    const values = type === 'numeric' ? [0, 0.1, 7, 1e6 / 3] : ['same']
    // Several numbers of rows, so that shares and products of class sizes round otherwise.
    for (const [value, rows] of values.flatMap((one) =>
      [64, 61, 53, 47].map((size) => [one, size] as const),
    )) {
      const some = takeRows(columns, rowsOf(columns).slice(0, rows))
      const withConstant: Columns = [...some, ['constant', some[0][1].map(() => value)]]
      if (isJoint(criterion)) {
        expect((await failure(withConstant, spec)).message).toContain('constant')
        continue
      }
      const constant = (await scoresOf(withConstant, spec)).get('constant')!
      expect(constant.score, `score of ${rows} times ${value}`).toBe(0)
      if (constant.pValue !== undefined) expect(constant.pValue).toBe(1)
    }
  })

  it('lists a column without values last, without a score, and says why', async () => {
    const result = await rank(tableOf([['empty', columns[0][1].map(() => null)], ...columns]), spec)
    const last = result.rankings[0].scores.at(-1)!
    expect(last).toEqual({ feature: 'empty', score: null, rank: null, n: 0, why: 'no values' })
    expect(result.warnings.some(({ message }) => message.includes('empty'))).toBe(true)
    const others = byFeature(result)
    others.delete('empty')
    expectSame(others, await scoresOf(columns, spec), exact)
  })
}

function rowContract(criterion: RankCriterion, { columns, spec, features, target }: Case): void {
  it('does not depend on the order of the rows', async () => {
    const expected = await scoresOf(columns, spec)
    const random = randomOf(4)
    for (let round = 0; round < 3; round++) {
      const order = shuffled(rowsOf(columns), random)
      expectSame(await scoresOf(takeRows(columns, order), spec), expected, reordered(criterion))
    }
  })

  it('leaves table and spec as they are', async () => {
    const table = tableOf(pierce(columns, features.slice(0, 1), 0.1, 5))
    const bits = () =>
      table.columns.map((column) => [
        column.type === 'numeric'
          ? [...new BigUint64Array(column.values.slice().buffer)]
          : [...column.codes, ...column.levels],
        column.missing && [...column.missing],
      ])
    const before = bits()
    const frozen = deepFreeze({ ...spec, by: [{ method: criterion.id, options: {} }], types: {}, drop: [] })
    await rank(table, frozen)
    if (target && !criterion.pValue) await rank(table, deepFreeze({ ...frozen, permutations: 3 }))
    for (const missing of ['complete', 'median', 'pairwise'] as const)
      await rank(table, deepFreeze({ ...frozen, missing }))
    expect(bits()).toEqual(before)
  })
}

function relabellingContract(criterion: RankCriterion, { columns, spec, features, target }: Case): void {
  const texts = features.filter((feature) => !isNumeric(columns, feature))
  // Sums of tables run in the order of the levels, exact entropies do not care.
  const tolerance = sumsExactly(criterion) ? exact : 1e-12

  it.skipIf(texts.length === 0)('does not depend on the names of levels', async () => {
    const expected = await scoresOf(columns, spec)
    const renamed: Columns = columns.map(([name, cells]) => {
      if (!texts.includes(name)) return [name, cells]
      const levels = [...new Set(cells)].sort().reverse()
      return [name, cells.map((cell) => `level ${levels.indexOf(cell)}`)]
    })
    expectSame(await scoresOf(renamed, spec), expected, tolerance)
  })

  const classes = target === null || spec.task === 'regression' ? null : cellsOf(columns, target)
  it.skipIf(!classes)('does not depend on the names of classes, but for the sign', async () => {
    const expected = await scoresOf(columns, spec)
    const names = [...new Set(classes)].sort().reverse()
    const renamed = withCells(
      columns,
      target!,
      classes!.map((cell) => `class ${names.indexOf(cell)}`),
    )
    const found = await scoresOf(renamed, spec)
    if (criterion.signed)
      for (const score of found.values()) Object.assign(score, { score: -score.score! || 0 })
    expectSame(found, expected, tolerance)
  })
}

function missingContract(criterion: RankCriterion, { columns, spec, features, target }: Case): void {
  // With a fixed number of bins, cuts are fitted on the rows present in the column, whatever the others lack.
  const fixed: RankSpec = { ...spec, bins: 3 }
  const holed = pierce(columns, features, 0.15, 6)

  it('pairwise: uses the rows complete in the column and the target', async () => {
    const everywhere = target === null || spec.task === 'regression' ? holed : pierce(holed, [target], 0.1, 7)
    const found = await scoresOf(everywhere, fixed)
    if (isJoint(criterion)) {
      expectSame(found, await scoresOf(takeRows(everywhere, completeRows(everywhere)), fixed), 1e-9)
      return
    }
    for (const feature of features) {
      // A target read by cuts, or cuts of the column itself, are fitted on more rows than these: levels as they are here.
      if (countsRows(criterion) && (isNumeric(columns, feature) || spec.task === 'regression')) continue
      const pair = only(everywhere, [feature, target])
      const alone = await scoresOf(takeRows(pair, completeRows(pair)), fixed)
      expectSame(found, alone, reordered(criterion), { ranks: false })
    }
  })

  it('pairwise: the cuts of a column are fitted on its own rows', async () => {
    if (!countsRows(criterion) || !criterion.features.numeric || spec.task === 'regression') return
    const found = await scoresOf(holed, fixed)
    for (const feature of features.filter((name) => isNumeric(columns, name))) {
      const pair = only(holed, [feature, target])
      const alone = await scoresOf(takeRows(pair, completeRows(pair)), fixed)
      expectSame(found, alone, exact, { ranks: false })
    }
  })

  it('pairwise: a column that has values only where the target has none gets no score', async () => {
    if (!target) return
    const half = columns[0][1].length >> 1
    const apart = withCells(
      [...columns, ['apart', columns[0][1].map((_, row) => (row < half ? (row % 5) + 1 : null))]],
      target,
      cellsOf(columns, target).map((cell, row) => (row < half ? null : cell)),
    )
    if (isJoint(criterion)) {
      await failure(apart, spec)
      return
    }
    const score = (await scoresOf(apart, spec)).get('apart')!
    expect(score).toMatchObject({ score: null, rank: null, n: 0 })
    expect(score.why).toBeTruthy()
  })

  it('complete: uses the rows complete in all columns in play', async () => {
    const found = await rank(tableOf(holed), { ...spec, missing: 'complete' })
    const rest = await rank(tableOf(takeRows(holed, completeRows(holed))), spec)
    expectSame(byFeature(found), byFeature(rest), reordered(criterion))
    expect(cutsShown(found)).toEqual(cutsShown(rest))
    expect(found.spec.bins).toBe(rest.spec.bins)
  })

  it('median: the median or the most frequent level stands in', async () => {
    const found = await rank(tableOf(holed), { ...fixed, missing: 'median' })
    const filled = holed.map(([name, cells]): [string, readonly Cell[]] => {
      const stand = standIn(cells)
      const shown = found.coding.find(({ feature }) => feature === name)
      if (cells.includes(null)) expect(shown?.fill, name).toBe(stand)
      return [name, cells.map((cell) => cell ?? stand)]
    })
    const byHand = countsRows(criterion) ? asLevels(filled, features, found) : filled
    expectSame(byFeature(found), await scoresOf(byHand, fixed), reordered(criterion))
  })

  it('level: missing is a level of its own', async () => {
    const texts = features.filter((feature) => !isNumeric(columns, feature))
    if (!countsRows(criterion) && texts.length === 0) {
      const error = await failure(holed, { ...fixed, missing: 'level' })
      expect(error.message).toContain(features[0])
      return
    }
    const found = await rank(tableOf(holed), { ...fixed, missing: 'level' })
    const byHand = countsRows(criterion) ? asLevels(holed, features, found) : only(holed, [...texts, target])
    const ownLevel: Columns = byHand.map(([name, cells]) => [
      name,
      name === target ? cells : cells.map((cell) => cell ?? '\u{10ffff}'),
    ])
    expectSame(byFeature(found), await scoresOf(ownLevel, fixed), reordered(criterion))
    if (countsRows(criterion)) return
    for (const feature of features.filter((name) => !texts.includes(name))) {
      expect(byFeature(found).get(feature)).toMatchObject({ score: null, rank: null })
    }
  })

  it('error: names the column', async () => {
    const one = pierce(columns, features.slice(-1), 0.15, 6)
    const error = await failure(one, { ...spec, missing: 'error' })
    expect(error.message).toContain(features.at(-1))
    expectSame(await scoresOf(columns, { ...spec, missing: 'error' }), await scoresOf(columns, spec), exact)
  })
}

function cutsShown({ coding }: RankResult) {
  return coding.map(({ feature, cuts, fill }) => ({ feature, cuts, fill }))
}

function standIn(cells: readonly Cell[]): Cell {
  const present = cells.filter((cell) => cell !== null)
  if (present.every((cell) => typeof cell === 'number')) {
    const sorted = present.toSorted((a, b) => a - b)
    const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
    return lower === upper ? lower : lower / 2 + upper / 2
  }
  const levels = [...new Set(present)].sort()
  const counts = levels.map((level) => present.filter((cell) => cell === level).length)
  return levels[counts.indexOf(Math.max(...counts))]
}

/** Numeric features as texts, by the cuts that a result shows. */
function asLevels(columns: Columns, features: readonly string[], { coding }: RankResult): Columns {
  return columns.map(([name, cells]) => {
    const cuts = coding.find(({ feature }) => feature === name)?.cuts
    if (!cuts || !features.includes(name)) return [name, cells]
    return [
      name,
      cells.map((cell) =>
        cell === null ? null : `bin ${cuts.filter((cut) => cut < (cell as number)).length}`,
      ),
    ]
  })
}

function weightContract(criterion: RankCriterion, { columns, spec, features, target }: Case): void {
  const tolerance = countsRows(criterion) ? exact : 1e-12
  const weighted: RankSpec = { ...spec, weights: 'weight' }
  const weigh = (of: Columns, weights: readonly number[]): Columns => [...of, ['weight', weights]]

  it('whole weights repeat rows, 0 leaves one out', async () => {
    const random = randomOf(8)
    for (const most of [2, 3, 5]) {
      const weights = columns[0][1].map(() => Math.floor(most * random()))
      const found = await rank(tableOf(weigh(columns, weights)), weighted)
      const repeated = await rank(tableOf(repeatRows(columns, weights)), spec)
      expect(found.spec.bins).toBe(repeated.spec.bins)
      expect(cutsShown(found)).toEqual(cutsShown(repeated))
      expectSame(byFeature(found), byFeature(repeated), tolerance)
    }
  })

  it('weights of 1 change nothing', async () => {
    const found = await scoresOf(
      weigh(
        columns,
        columns[0][1].map(() => 1),
      ),
      weighted,
    )
    expectSame(found, await scoresOf(columns, spec), tolerance)
  })

  it('weights and missing values go together', async () => {
    const holed = pierce(columns, features, 0.15, 9)
    const random = randomOf(10)
    const weights = columns[0][1].map(() => Math.floor(4 * random()))
    for (const missing of ['pairwise', 'complete', 'median'] as const) {
      const found = await scoresOf(weigh(holed, weights), { ...weighted, missing })
      expectSame(found, await scoresOf(repeatRows(holed, weights), { ...spec, missing }), tolerance)
    }
  })

  it.each([
    ['the largest value', 1e3],
    ['a value whose square is beyond all numbers', 1e200],
    ['a value at the end of all numbers', 1.7e308],
  ])('a row of weight 0 may hold %s', async (_, value) => {
    const numbers = features.filter((feature) => isNumeric(columns, feature))
    if (numbers.length === 0) return
    for (const sign of criterion.id === 'chi2-frequency' ? [1] : [1, -1]) {
      const extreme: Columns = columns.map(([name, cells]) => [
        name,
        numbers.includes(name) ? cells.map((cell, row) => (row === 5 ? sign * value : cell)) : cells,
      ])
      const weights = columns[0][1].map((_, row) => (row === 5 ? 0 : 1))
      expectSame(
        await scoresOf(weigh(extreme, weights), weighted),
        await scoresOf(repeatRows(columns, weights), spec),
        tolerance,
      )
    }
  })

  const hasClasses = target !== null && spec.task === 'classification'
  it.skipIf(!hasClasses)('a class whose rows all weigh 0 is no class', async () => {
    const outcome = cellsOf(columns, target!).map((cell, row) =>
      row % 6 === 0 ? (typeof cell === 'number' ? 99 : 'zero') : cell,
    )
    const weights = outcome.map((cell) => (cell === 99 || cell === 'zero' ? 0 : 1))
    const table = weigh(withCells(columns, target!, outcome), weights)
    const found = await rank(tableOf(table), weighted)
    const rest = await rank(tableOf(repeatRows(withCells(columns, target!, outcome), weights)), spec)
    expect(found.spec.bins).toBe(rest.spec.bins)
    expectSame(byFeature(found), byFeature(rest), tolerance)
  })

  it('refuses a weight below 0, a missing one, and texts', async () => {
    for (const bad of [-1, null, 'many']) {
      const weights: Cell[] = columns[0][1].map((_, row) => (row === 3 ? bad : 1))
      const error = await failure([...columns, ['weight', weights]], weighted)
      expect(error.message).toContain('weight')
    }
  })
}

function scaleContract(criterion: RankCriterion, { columns, spec, features, target }: Case): void {
  if (!criterion.features.numeric) return
  const scaled = (map: (x: number) => number): Columns =>
    columns.map(([name, cells]) => [
      name,
      features.includes(name) && isNumeric(columns, name) ? cells.map((cell) => map(cell as number)) : cells,
    ])

  it('has the same score in other units', async () => {
    const expected = await scoresOf(columns, spec)
    if (countsRows(criterion)) {
      for (const discretise of ['equal-frequency', 'equal-width'] as const) {
        const here = { ...spec, discretise }
        for (const a of [0.125, 1024]) {
          expectSame(
            await scoresOf(
              scaled((x) => a * x),
              here,
            ),
            await scoresOf(columns, here),
            exact,
          )
        }
      }
      return
    }
    if (criterion.id in inUnits) {
      const power = criterion.id === 'variance' ? 2 : 1
      const doubled = await scoresOf(
        scaled((x) => 2 * x),
        spec,
      )
      for (const [feature, { score }] of doubled) {
        expectNear(
          score,
          score === null ? null : expected.get(feature)!.score! * (power === 2 ? 4 : 2),
          1e-9,
          feature,
        )
      }
      return
    }
    for (const [a, b] of [
      [3.7, 11],
      [1e-6, 0],
      [1e6, -5],
    ]) {
      expectSame(
        await scoresOf(
          scaled((x) => a * x + b),
          spec,
        ),
        expected,
        1e-9,
      )
    }
  })

  it.skipIf(countsRows(criterion) || criterion.id in inUnits)(
    'has the same score in very small and very large units, or says that it has none',
    async () => {
      const expected = await scoresOf(columns, spec)
      for (const exponent of [-1000, -700, -500, -300, 300, 500, 700]) {
        const found = await rank(tableOf(scaled((x) => x * 2 ** exponent)), spec).catch(
          (error: unknown) => error,
        )
        if (found instanceof CribaError) continue
        for (const [feature, score] of byFeature(found as RankResult)) {
          if (score.score === null) expect(score.why, `${feature} × 2^${exponent}`).toBeTruthy()
          else expectNear(score.score, expected.get(feature)!.score, 1e-9, `${feature} × 2^${exponent}`)
        }
      }
    },
  )

  it.skipIf(!(criterion.id in inUnits))(
    'grows with the unit as far as numbers reach, or says that it cannot',
    async () => {
      const expected = await scoresOf(columns, spec)
      const power = criterion.id === 'variance' ? 2 : 1
      for (const exponent of [-500, -300, 300, 480, 600, 900]) {
        const found = await rank(tableOf(scaled((x) => x * 2 ** exponent)), spec).catch(
          (error: unknown) => error,
        )
        if (found instanceof CribaError) continue
        for (const [feature, { score, why }] of byFeature(found as RankResult)) {
          const wanted = expected.get(feature)!.score! * 2 ** exponent * (power === 2 ? 2 ** exponent : 1)
          if (score === null) expect(why, `${feature} × 2^${exponent}`).toBeTruthy()
          else expect(Math.abs(score / wanted - 1), `${feature} × 2^${exponent}: ${score}`).toBeLessThan(1e-9)
        }
      }
    },
  )

  it.skipIf(!criterion.signed || criterion.twoClasses || target === null)(
    'changes sign with the column',
    async () => {
      const expected = await scoresOf(columns, spec)
      for (const [feature, { score }] of await scoresOf(
        scaled((x) => -x),
        spec,
      )) {
        expectNear(score, -expected.get(feature)!.score! || 0, 1e-9, feature)
      }
    },
  )
}

function resultContract(criterion: RankCriterion, { columns, spec, features, target }: Case): void {
  it('gives a plain, consistent result', async () => {
    const table = tableOf(pierce(columns, features.slice(0, 2), 0.1, 11))
    const result = await rank(table, spec)
    expectPlain(result)
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
    expect(result.data).toMatchObject({ rows: table.rows, features: features.length, target })
    const [{ method, better, units, scores, options }] = result.rankings
    expect({ method, better, units }).toEqual({
      method: criterion.id,
      better: criterion.better,
      units: criterion.units,
    })
    expect(result.spec.by).toEqual([{ method, options }])
    expect(scores.map(({ feature }) => feature).sort()).toEqual([...features].sort())

    const merit = (score: number) =>
      (criterion.signed ? Math.abs(score) : score) * (better === 'higher' ? 1 : -1)
    const scored = scores.filter(({ score }) => score !== null)
    expect(scores.slice(0, scored.length)).toEqual(scored)
    for (const { feature, score, rank: place, pValue, qValue, n } of scored) {
      const size = merit(score!)
      const ahead = scored.filter((other) => merit(other.score!) - size > 1e-12 * Math.abs(size)).length
      expect(place, `place of ${feature}`).toBe(ahead + 1)
      expect(Number.isFinite(score), feature).toBe(true)
      expect(n).toBeGreaterThan(0)
      expect(pValue === undefined, `p of ${feature}`).toBe(criterion.pValue === undefined)
      if (pValue === undefined) continue
      expect(pValue).toBeGreaterThanOrEqual(0)
      expect(pValue).toBeLessThanOrEqual(1)
      expect(qValue).toBeGreaterThanOrEqual(pValue)
      expect(qValue).toBeLessThanOrEqual(1)
    }
  })

  it('gives the same result again, and from the spec it shows', async () => {
    const table = tableOf(columns)
    const withoutSeconds = (result: RankResult) => ({ ...result, seconds: 0 })
    const first = withoutSeconds(await rank(table, { ...spec, seed: 3 }))
    expect(withoutSeconds(await rank(table, { ...spec, seed: 3 }))).toEqual(first)
    const { target: name, weights, bins, task, ...shown } = first.spec
    const again = withoutSeconds(
      await rank(table, {
        ...shown,
        task,
        ...(name !== null && { target: name }),
        ...(weights !== null && { weights }),
        ...(bins !== null && { bins }),
      }),
    )
    expect(again).toEqual(first)
  })
}

function permutationContract(criterion: RankCriterion, { columns, spec, features, target }: Case): void {
  const permuted: RankSpec = { ...spec, permutations: 19, seed: 1 }
  const pValues = async (of: Columns, how = permuted) =>
    new Map([...(await scoresOf(of, how))].map(([feature, { pValue }]) => [feature, pValue]))

  it('permutes the target for p in twentieths, whatever the other columns', async () => {
    const expected = await pValues(columns)
    for (const p of expected.values()) {
      const twentieths = p! * 20
      expect(Math.abs(twentieths - Math.round(twentieths))).toBeLessThan(1e-9)
      expect(p).toBeGreaterThanOrEqual(1 / 20)
      expect(p).toBeLessThanOrEqual(1)
    }
    expect(await pValues([...columns].reverse())).toEqual(expected)
    const random = randomOf(12)
    const more = await pValues([['another', columns[0][1].map(() => random())], ...columns])
    for (const [feature, p] of expected) expect(more.get(feature), feature).toBe(p)
  })

  it('finds a strong relation with the smallest p, and none where there is none', async () => {
    const outcome = cellsOf(columns, target!)
    const levels = [...new Set(outcome)].sort()
    const same = outcome.map((cell, row) =>
      typeof cell === 'number' ? cell : levels.indexOf(cell) + (row % 2) / 4,
    )
    const p = await pValues([...columns, ['same', same], ['constant', same.map(() => 1)]])
    expect(p.get('same')).toBe(1 / 20)
    expect(p.get('constant')).toBe(1)
  })

  it('depends on the seed', async () => {
    const random = randomOf(13)
    const noise: Columns = Array.from({ length: 8 }, (_, i) => [
      `noise ${i}`,
      columns[0][1].map(() => random()),
    ])
    const first = await pValues([...columns, ...noise])
    expect(await pValues([...columns, ...noise])).toEqual(first)
    expect(await pValues([...columns, ...noise], { ...permuted, seed: 2 })).not.toEqual(first)
  })

  it('takes weights of 0 and 1 only', async () => {
    const weigh = (weight: (row: number) => number): Columns => [
      ...columns,
      ['weight', columns[0][1].map((_, row) => weight(row))],
    ]
    const weighted = { ...permuted, weights: 'weight' }
    expect(
      (
        await failure(
          weigh((row) => 1 + (row % 2)),
          weighted,
        )
      ).code,
    ).toBe('unsuitable')
    expect(
      (
        await failure(
          weigh(() => 0.5),
          weighted,
        )
      ).code,
    ).toBe('unsuitable')
    expect(
      await pValues(
        weigh(() => 1),
        weighted,
      ),
    ).toEqual(await pValues(columns))
    expect(
      (
        await pValues(
          weigh((row) => Math.min(1, row % 5)),
          weighted,
        )
      ).get(features[0]),
    ).toBeDefined()
  })

  it.skipIf(spec.task === 'regression')('counts a permuted score that equals the observed one', async () => {
    // On a 0/1 column with two classes of equal size every such score rises with |n₁₁ − n/4| alone, as the exact I(X;Y) does.
    const rows = 40
    const random = randomOf(14)
    const classes = Array.from({ length: rows }, (_, row) => (row % 2 === 0 ? 'a' : 'b'))
    const flags: Columns = Array.from({ length: 12 }, (_, i) => [
      `flag ${i}`,
      shuffled(
        classes.map((_, row) => (row < 20 ? 1 : 0)),
        random,
      ),
    ])
    if (criterion.features.numeric === null) return
    const binary: Columns = [...flags, ['outcome', classes]]
    const many = { target: 'outcome', permutations: 199, seed: 5 }
    const expected = await pValues(binary, { ...many, by: ['mutual-information'] })
    expect(await pValues(binary, { ...many, by: [criterion.id] })).toEqual(expected)
  })
}

function optionContract(criterion: RankCriterion): void {
  const rules = Object.entries(criterion.options)
  const ask = (options: Record<string, string | number | boolean>, example: Case) =>
    rank(tableOf(example.columns), { ...example.spec, by: [{ method: criterion.id, options }] })
  const [example] = casesOf(criterion)

  it('refuses an option it does not have', async () => {
    await expect(ask({ 'no such option': 1 }, example)).rejects.toThrow(
      /^unknown option of .*: no such option/,
    )
    await expect(ask({ constructor: 1 }, example)).rejects.toThrow(/^unknown option of .*: constructor/)
    const error = await failure(example.columns, { ...example.spec, by: [`${criterion.id}:nothing=1`] })
    expect(error.code).toBe('unknown')
  })

  it.each(rules)('%s: its default is what holds without it', async (name, rule) => {
    const without = await ask({}, example)
    const withDefault = await ask({ [name]: rule.default }, example)
    expect({ ...withDefault, seconds: 0 }).toEqual({ ...without, seconds: 0 })
    expect(without.rankings[0].options[name]).toBe(rule.default)
    expect(rule.help).not.toBe('')
  })

  it.each(rules)('%s: refuses what is out of range', async (name, rule) => {
    const bad =
      rule.type === 'choice'
        ? ['no such choice', 3]
        : rule.type === 'flag'
          ? ['maybe', 2]
          : [rule.min - 1, 'many', NaN]
    if (rule.type === 'whole') bad.push(rule.min + 0.5)
    if ('max' in rule && rule.max !== undefined) bad.push(rule.max + 1)
    for (const value of bad) {
      await expect(ask({ [name]: value }, example)).rejects.toThrow(
        new RegExp(`^invalid ${name}: ${value} \\(needs `),
      )
    }
  })

  it.each(rules)('%s: every other value changes some result', async (name, rule) => {
    const others =
      rule.type === 'choice'
        ? rule.of.filter((value) => value !== rule.default)
        : rule.type === 'flag'
          ? [!rule.default]
          : [rule.default + 1, Math.max(rule.min, rule.default / 2)]
    for (const value of others) {
      let changes = false
      for (let seed = 1; seed <= 60 && !changes; seed++) {
        for (const kind of targetKinds(criterion)) {
          const rough = caseOf(criterion, kind, { rows: 14, seed })
          const columns = pierce(rough.columns, rough.features, 0.2, seed)
          const scores = async (options: Record<string, string | number | boolean>) =>
            (await ask(options, { ...rough, columns }).catch(() => null))?.rankings[0].scores
          const [without, withIt] = [await scores({}), await scores({ [name]: value })]
          changes ||= JSON.stringify(without) !== JSON.stringify(withIt)
        }
      }
      expect(changes, `${name}=${value}`).toBe(true)
    }
  })
}

function registryContract(id: string, criterion: RankCriterion): void {
  it('is registered under its name, exported and documented', () => {
    expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    expect(criteria.filter((other) => other.id === id)).toHaveLength(1)
    expect(findCriterion(id)).toBe(criterion)
    const method = (criba as unknown as Record<string, RankMethod>)[camelCase(id)]
    expect(typeof method, camelCase(id)).toBe('function')
    expect(method.criterion).toBe(criterion)
    expect(method()).toEqual({ method: id, options: {} })
    for (const fact of ['title', 'formula', 'reference', 'units'] as const)
      expect(criterion[fact].trim(), fact).not.toBe('')
    const source = readFileSync(new URL(`../../src/criteria/${id}.ts`, import.meta.url), 'utf8')
    const [, docstring] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (?:\w+)/.exec(source) ?? []
    expect(docstring).toMatch(/J = /)
    expect(docstring).toMatch(new RegExp(`@example rank\\(.*${camelCase(id)}\\(`))
  })

  it('refuses a wrong option where the spec is made', () => {
    const method = (criba as unknown as Record<string, RankMethod>)[camelCase(id)]
    expect(() => method({ 'no such option': 1 })).toThrow(CribaError)
  })
}

it('shows the levels of the rows that count, no others', async () => {
  const text: Columns = [
    ['x', ['u', 'v', 'w', 'u', 'v', 'u']],
    ['y', ['no', 'yes', 'odd', 'yes', 'no', 'yes']],
    ['hole', [1, 1, null, 2, 2, 1]],
    ['weight', [1, 1, 0, 1, 1, 2]],
  ]
  for (const spec of [{ missing: 'complete', drop: ['weight'] }, { weights: 'weight' }] as const) {
    const { coding } = await rank(tableOf(text), { ...spec, target: 'y' })
    expect(coding.find(({ feature }) => feature === 'x')?.levels).toEqual(['u', 'v'])
    expect(coding.find(({ feature }) => feature === 'y')?.levels).toEqual(['no', 'yes'])
  }
})

it('names no exception that is not a method', () => {
  for (const id of [...Object.keys(joint), ...Object.keys(inUnits)]) expect(findCriterion(id).id).toBe(id)
})
