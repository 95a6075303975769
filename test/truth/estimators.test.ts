// Values of estimators made outside criba, asked for as a user asks: through score, rank, and requests to a source.
import { chain, informationByLevel, MemorySource, selfInformation } from 'criba'
import type { Answers, Request, Variable } from 'criba'
import { describe, expect, it } from 'vitest'
import {
  kozachenkoLeonenko,
  kraskov,
  ross,
} from '../../dist/src/methods/criteria/families/neighbour-estimates.js'
import { near } from '../laws/given.ts'
import {
  cellsOf,
  estimatorCases,
  numbersOf,
  scoreColumn,
  scoreSet,
  tableNamed,
  tableTimes,
  tableWithCopies,
} from './estimators.ts'
import type { EstimatorCase, ManyValues } from './estimators.ts'
import { rank, score } from '../untyped.ts'

/** How many cases of each quantity are asked for below. */
const asked = new Map<string, number>()
const nats = Math.LN2

/** A test for each case of a quantity; those that no question fits are left out, and counted as such. */
function each<C = EstimatorCase>(
  quantity: string,
  check: (one: C) => Promise<void>,
  fits: (one: C) => boolean = () => true,
): void {
  const all = estimatorCases.filter((one) => one.quantity === quantity) as unknown as C[]
  const fitting = all.filter(fits)
  asked.set(quantity, (asked.get(quantity) ?? 0) + fitting.length)
  it.each(fitting.map((one) => [titleOf(one as EstimatorCase), one] as const))(`${quantity} %s`, (_, one) =>
    check(one),
  )
}

function titleOf({ quantity: _, value: _value, ...one }: EstimatorCase): string {
  const isShown = (part: unknown) =>
    typeof part !== 'object' || (Array.isArray(part) && typeof part[0] === 'string')
  return Object.values(one).filter(isShown).map(String).join(' ')
}

/** Every column by its levels. */
const levels = { '*': 'categorical' } as const

const sources = new Map<string, MemorySource>()
async function answer<const R extends Request>(dataset: string, request: R): Promise<Answers<[R]>[0]> {
  if (!sources.has(dataset)) sources.set(dataset, new MemorySource(tableNamed(dataset)))
  const [found] = await sources.get(dataset)!.answer([request])
  return found
}

const variables = (dataset: string, names: readonly string[]): Variable[] =>
  names.map((name) => numbersOf(dataset, name))

/**
 * Cases whose ties are between differences of different columns that have decimals. Such ties are met where the numbers
 * are whole, so these are asked for in units of their last decimal, in which the definitions are worth the same.
 */
function tiesAcross({ quantity, dataset, scale, x, fragile }: EstimatorCase): boolean {
  if (!fragile) return false
  if (quantity.startsWith('ksg')) return dataset === 'diabetes' && scale === 'none'
  if (quantity === 'ross') return dataset === 'wine' && scale === 'none' && x.length > 1
  if (quantity === 'gamma-test') return dataset === 'wine' && scale === 'none'
  return quantity === 'delta-test' && dataset === 'lattice' && scale === 'minmax'
}

/** A set whose rows mostly coincide with their neighbour has no estimate. */
function nearUnlessTied(
  { score, why }: Awaited<ReturnType<typeof scoreSet>>,
  isTied: boolean,
  value: number,
): void {
  if (isTied) expect([score, why]).toEqual([null, expect.stringContaining('at distance 0')])
  else near(score! * nats, value)
}

/** How many rows equal another one. */
function coincidingRows(dataset: string, columns: readonly string[]): number {
  const cells = columns.map((column) => cellsOf(dataset, column))
  const rows = cells[0].map((_, row) => JSON.stringify(cells.map((column) => column[row])))
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1)
  return rows.filter((row) => counts.get(row)! > 1).length
}

const unlike = ({ x, y }: EstimatorCase) => !x.some((column) => y.includes(column))

