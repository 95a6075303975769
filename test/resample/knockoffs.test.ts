import { compare, MemorySource, methods, rank, select as selectTyped, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standardised } from '../../dist/src/analyses/outer/gaussian-model.js'
import { completeRows } from '../../dist/src/analyses/resample/made-columns.js'
import { gaussianColumns } from '../../dist/src/analyses/outer/gaussian-columns.js'
import { knockoffRun } from '../../dist/src/analyses/outer/knockoff-choice.js'
import { outerOf } from '../../dist/src/analyses/outer/select-any.js'
import { settleSelect } from '../../dist/src/core/spec/select-spec.js'
import { randomOf } from '../contract/tables.ts'
import { inTurn, isLong } from '../properties/runs.ts'
import { select } from '../untyped.ts'

/** Normal columns, each correlated with the one before by ½, and a target of the first ones. */
function columnsOf(seed: number, rows: number, columns: number, weights: readonly number[]) {
  const random = randomOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const draw = () => Array.from({ length: rows }, normal)
  const x = [draw()]
  while (x.length < columns) {
    const before = x.at(-1)
    x.push(draw().map((value, row) => before[row] / 2 + value * Math.sqrt(0.75)))
  }
  const y = draw().map((noise, row) => weights.reduce((sum, weight, i) => sum + weight * x[i][row], noise))
  return { ...Object.fromEntries(x.map((values, i) => [`x${i}`, values])), y } as Record<string, number[]>
}

/** Methods, with the criteria that they resample; none for their own. */
const outer = [
  ['knockoffs:q=0.3', null],
  ['knockoffs:q=0.5,runs=3,s=equicorrelated', 'pearson'],
  ['conditional-randomisation', null],
  ['conditional-randomisation:draws=40', 'pearson'],
  ['conditional-randomisation:draws=30,statistic=score', 'lasso:folds=2,penalties=12'],
] as const

const weights = [1, -1, 1.2, -1.3, 1]

/** One table, and one engine that has it, for all methods. */
const shared = tableFromColumns(columnsOf(2, 60, 6, weights))
let duck: Awaited<ReturnType<typeof duckSourceOf>>
beforeAll(async () => {
  duck = await duckSourceOf(shared)
})
afterAll(() => duck.close())

describe.each(outer)('%s of %s', (method, criterion) => {
  const spec = { target: 'y', method, ...(criterion !== null && { criterion }) }
  const isJoint = method.includes('statistic=score')
  // What is compared with itself needs few draws.
  const brief = isJoint && !isLong ? { ...spec, method: method.replace('draws=30', 'draws=9,fdr=0.5') } : spec
  const isMarginal = criterion === 'pearson' || isJoint

  // Scores of a path, which takes long, in the long tests: those of `pearson` take the same way.
  it.runIf(isLong || !isJoint)('finds strong columns, and gives all others with why', async () => {
    // What has an effect of its own given all others need not show in a single correlation.
    const columns = columnsOf(1, 200, isJoint ? 7 : 12, isMarginal ? [1, 0, 0, 1.2, 0, 0, 1.3] : weights)
    const { selected, steps, setAside, method: id, better } = await select(tableFromColumns(columns), spec)
    const strong = isMarginal ? ['x0', 'x3', 'x6'] : ['x0', 'x1', 'x2', 'x3', 'x4']
    expect(selected).toEqual(expect.arrayContaining(strong))
    expect(steps.map(({ feature }) => feature)).toEqual(selected)
    const scores = steps.map(({ score }) => (better === 'higher' ? -score : score))
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect([...selected, ...setAside.map(({ feature }) => feature)].toSorted()).toEqual(
      Object.keys(columns)
        .filter((name) => name !== 'y')
        .toSorted(),
    )
    expect(id).toBe(method.split(':')[0])
  })

  it('gives the same on any number of threads, on DuckDB, and from the spec of its result', async () => {
    // Of all columns few are read where each is resampled with a path of its own.
    const given = isJoint ? { ...brief, drop: ['x3', 'x4', 'x5'] } : spec
    const { seconds: _, ...expected } = await select(shared, given, { threads: 1 })
    // The spec of a result has all that was left to be filled in: it runs on other threads.
    const { seconds: __, ...again } = await selectTyped(shared, expected.spec, { threads: 3 })
    expect(again).toEqual(expected)
    const found = await select(duck, given)
    expect(found.selected).toEqual(expected.selected)
    found.steps.forEach(({ score }, i) => expect(score).toBeCloseTo(expected.steps[i].score, 9))
  })

  it('does not depend on the order of the columns', async () => {
    const columns = columnsOf(3, 60, isJoint ? 5 : 6, weights)
    const reversed = Object.fromEntries(Object.entries(columns).reverse())
    const [one, other] = [
      await select(tableFromColumns(columns), brief),
      await select(tableFromColumns(reversed), brief),
    ]
    expect(other.steps).toEqual(one.steps)
    expect(other.setAside).toEqual(one.setAside)
  })
})

