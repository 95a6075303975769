// Local permutations (Runge 2018), and tests of conditional independence by them.
import { MemorySource, tableFromColumns } from 'criba'
import type { Variable } from 'criba'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../dist/src/core/statistics/random-stream.js'
import { LocalShuffler } from '../../dist/src/memory/neighbours/local-permutations.js'
import { randomOf } from '../contract/tables.ts'
import { plainKsgGiven } from '../kernel/ksg-twin.ts'
import { selectAsIs as select } from '../untyped.ts'

type Columns = Readonly<Record<string, readonly (number | string)[]>>

/** Normal numbers (Box and Muller). */
function normalOf(seed: number) {
  const random = randomOf(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** How many of the permutations 1 … `last` of x have at least its information about y given z. */
async function exceedancesOf(
  columns: Columns,
  given: readonly string[],
  last: number,
  seed = 1,
  jitter = 0,
): Promise<number> {
  const table = tableFromColumns(columns)
  const variable = (name: string): Variable => {
    const column = table.columns.findIndex((one) => one.name === name)
    const found = table.columns[column]
    return { column, coding: found.type === 'numeric' ? null : { kind: 'levels', levels: found.levels } }
  }
  const areNumbers = table.columns.every(({ type }) => type === 'numeric')
  const [{ exceedances }] = await new MemorySource(table).answer([
    {
      kind: 'nearest',
      family: { base: [], each: [variable('x')] },
      k: Math.floor(table.rows / 10),
      metric: 'chebyshev',
      scale: 'none',
      jitter,
      wanted: {
        of: 'conditional',
        with: [variable('y')],
        given: given.map(variable),
        rule: areNumbers ? 'frenzel-pompe' : 'mesner-shalizi',
        permuted: { seed, neighbours: 5, first: 1, last },
      },
      view: {},
    },
  ])
  return exceedances[0]
}

it('refuses more rows than all pairs of can be compared', async () => {
  const column = () => Array.from({ length: 50_001 }, (_, row) => row % 7)
  await expect(exceedancesOf({ x: column(), y: column(), z: column() }, ['z'], 1)).rejects.toThrow(
    'too many rows for local permutations: 50001 (at most 50000',
  )
})

describe('local permutations', () => {
  const normal = normalOf(3)
  const numbers = Float64Array.from({ length: 60 }, normal)
  const sourcesOf = (columns: readonly Float64Array[], rows = columns[0].length) => {
    const shuffler = new LocalShuffler(columns, rows, 5)
    return Array.from({ length: 50 }, (_, i) => shuffler.sources(seeded(`${i}`)))
  }

  it('take each value from one of the nearest rows', () => {
    const nearest = Array.from(numbers, (own) =>
      [...numbers.keys()].sort((a, b) => Math.abs(numbers[a] - own) - Math.abs(numbers[b] - own)).slice(0, 5),
    )
    const seen = nearest.map(() => new Set<number>())
    for (const sources of sourcesOf([numbers])) {
      sources.forEach((source, row) => {
        expect(nearest[row]).toContain(source)
        seen[row].add(source)
      })
      // Most rows are used once; in random order a few find all their neighbours used.
      expect(new Set(sources).size).toBeGreaterThan(45)
    }
    // In fifty draws each of the five is taken.
    expect(seen.filter(({ size }) => size === 5).length).toBeGreaterThan(50)
  })

  it('permute rows that are equal in what is given among themselves, each used once', () => {
    const levels = Float64Array.from({ length: 60 }, (_, row) => row % 3)
    for (const sources of sourcesOf([levels])) {
      expect([...sources].sort((a, b) => a - b)).toEqual([...sources.keys()])
      sources.forEach((source, row) => expect(source % 3).toBe(row % 3))
    }
  })

  it('are of all rows where nothing is given', () => {
    const all = sourcesOf([], 40)
    for (const sources of all) expect(new Set(sources).size).toBe(40)
    expect(new Set(all.map(([first]) => first)).size).toBeGreaterThan(20)
  })

  it('count those with at least the information, as a plain loop does', async () => {
    const z = Array.from(numbers)
    const x = z.map((value) => value + 0.8 * normal())
    const y = z.map((value, row) => value + 0.4 * x[row] + 0.8 * normal())
    const [xs, ys, zs] = [x, y, z].map((values) => [Float64Array.from(values)])
    const shuffler = new LocalShuffler(zs, 60, 5)
    const information = (column: Float64Array) => -plainKsgGiven([[column], ys, zs], 6, false).digammas
    const observed = information(xs[0])
    let count = 0
    for (let number = 1; number <= 40; number++) {
      const sources = shuffler.sources(seeded(`7/${number}/x`))
      if (information(Float64Array.from(sources, (row) => x[row])) >= observed - 1e-9) count++
    }
    expect(count).toBeGreaterThan(0)
    expect(await exceedancesOf({ x, y, z }, ['z'], 40, 7)).toBe(count)
  })
})

describe('noise that breaks ties', () => {
  it('leaves rows that are equal in what is given equal', async () => {
    const normal = normalOf(8)
    // No neighbour is in another group, so the estimates are the same with noise and without.
    const z = Array.from({ length: 60 }, (_, row) => 100 * (row % 3))
    const x = z.map(normal)
    const y = x.map((value) => 0.5 * value + normal())
    for (const seed of [1, 2, 3]) {
      const plain = await exceedancesOf({ x, y, z }, ['z'], 199, seed)
      expect(await exceedancesOf({ x, y, z }, ['z'], 199, seed, 1e-10)).toBe(plain)
    }
  })
})

describe('tests by local permutations', () => {
  const tables = 60
  const permutations = 79
  /** How many of the tables are rejected at the level 0.05. */
  async function rejected(
    make: (normal: () => number) => Columns,
    given: readonly string[],
  ): Promise<number> {
    let count = 0
    for (let seed = 1; seed <= tables; seed++) {
      const exceedances = await exceedancesOf(make(normalOf(seed)), given, permutations, seed)
      if ((1 + exceedances) / (1 + permutations) <= 0.05) count++
    }
    return count
  }
  const rows = (make: () => number) => Array.from({ length: 60 }, make)

  // 60 tables at 0.05: 3 are expected, and 9 or more have a chance of 0.2 %.
  it.each([
    [
      'numbers that both follow a third one',
      ['z'],
      (normal: () => number) => {
        const z = rows(normal)
        const follow = (of: (value: number) => number) => z.map((value) => of(2 * value) + 0.5 * normal())
        return { z, x: follow(Math.sin), y: follow(Math.cos) }
      },
    ],
    [
      'a number and levels that follow levels',
      ['z'],
      (normal: () => number) => {
        const groups = rows(() => Math.min(2, Math.floor(Math.abs(2 * normal()))))
        return {
          z: groups.map((group) => 'abc'[group]),
          x: groups.map((group) => group + normal()),
          y: groups.map((group) => (group + normal() > 1 ? 'up' : 'down')),
        }
      },
    ],
    ['numbers, given nothing', [], (normal: () => number) => ({ x: rows(normal), y: rows(normal) })],
  ] as const)('keep their level: %s', async (_, given, make) => {
    expect(await rejected(make, given)).toBeLessThan(9)
  })

  it('find what is no correlation', async () => {
    const count = await rejected(
      (normal) => {
        const z = rows(normal)
        const noise = rows(normal)
        return {
          z,
          x: z.map((value, row) => value + noise[row]),
          y: z.map((value, row) => value + 2 * Math.abs(noise[row]) + 0.3 * normal()),
        }
      },
      ['z'],
    )
    expect(count).toBeGreaterThan(45)
  })
})

describe('searches by local permutations', () => {
  /** y follows a and the square of b; c is a with noise, d is nothing, and level says whether y is great. */
  function tableOf(rows: number) {
    const normal = normalOf(21)
    const [a, b, d] = [0, 1, 2].map(() => Array.from({ length: rows }, normal))
    const y = a.map((value, row) => value + b[row] * b[row] + 0.3 * normal())
    const c = a.map((value) => value + 0.6 * normal())
    return { a, b, c, d, y, level: y.map((value) => (value + normal() > 1 ? 'great' : 'small')) }
  }
  const { level, ...numbers } = tableOf(100)

  it.each(['iamb', 'inter-iamb', 'fbed', 'mmpc', 'hiton-pc'])(
    '%s finds what y is made of',
    async (method) => {
      const spec = { target: 'y', method: `${method}:test=cmi-knn,alpha=0.01`, evidence: false }
      const { selected, steps, setAside } = await select(tableFromColumns(numbers), spec)
      expect([...selected].sort()).toEqual(['a', 'b'])
      for (const { pFrom, pValue } of steps) {
        expect(pFrom).toBe('permutation')
        // The smallest of 199 permutations.
        expect(pValue).toBe(1 / 200)
      }
      expect(setAside.map(({ feature }) => feature).sort()).toEqual(['c', 'd'])
    },
  )

  it('take numbers and levels as they are', async () => {
    const table = tableFromColumns({ ...numbers, level })
    const spec = { target: 'level', method: 'iamb:test=cmi-knn,alpha=0.01', evidence: false }
    const { selected, spec: resolved, warnings } = await select(table, spec)
    expect(selected).toEqual(['y'])
    expect(resolved.criterion).toMatchObject({ method: 'joint-mi', options: { estimator: 'mesner-shalizi' } })
    expect(warnings).toEqual([])
  })

  it('find the same on any number of threads', async () => {
    const spec = { target: 'y', method: 'mmpc:test=cmi-knn', evidence: false }
    const run = async (threads: number) => {
      const { steps, setAside } = await select(tableFromColumns(numbers), spec, { threads })
      return { steps, setAside }
    }
    expect(await run(3)).toEqual(await run(1))
  })

  it('leave out columns with too few rows', async () => {
    const few = Object.fromEntries(
      Object.entries(numbers).map(([name, values]) => [name, values.slice(0, 19)]),
    )
    const spec = { target: 'y', method: 'iamb:test=cmi-knn', evidence: false }
    const { selected, setAside } = await select(tableFromColumns(few), spec)
    expect(selected).toEqual([])
    expect(setAside[0]).toMatchObject({
      because: expect.stringContaining('19 complete rows (needs 20)') as string,
    })
  })

  it('take a tenth of the complete rows as neighbours, wherever the others are', async () => {
    const holed = Object.fromEntries(
      Object.entries(numbers).map(([name, values]) => [
        name,
        name === 'a'
          ? values.flatMap((value) => [value, null])
          : values.flatMap((value) => [value, 2 * value]),
      ]),
    )
    const spec = { target: 'y', method: 'iamb:test=cmi-knn', evidence: false }
    const [some, all] = [
      await select(tableFromColumns(holed), spec),
      await select(tableFromColumns(numbers), spec),
    ]
    const found = ({ steps, setAside }: typeof all) => ({
      steps: steps.map(({ feature, pValue }) => [feature, pValue]),
      setAside,
    })
    expect(found(some)).toEqual(found(all))
  })

  it('refuse a level that no p-value reaches', async () => {
    const by = (alpha: number) =>
      select(tableFromColumns(numbers), {
        target: 'y',
        method: `mmpc:test=cmi-knn,alpha=${alpha}`,
        evidence: false,
      })
    await expect(by(0.0049)).rejects.toThrow(
      'invalid alpha: 0.0049 (no p-value of test=cmi-knn is below 0.005: needs 0.005 or more)',
    )
    expect([...(await by(0.005)).selected].sort()).toEqual(['a', 'b'])
  })

  it('refuse criteria that do not look at neighbours, and numbers in bins', async () => {
    const table = tableFromColumns({ ...numbers, level })
    const by = (criterion: string) =>
      select(table, { target: 'y', criterion, search: 'incremental-association:test=cmi-knn' })
    for (const criterion of ['joint', 'sse', 'joint-mi:estimator=plug-in'])
      await expect(by(criterion)).rejects.toThrow(
        ':test=cmi-knn tests information by neighbours (use criterion joint-mi)',
      )
    await expect(by('joint-mi')).rejects.toThrow(
      'unsuitable column y: test=cmi-knn reads numbers as they are, and the criterion cuts them (use joint-mi:estimator=mesner-shalizi)',
    )
    await expect(
      select(table, { target: 'y', method: 'iamb:test=cmi-knn', strata: 'level' }),
    ).rejects.toThrow('tests of independence count independent rows')
  })
})