describe('levels', () => {
  each<EstimatorCase & { readonly level: number | string }>(
    'self-information',
    async ({ dataset, column, level, value }) => {
      const found = await selfInformation(tableNamed(dataset), { feature: column, types: levels })
      near(found.levels.find((one) => one.level === level)!.bits, value)
    },
  )

  each('entropy', async ({ dataset, columns, estimator, value }) => {
    const found = await scoreSet(tableNamed(dataset), `entropy:estimator=${estimator}`, {
      features: columns,
      types: levels,
    })
    near(found.score!, value)
    expect(found).toMatchObject({ units: 'bits', n: tableNamed(dataset).rows })
  })

  each('conditional-entropy', async ({ dataset, columns, given, value }) => {
    near(
      (await scoreSet(tableNamed(dataset), 'entropy', { features: columns, given, types: levels })).score!,
      value,
    )
  })

  each(
    'mutual-information',
    async ({ dataset, x, y, estimator, value }) => {
      const table = unlikeOrCopied(dataset, x, y)
      const [set, target] = y.length === 1 ? [x, y[0]] : [y, x[0]]
      const features = set.map((column) => (column === target ? 'copy' : column))
      const by = `estimator=${estimator}`
      const spec = { target, types: levels }
      near((await scoreSet(table, `joint-mi:${by}`, { ...spec, features })).score!, value)
      if (set.length > 1) return
      near(await scoreColumn(table, `mutual-information:${by}`, features[0], spec), value)
    },
    // Between two sets of several columns there is no question: a target is one column.
    ({ x, y }) => x.length === 1 || y.length === 1,
  )

  function unlikeOrCopied(dataset: string, x: readonly string[], y: readonly string[]) {
    const same = x.find((column) => y.includes(column))
    return same === undefined ? tableNamed(dataset) : tableWithCopies(dataset, { copy: same })
  }

  each(
    'conditional-mutual-information',
    async ({ dataset, x, y, given, estimator, value, levels: byLevel }) => {
      const [features, target] = y.length === 1 ? [x, y[0]] : [y, x[0]]
      const spec = { features, target, given, types: levels }
      near((await scoreSet(tableNamed(dataset), `joint-mi:estimator=${estimator}`, spec)).score!, value)
      if (!byLevel) return
      const found = await informationByLevel(tableNamed(dataset), spec)
      near(found.information, value)
      expect(found.levels.map(({ level, rows }) => [level, rows])).toEqual(
        byLevel.map(({ level, rows }) => [level, rows]),
      )
      byLevel.forEach(({ weight, value: bits }, i) => {
        near(found.levels[i].weight, weight)
        near(found.levels[i].bits, bits)
      })
    },
    (one) => unlike(one) && (one.x.length === 1 || one.y.length === 1),
  )

  each('multi-information', async ({ dataset, columns, value }) => {
    const spec = { features: columns, types: levels }
    near((await scoreSet(tableNamed(dataset), 'multi-information', spec)).score!, value)
  })

  each('co-information', async ({ dataset, columns, value }) => {
    // That of one column is its entropy: its information with a copy of itself.
    const isAlone = columns.length === 1
    const table = isAlone ? tableWithCopies(dataset, { copy: columns[0] }) : tableNamed(dataset)
    const all = isAlone ? [...columns, 'copy'] : columns
    const spec = { features: all.slice(0, -1), target: all.at(-1)!, types: levels }
    near((await scoreSet(table, 'co-information', spec)).score!, value)
  })

  each<ManyValues<number> & { readonly x: string; readonly y: string }>(
    'interaction',
    async ({ dataset, target, x, y, value }) => {
      const spec = { features: [x, y], target, types: levels }
      near((await scoreSet(tableNamed(dataset), 'interaction', spec)).score!, value)
    },
  )

  each<ManyValues<number[][]>>('interaction-matrix', async ({ dataset, target, columns, value }) => {
    for (const [i, x] of columns.entries()) {
      for (const [j, y] of columns.entries()) {
        const table = i === j ? tableWithCopies(dataset, { copy: y }) : tableNamed(dataset)
        const spec = { features: [x, i === j ? 'copy' : y], target, types: levels }
        near((await scoreSet(table, 'interaction', spec)).score!, value[i][j])
      }
    }
  })

  each('chain-rule-entropy', async ({ dataset, order, terms, value }) => {
    const table = tableNamed(dataset)
    for (const [i, column] of order.entries()) {
      const spec = { features: [column], given: order.slice(0, i), types: levels }
      near((await scoreSet(table, 'entropy', spec)).score!, terms[i])
    }
    near((await scoreSet(table, 'entropy', { features: order, types: levels })).score!, value)
    const found = await chain(table, { features: order, types: levels })
    expect(found.terms.map(({ feature }) => feature)).toEqual(order)
    found.terms.forEach(({ entropy }, i) => near(entropy, terms[i]))
    near(found.entropy, value)
  })

  each('chain-rule-information', async ({ dataset, target, order, terms, value }) => {
    const table = tableNamed(dataset)
    for (const [i, column] of order.entries()) {
      const spec = { features: [column], given: order.slice(0, i), target, types: levels }
      near((await scoreSet(table, 'joint-mi:estimator=plug-in', spec)).score!, terms[i])
    }
    near((await scoreSet(table, 'joint-mi', { features: order, target, types: levels })).score!, value)
    const found = await chain(table, { features: order, target, types: levels })
    found.terms.forEach(({ information }, i) => near(information!, terms[i]))
    near(found.information!, value)
  })
})