describe('knockoffs', () => {
  /** The columns of a run, in units that a swap gives back bit for bit. */
  async function runOf(method: string, criterion: string) {
    const source = new MemorySource(tableFromColumns(columnsOf(4, 90, 6, [1, -1, 1])))
    const { given: _, record: __, inner } = outerOf(settleSelect({ target: 'y', method, criterion }))!
    const columns = await gaussianColumns(
      'knockoffs',
      { source, inner, isNamed: true, k: null, options: {}, given: new Set(), once: (_, make) => make() },
      {},
    )
    const rows = await completeRows(columns.scope, columns.settled, {})
    const { model } = columns
    const inUnits = (z: Float64Array, j: number) =>
      z.map((value) => model.mean[j] + model.deviation[j] * value)
    const own = standardised(rows.features, model)
    // Any columns do: a swap is one of names.
    const drawn = own.map((values, j) => values.map((value, row) => (value + own[(j + 1) % 6][row]) / 2))
    return (swapped: readonly number[], isSecond: readonly boolean[]) => {
      const [first, second] = [own, drawn].map((values, side) =>
        values.map((one, j) => (swapped.includes(j) ? [drawn, own][side][j] : one)),
      )
      return knockoffRun(
        {
          columns,
          rows: { ...rows, features: first.map(inUnits) },
          statistic: criterion.startsWith('lasso') ? 'coefficient' : 'score',
          drawn: second,
          number: 0,
          isSecond,
        },
        {},
      )
    }
  }

  it.each(['lasso', 'pearson', 'mutual-information', 'forest-importance:trees=8'])(
    'a swap of a column and its knockoff changes the sign of its W alone, wherever they stand: %s',
    async (criterion) => {
      const run = await runOf('knockoffs', criterion)
      const places = [false, true, false, true, true, false]
      const w = await run([], places)
      expect(w.some((value) => value !== 0)).toBe(true)
      const swap = [1, 2, 5]
      const turned = (values: ArrayLike<number>) =>
        Array.from(values, (value, j) => (swap.includes(j) && value !== 0 ? -value : value))
      const moved = places.map((isSecond, j) => isSecond !== swap.includes(j))
      expect([...(await run(swap, moved))]).toEqual(turned(w))
      // Forests depend on the order of the columns; which stands first is drawn for that.
      if (criterion.startsWith('forest')) return
      const inPlace = turned(await run(swap, places))
      inPlace.forEach((value, j) => expect(value).toBeCloseTo(w[j], 7))
    },
  )

  it('draw by the seed and the name of a column: other rankings of it change with the seed', async () => {
    const table = tableFromColumns(columnsOf(5, 100, 11, weights))
    const of = async (seed: number) =>
      (await select(table, { target: 'y', method: 'knockoffs', seed })).setAside
    expect(await of(1)).toEqual(await of(1))
    expect(await of(1)).not.toEqual(await of(2))
  })

  it('combine runs by the mean of their e-values', async () => {
    const table = tableFromColumns(columnsOf(6, 120, 16, [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1]))
    const method = 'knockoffs:q=0.4,runs=3'
    const { steps, selected, options, units } = await select(table, { target: 'y', method })
    expect(selected.length).toBeGreaterThanOrEqual(5)
    expect(options).toMatchObject({ q: 0.4, runs: 3, statistic: 'coefficient' })
    expect(units).toContain('e-value')
    // The sum of e-values of one run is at most d·#{W ≥ T}/1.
    for (const { score } of steps) expect(score).toBeLessThanOrEqual(16)
  })

  it('say that none stands out, and what they assume of skewed columns and of few values', async () => {
    const columns = columnsOf(7, 80, 10, [])
    columns['x3'] = columns['x3'].map((value) => Math.exp(value))
    columns['x5'] = columns['x5'].map((value) => (value > 0 ? 1 : 0))
    const { selected, warnings, stopped } = await select(tableFromColumns(columns), {
      target: 'y',
      method: 'knockoffs',
    })
    expect(selected).toEqual([])
    expect(stopped).toBe('no W reaches q = 0.1')
    const messages = warnings.map(({ message }) => message).join('\n')
    expect(messages).toContain('fewer than 10 stand out')
    expect(messages).toContain('may not hold: x3 is skewed')
    expect(messages).toContain('may not hold: x5 has 5 different values or fewer')
  })

  it('use complete rows, and weights: a row of weight 0 is not there', async () => {
    const columns = columnsOf(8, 80, 6, weights)
    const keeps = (row: number) => row % 4 !== 1
    const w = columns['y'].map((_, row) => (keeps(row) ? 1 : 0))
    const kept = Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [name, values.filter((_, row) => keeps(row))]),
    )
    const gaps = { ...columns, x4: columns['x4'].map((value, row) => (keeps(row) ? value : null)) }
    for (const method of ['knockoffs:q=0.3', 'conditional-randomisation']) {
      const spec = { target: 'y', method, types: {} }
      const expected = await select(tableFromColumns(kept), spec)
      const weighted = await select(tableFromColumns({ ...columns, w }), { ...spec, weights: 'w' })
      const incomplete = await select(tableFromColumns(gaps), { ...spec, missing: 'complete' })
      for (const { steps } of [weighted, incomplete]) {
        expect(steps.map(({ feature }) => feature)).toEqual(expected.selected)
        steps.forEach(({ score }, i) => expect(score).toBeCloseTo(expected.steps[i].score, 9))
      }
      const said = incomplete.warnings.map(({ message }) => message).join('\n')
      expect(said).toContain(
        `${method.split(':')[0]} uses the rows that are complete in all columns: 60 of 80`,
      )
    }
  })

  it('work with fewer rows than columns, and on classes', async () => {
    const columns = columnsOf(9, 30, 32, [3, 0, 0, 3])
    const label = columns['y'].map((value) => (value > 0 ? 'b' : 'a'))
    for (const [place, y] of [columns['y'], label].entries()) {
      for (const method of inTurn(['knockoffs:q=0.5', 'conditional-randomisation:fdr=0.3'], place, 2)) {
        const { selected } = await select(tableFromColumns({ ...columns, y }), { target: 'y', method })
        expect(selected.some((name) => ['x0', 'x3'].includes(name))).toBe(true)
      }
    }
  })

  it('end when they are interrupted', async () => {
    const table = tableFromColumns(columnsOf(10, 150, 40, weights))
    for (const method of ['knockoffs:runs=200', 'conditional-randomisation:draws=300']) {
      const stop = new AbortController()
      const run = {
        signal: stop.signal,
        progress: () => stop.abort(),
      }
      await expect(select(table, { target: 'y', method, criterion: 'pearson' }, run)).rejects.toThrow(
        'interrupted',
      )
    }
  })
})