describe('bins', () => {
  const ruleOf = (rule: string) => (rule === 'fd' ? 'freedman-diaconis' : rule) as 'scott'
  // Where an edge meets values, as doubles it may fall on their other side; as whole numbers it does not.
  const timesOf = ({ fragile }: { readonly fragile?: true }) => (fragile ? 10 : 1)

  each<EstimatorCase & { readonly edges?: readonly number[] }>(
    'histogram-bins',
    async ({ dataset, column, rule, value, edges }) => {
      const spec = { features: [column], discretise: ruleOf(rule), by: ['entropy'] }
      const { coding } = await score(tableNamed(dataset), spec)
      const { cuts } = coding.find(({ feature }) => feature === column)!
      expect(cuts).toHaveLength(value - 1)
      edges?.slice(1, -1).forEach((edge, i) => near(cuts![i], edge))
    },
  )

  each(
    'histogram-entropy',
    async (one) => {
      const { dataset, column, rule, value } = one
      const times = timesOf(one)
      const spec = { features: [column], discretise: ruleOf(rule) }
      const by = 'entropy:estimator=histogram'
      const bits = (await scoreSet(tableTimes(dataset, { '*': times }), by, spec)).score!
      near(bits * nats - Math.log(times), value)
    },
    // Bins are closed on the right.
    ({ closed }) => closed !== 'left',
  )

  type Pair = ManyValues<number> & { readonly x: string; readonly y: string }
  each<Pair>(
    'histogram-information',
    async (one) => {
      const { dataset, x, y, rule, bins, cutsX, cutsY, value } = one
      const result = await rank(tableTimes(dataset, { '*': timesOf(one) }), {
        target: y,
        task: 'regression',
        ...(bins !== undefined && { bins }),
        discretise: rule === 'fixed' ? 'equal-width' : ruleOf(rule),
      })
      const found = result.rankings[0].scores.find(({ feature }) => feature === x)!
      near(found.score!, value)
      if (rule !== 'equal-frequency') return
      const cuts = new Map(result.coding.map((coding) => [coding.feature, coding.cuts]))
      expect([cuts.get(x), cuts.get(y)]).toEqual([cutsX, cutsY])
    },
    (one) => one.closed !== 'left',
  )
})

describe('densities', () => {
  each(
    'kde-information',
    async ({ dataset, x, y, kernel, bandwidth, value }) => {
      const by = `estimator=kde,kernel=${kernel},bandwidth=${bandwidth}`
      const spec = { features: x, target: y[0] }
      near((await scoreSet(tableNamed(dataset), `joint-mi:${by}`, spec)).score! * nats, value)
      if (x.length > 1) return
      const alone = await scoreColumn(tableNamed(dataset), `mutual-information:${by}`, x[0], { target: y[0] })
      near(alone * nats, value)
    },
    // By a rule, with the covariance that is the default, and boxes with their own row.
    ({ y, bandwidth, ddof, edge = 1, leaveOneOut = false }) =>
      y.length === 1 && typeof bandwidth === 'string' && ddof === 1 && edge === 1 && !leaveOneOut,
  )
})

describe('neighbours', () => {
  each('kth-distance', async ({ dataset, columns, metric, k, value }) => {
    const found = await answer(dataset, {
      kind: 'nearest',
      family: { list: [variables(dataset, columns)] },
      k,
      metric,
      scale: 'none',
      wanted: { of: 'distances' },
      view: {},
    })
    const distances = value as unknown as readonly number[]
    near(
      found.logDistances[0],
      distances.reduce((sum, distance) => sum + Math.log(distance + 2.2e-16), 0),
    )
    expect(found.zeros[0]).toBe(distances.filter((distance) => distance === 0).length)
  })

  each('kozachenko-leonenko', async ({ dataset, columns, metric, k, zeroDistances, value }) => {
    const by = `entropy:estimator=nearest,k=${k},metric=${metric}`
    const scored = await scoreSet(tableNamed(dataset), by, { features: columns })
    nearUnlessTied(scored, zeroDistances > tableNamed(dataset).rows / 2, value)
    const found = await answer(dataset, {
      kind: 'nearest',
      family: { base: variables(dataset, columns.slice(0, -1)), each: variables(dataset, columns.slice(-1)) },
      k,
      metric,
      scale: 'none',
      wanted: { of: 'distances' },
      view: {},
    })
    near(kozachenkoLeonenko(found, 0, { k, dimensions: columns.length, metric }), value)
    expect(found.zeros[0]).toBe(zeroDistances)
  })

  each('total-correlation', async ({ dataset, columns, scale, value }) => {
    const table = tableNamed(dataset)
    const alone = `multi-information:estimator=nearest,scale=${scale}`
    const isTied = [columns, ...columns.map((column) => [column])].some(
      (set) => coincidingRows(dataset, set) > table.rows / 2,
    )
    nearUnlessTied(await scoreSet(table, alone, { features: columns }), isTied, value)
    for (const target of columns.filter((column) => column !== 'k')) {
      const features = columns.filter((column) => column !== target)
      const spec = { features, target }
      nearUnlessTied(await scoreSet(table, `total-correlation:scale=${scale}`, spec), isTied, value)
    }
  })

  for (const rule of [1, 2] as const) {
    const check = async ({ dataset, x, y, k, scale, tiedRows, zeroDistances, value }: EstimatorCase) => {
      const found = await answer(dataset, {
        kind: 'nearest',
        family: { list: [variables(dataset, x)] },
        k,
        metric: 'chebyshev',
        scale,
        wanted: { of: 'ksg', with: variables(dataset, y), rule },
        view: {},
      })
      near(kraskov(found, 0, k, rule), value)
      expect([found.tied[0], found.zeros[0]]).toEqual([tiedRows, zeroDistances])
      if (y.length > 1) return
      const by = `estimator=ksg${rule},k=${k},scale=${scale},jitter=0`
      const spec = { target: y[0] }
      const isTied = zeroDistances > tableNamed(dataset).rows / 2
      const scored = await scoreSet(tableNamed(dataset), `joint-mi:${by}`, { ...spec, features: x })
      nearUnlessTied(scored, isTied, value)
      if (x.length > 1 || isTied) return
      near((await scoreColumn(tableNamed(dataset), `mutual-information:${by}`, x[0], spec)) * nats, value)
    }
    each(`ksg${rule}`, check, (one) => !tiesAcross(one))
  }

  const check = async ({ dataset, x, target, k, scale, rows, zeroDistances, value }: EstimatorCase) => {
    const found = await answer(dataset, {
      kind: 'nearest',
      family: { list: [variables(dataset, x)] },
      k,
      metric: 'chebyshev',
      scale,
      wanted: { of: 'levels', target: { ...numbersOf(dataset, target), coding: { kind: 'values' } } },
      view: {},
    })
    near(ross(found, 0), value)
    expect([found.n[0], found.zeros[0]]).toEqual([rows, zeroDistances])
    // A target is never constant.
    if (dataset === 'constant') return
    const by = `estimator=ross,k=${k},scale=${scale},jitter=0`
    const spec = { target, types: { [target]: 'categorical' } } as const
    const ofSet = await scoreSet(tableNamed(dataset), `joint-mi:${by}`, { ...spec, features: x })
    const isTied = zeroDistances > rows / 2
    nearUnlessTied(ofSet, isTied, value)
    expect(ofSet.n).toBe(rows)
    if (x.length > 1 || isTied) return
    near((await scoreColumn(tableNamed(dataset), `mutual-information:${by}`, x[0], spec)) * nats, value)
    // The roles exchanged: one column of levels, and a target of numbers.
    const turned = { features: [target], target: x[0], types: { [target]: 'categorical' } } as const
    near((await scoreSet(tableNamed(dataset), `joint-mi:${by}`, turned)).score! * nats, value)
  }
  each('ross', check, (one) => !tiesAcross(one))

  for (const [quantity, by] of [
    ['ksg1', 'ksg1'],
    ['ksg2', 'ksg2'],
    ['ross', 'ross'],
  ] as const) {
    each(
      quantity,
      async ({ dataset, x, y, target = y[0], k, zeroDistances, value }) => {
        const types = by === 'ross' ? ({ [target]: 'categorical' } as const) : {}
        const spec = { features: x, target, types }
        const whole = tableTimes(dataset, dataset === 'wine' ? { '*': 100 } : { '*': 10_000 })
        const found = await scoreSet(whole, `joint-mi:estimator=${by},k=${k},scale=none,jitter=0`, spec)
        nearUnlessTied(found, zeroDistances > found.n / 2, value)
      },
      tiesAcross,
    )
  }
})