describe('conditional randomisation', () => {
  it('of three classes takes the least p over classes, times three', async () => {
    const columns = columnsOf(11, 60, 3, [2])
    const y = columns['y'].map((value) => (value < -1 ? 'low' : value > 1 ? 'top' : 'mid'))
    const method = 'conditional-randomisation:fdr=0.05'
    const pOf = async (values: readonly string[]) => {
      const { steps, setAside } = await select(tableFromColumns({ ...columns, y: values }), {
        target: 'y',
        method,
      })
      const aside = setAside.map(({ feature, pValue }) => [feature, pValue!] as const)
      return new Map([...steps.map(({ feature, score }) => [feature, score] as const), ...aside])
    }
    const all = await pOf(y)
    const alone = await Promise.all(
      ['low', 'mid', 'top'].map((level) => pOf(y.map((one) => (one === level ? 'z' : 'a')))),
    )
    for (const [name, p] of all) {
      const least = Math.min(...alone.map((one) => one.get(name)!))
      expect(p / Math.min(1, 3 * least)).toBeCloseTo(1, 1)
    }
  })

  it('does not tell columns that the others determine, and says so', async () => {
    const columns = columnsOf(12, 100, 5, weights)
    const sum = columns['x0'].map((value, row) => value + columns['x1'][row])
    const { warnings, setAside } = await select(tableFromColumns({ ...columns, sum }), {
      target: 'y',
      method: 'conditional-randomisation',
      asIs: true,
    })
    const said = warnings.find(({ code }) => code === 'collinear')!
    expect(said.message).toContain('sum, x0, x1 from the other columns')
    expect(setAside.find(({ feature }) => feature === 'sum')!.because).toBe('p 1, q 1')
  })

  it('counts draws that do as well: one of a single column, worked out from its own draws', async () => {
    const columns = columnsOf(13, 60, 4, [])
    const { setAside, steps } = await select(tableFromColumns(columns), {
      target: 'y',
      method: 'conditional-randomisation:draws=9',
      criterion: 'pearson',
    })
    for (const { pValue } of setAside) expect(pValue! * 10).toBeCloseTo(Math.round(pValue! * 10), 9)
    for (const { score } of steps) expect(score * 10).toBeCloseTo(Math.round(score * 10), 9)
  })
})