describe('noise', () => {
  const optionsOf = ({ ties, targetAs, scale }: Pick<EstimatorCase, 'ties' | 'targetAs' | 'scale'>) =>
    `ties=${ties === 'share' ? 'shared' : ties},target=${targetAs},scale=${scale}`

  const deltaOf = async (one: EstimatorCase) => {
    const { dataset, columns, target, k, inUnits, value } = one
    const by = `delta-test:k=${k},${optionsOf(one)}`
    const { score, parts, n } = await scoreSet(tableNamed(dataset), by, { features: columns, target })
    near(score!, value)
    near(parts!.inUnits, inUnits)
    expect(n).toBe(tableNamed(dataset).rows)
    if (columns.length === 1) near(await scoreColumn(tableNamed(dataset), by, columns[0], { target }), value)
  }
  each('delta-test', deltaOf, (one) => !tiesAcross(one))

  each(
    'delta-test',
    async ({ dataset, columns, target, k, value, inUnits }) => {
      // By ranges 6 and 12, and 12 of the target: the first column counts twice.
      const by = `delta-test:k=${k},scale=none`
      const found = await scoreSet(tableTimes(dataset, { c0: 2 }), by, { features: columns, target })
      near(found.score! / 144, value)
      near(found.score!, inUnits)
    },
    tiesAcross,
  )

  const gammaOf = async (one: EstimatorCase) => {
    const { dataset, columns, target, slope, inUnits, value, gammas, deltas, ties, targetAs, scale } = one
    const by = `gamma-test:${optionsOf(one)}`
    const { score, parts, n } = await scoreSet(tableNamed(dataset), by, { features: columns, target })
    near(score!, value)
    near(parts!.slope, slope)
    near(parts!.inUnits, inUnits)
    if (columns.length === 1) near(await scoreColumn(tableNamed(dataset), by, columns[0], { target }), value)
    if (!gammas || !deltas) return
    const found = await answer(dataset, {
      kind: 'nearest',
      family: { list: [variables(dataset, columns)] },
      k: gammas.length,
      metric: 'euclidean',
      scale,
      wanted: {
        of: 'differences',
        target: numbersOf(dataset, target),
        as: targetAs,
        ties: ties === 'share' ? 'shared' : 'first',
      },
      view: {},
    })
    gammas.forEach((gamma, p) => near(found.squaredDifferences[p] / (2 * n), gamma))
    deltas.forEach((delta, p) => near(found.squaredDistances[p] / n, delta))
  }
  each('gamma-test', gammaOf, (one) => !tiesAcross(one))

  each(
    'gamma-test',
    async ({ dataset, columns, target, slope, value }) => {
      const times = Object.fromEntries(columns.map((column) => [column, 100]))
      const spec = { features: columns, target }
      const { score, parts } = await scoreSet(tableTimes(dataset, times), 'gamma-test:scale=none', spec)
      near(score!, value)
      near(parts!.slope * 100 ** 2, slope)
    },
    tiesAcross,
  )

  each<ManyValues<number[]>>('delta-test-all-subsets', async (one) => {
    const { dataset, columns, target, targetAs, k, ties, scale, inUnitsFactor, value } = one
    const of = variables(dataset, columns)
    const subsets = value.map((_, i) => of.filter((_, bit) => ((i + 1) >> bit) & 1))
    for (const family of [{ of, sizes: [1, of.length] }, { list: subsets }] as const) {
      const found = await answer(dataset, {
        kind: 'nearest',
        family,
        k,
        metric: 'euclidean',
        scale,
        wanted: {
          of: 'differences',
          target: numbersOf(dataset, target),
          as: targetAs,
          ties: ties === 'share' ? 'shared' : 'first',
        },
        view: {},
      })
      value.forEach((delta, i) => {
        near(found.squaredDifferences[i * k + k - 1] / (2 * found.n[i]), delta)
        near(found.targetSpread[i] ** 2, inUnitsFactor)
      })
    }
  })
})

describe('the reference', () => {
  /** What is not asked here. */
  const notAsked: Readonly<Record<string, readonly [cases: number, why: string]>> = {
    'kl-divergence': [10, 'asked in test/criteria/kl-divergence.test.ts'],
    'kl-divergence-samples': [12, 'asked in test/criteria/kl-divergence.test.ts'],
    'bottleneck-hard': [72, 'asked in test/analyses/bottleneck.test.ts'],
    'bottleneck-soft': [25, 'asked in test/analyses/bottleneck.test.ts'],
    'bottleneck-sufficient': [8, 'asked in test/analyses/bottleneck.test.ts'],
    'kde-information': [85, 'bandwidths that no rule gives are asked in test/kernel/density-answers.test.ts'],
    'mutual-information': [3, 'between two sets of several columns: a target is one'],
    'histogram-entropy': [18, 'bins closed on the left, which no discretiser makes'],
    'histogram-information': [24, 'bins closed on the left, which no discretiser makes'],
  }

  it('is asked for in full, but for what no question fits', () => {
    expect(Object.fromEntries(asked)).toEqual({
      'self-information': 27,
      entropy: 86,
      'conditional-entropy': 7,
      'mutual-information': 68,
      'conditional-mutual-information': 39,
      'multi-information': 10,
      'co-information': 10,
      interaction: 8,
      'interaction-matrix': 2,
      'chain-rule-entropy': 7,
      'chain-rule-information': 7,
      'histogram-bins': 112,
      'histogram-entropy': 108,
      'histogram-information': 136,
      'kde-information': 36,
      'kth-distance': 18,
      'kozachenko-leonenko': 92,
      'total-correlation': 34,
      ksg1: 79,
      ksg2: 79,
      ross: 76,
      'delta-test': 209,
      'gamma-test': 84,
      'delta-test-all-subsets': 10,
    })
    const left = new Map<string, number>()
    for (const { quantity } of estimatorCases) left.set(quantity, (left.get(quantity) ?? 0) + 1)
    for (const [quantity, cases] of asked) left.set(quantity, left.get(quantity)! - cases)
    const rest = [...left].filter(([, cases]) => cases !== 0)
    expect(Object.fromEntries(rest)).toEqual(
      Object.fromEntries(Object.entries(notAsked).map(([quantity, [cases]]) => [quantity, cases])),
    )
  })

  it('has few cases that hinge on ties across columns', () => {
    expect(estimatorCases.filter(({ fragile }) => fragile)).toHaveLength(109)
    expect(estimatorCases.filter(tiesAcross)).toHaveLength(12)
  })
})