describe('both', () => {
  it('choose the columns to start from, and those that a prefilter leaves; they stand in comparisons', async () => {
    const table = tableFromColumns(columnsOf(14, 100, 6, weights))
    const method = 'conditional-randomisation'
    const started = await select(table, {
      target: 'y',
      criterion: 'sse',
      search: 'forward',
      startFrom: method,
      k: 6,
    })
    expect(started.selected.slice(0, 5).toSorted()).toEqual(['x0', 'x1', 'x2', 'x3', 'x4'])
    const filtered = await select(table, {
      target: 'y',
      criterion: 'pearson',
      prefilter: 'knockoffs:q=0.3',
      k: 2,
    })
    expect(filtered.prefilter!.method).toBe('knockoffs')
    const { methods: compared } = await compare(table, {
      target: 'y',
      methods: [method, 'knockoffs:q=0.3'],
      truth: ['x0', 'x1', 'x2', 'x3', 'x4'],
      folds: 2,
    })
    for (const { truth } of compared) expect(truth!.share).toBe(1)
    for (const id of ['knockoffs', 'conditional-randomisation'])
      expect(methods(id).methods[0]).toMatchObject({ id, shape: 'resampling' })
  }, 60_000)

  it('are honest about noise in evidence, where a choice outside the folds is not', async () => {
    const columns = columnsOf(15, 50, 150, [])
    const table = tableFromColumns(columns)
    const drop = Object.keys(columns).slice(40, 150)
    for (const [method, criterion] of [
      ['knockoffs:q=0.9', 'pearson'],
      ['conditional-randomisation:fdr=0.9', null],
      ['conditional-randomisation:fdr=0.9,draws=10', 'pearson'],
    ]) {
      const given = { target: 'y', method, ...(criterion !== null && { criterion }), drop, k: 10 }
      const { evidence } = await select(table, { ...given, evidence: { folds: 3 } })
      expect(evidence!.selected.mean).toBeLessThan(0.05)
    }
    const { rankings } = await rank(table, { target: 'y', by: ['pearson'] })
    const best = new Set(rankings[0].scores.slice(0, 10).map(({ feature }) => feature))
    const leaked = Object.fromEntries(
      Object.entries(columns).filter(([name]) => best.has(name) || name === 'y'),
    )
    const spec = { target: 'y', criterion: 'pearson', k: 10, evidence: { folds: 3 } }
    const leaking = await select(tableFromColumns(leaked), spec)
    expect(leaking.evidence!.selected.mean).toBeGreaterThan(0.1)
  }, 60_000)

  const plain = columnsOf(16, 60, 8, [1])
  const table = tableFromColumns({
    ...plain,
    level: plain['y'].map((_, row) => ['a', 'b', 'c'][row % 3]),
    gap: plain['y'].map((value, row) => (row === 7 ? null : value * 0.5 + Math.sin(row))),
  })
  const drop = ['level']

  it.each([
    [{ method: 'knockoffs' }, 'unsuitable columns for knockoffs: level (levels have no normal distribution'],
    [{ method: 'conditional-randomisation' }, 'unsuitable columns for conditional-randomisation: level'],
    [
      { method: 'knockoffs', drop },
      'unsuitable q: 0.1 (at q = 0.1 knockoffs choose 10 columns or more, or none, and there are 9: raise q to 0.12, or use',
    ],
    [
      { method: 'knockoffs:runs=2', drop },
      'columns or more, or none, and there are 9: raise q to 0.23, or use conditional-randomisation)',
    ],
    [{ method: 'knockoffs', missing: 'median', drop }, 'invalid missing: median (knockoffs takes rows'],
    [{ method: 'conditional-randomisation', missing: 'level', drop }, 'invalid missing: level'],
    [{ method: 'knockoffs', missing: 'error', drop }, 'invalid column gap: 1 of 60'],
    [{ method: 'knockoffs:q=2', drop }, 'invalid q'],
    [{ method: 'knockoffs', criterion: 'jmi', drop }, 'unsuitable criterion: jmi (knockoffs takes a ranking'],
    [{ method: 'knockoffs', search: 'forward', drop }, 'invalid search: forward'],
    [
      { method: 'knockoffs:q=0.5', prefilter: 'pearson:top=3', drop },
      'invalid prefilter: knockoffs does not take it',
    ],
    [{ method: 'knockoffs:q=0.5,statistic=coefficient', criterion: 'pearson', drop }, 'pearson fits no path'],
    [{ method: 'knockoffs:q=0.5', keep: ['x1'], drop }, 'invalid keep'],
    [
      { method: 'conditional-randomisation:statistic=distilled', criterion: 'pearson', drop },
      'unsuitable statistic: distilled (it takes the residuals of lasso, not of pearson',
    ],
    [
      { method: 'conditional-randomisation:draws=50', drop },
      'invalid draws: 50 (the law of distilled residuals',
    ],
    [
      { method: 'conditional-randomisation:draws=5', criterion: 'pearson', drop },
      'invalid draws: 5 (no p-value is below 1/6',
    ],
  ] as const)('refuse %j', async (spec, message) => {
    await expect(select(table, { target: 'y', ...spec })).rejects.toThrow(message)
  })
})
