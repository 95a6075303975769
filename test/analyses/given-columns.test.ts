import { openSession, planRank, rank, tableFromColumns } from 'criba'
import type { RankSpec } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { confoundedTable } from './given-tables.ts'

const rows = 300
const random = randomOf(5)
const draw = (levels: string, missing = 0) =>
  Array.from({ length: rows }, () =>
    random() < missing ? null : levels[Math.floor(random() * levels.length)],
  )
const columns = {
  g: draw('abc', 0.05),
  h: draw('uv'),
  x: draw('klmn', 0.1),
  z: draw('st'),
  y: [] as (string | null)[],
}
columns.y = columns.x.map((x, row) => ((x === 'k') !== (columns.g[row] === 'b') ? 'yes' : 'no'))
const table = tableFromColumns(columns)

type Names = readonly (keyof typeof columns)[]

/** I(X;Y|G) in bits over the rows complete in all, and how many: counted here, not by criba. */
function conditionalInformation(x: Names[0], given: Names, times?: readonly number[]): [number, number] {
  const names = [x, 'y', ...given] as const
  const complete = [...columns.y.keys()].filter((row) => names.every((name) => columns[name][row] !== null))
  const weight = (row: number) => times?.[row] ?? 1
  const n = complete.reduce((sum, row) => sum + weight(row), 0)
  const entropy = (of: Names) => {
    const counts = new Map<string, number>()
    for (const row of complete) {
      const key = of.map((name) => columns[name][row]).join('|')
      counts.set(key, (counts.get(key) ?? 0) + weight(row))
    }
    return [...counts.values()].reduce((sum, count) => sum - (count && (count / n) * Math.log2(count / n)), 0)
  }
  const bits = entropy([x, ...given]) + entropy(['y', ...given]) - entropy(names) - entropy(given)
  return [bits, n]
}

async function scoresOf(data: Parameters<typeof rank>[0], spec: RankSpec) {
  const { rankings } = await rank(data, spec)
  return new Map(rankings[0].scores.map((score) => [score.feature, score]))
}

describe('a ranking beside given columns', () => {
  it.each([[['g']], [['g', 'h']]] as const)('is the information given %j, by hand', async (given) => {
    const scores = await scoresOf(table, { target: 'y', given })
    expect([...scores.keys()].sort()).toEqual(
      Object.keys(columns)
        .filter((name) => name !== 'y' && !given.some((one) => one === name))
        .sort(),
    )
    for (const [feature, { score, n }] of scores) {
      const [bits, complete] = conditionalInformation(feature as Names[0], given)
      expect(score).toBeCloseTo(bits, 12)
      expect(n).toBe(complete)
    }
  })

  it('counts rows by their weights', async () => {
    const w = columns.y.map((_, row) => row % 3)
    const scores = await scoresOf(tableFromColumns({ ...columns, w }), {
      target: 'y',
      given: ['g'],
      weights: 'w',
    })
    const [bits, n] = conditionalInformation('x', ['g'], w)
    expect(scores.get('x')).toMatchObject({ score: expect.closeTo(bits, 12) as number, n })
  })

  it('sees what only shows beside another column, and not what that column explains', async () => {
    const mixed = confoundedTable()
    expect((await scoresOf(mixed, { target: 'xor' })).get('other')!.score).toBeCloseTo(0, 12)
    expect((await scoresOf(mixed, { target: 'xor', given: ['batch'] })).get('other')!.score).toBeCloseTo(
      1,
      12,
    )
    const alone = await scoresOf(mixed, { target: 'y', permutations: 99 })
    expect(alone.get('follower')!.pValue).toBe(0.01)
    const beside = await scoresOf(mixed, { target: 'y', given: ['batch'], permutations: 99 })
    expect(beside.get('follower')!.pValue).toBeGreaterThan(0.05)
  })

  it('corrects by the cells beyond those of the given columns', async () => {
    const given = ['h'] as const
    const scores = await scoresOf(table, {
      target: 'y',
      given,
      by: ['mutual-information:estimator=miller-madow'],
    })
    const complete = [...columns.y.keys()].filter((row) => columns.z[row] !== null)
    const cells = (of: Names) =>
      new Set(complete.map((row) => of.map((name) => columns[name][row]).join('|'))).size
    const [bits, n] = conditionalInformation('z', given)
    const beyond = cells(['z', 'h']) + cells(['y', 'h']) - cells(['z', 'y', 'h']) - cells(['h'])
    expect(scores.get('z')!.score).toBeCloseTo(bits + beyond / (2 * n * Math.LN2), 12)
  })

  it('is the same from DuckDB, in a session and on two threads, p-values too', async () => {
    const spec = {
      target: 'y',
      given: ['g', 'h'],
      by: ['information-gain', 'gain-ratio', 'symmetrical-uncertainty'],
      permutations: 19,
    } as const
    const plain = async (data: Parameters<typeof rank>[0], threads: number) =>
      (await rank(data, spec, { threads })).rankings
    const expected = await plain(table, 1)
    const source = await duckSourceOf(table)
    expect(await plain(source, 2)).toEqual(expected)
    source.close()
    expect(await plain(table, 2)).toEqual(expected)
    expect((await openSession(table).rank(spec)).rankings).toEqual(expected)
  })

  it('cuts numbers of many values, and says what it gave', async () => {
    const t = [...Array(rows).keys()].map((row) => ((row * 37) % rows) / 7)
    const found = await rank(tableFromColumns({ ...columns, t }), { target: 'y', given: ['t', 'h'] })
    expect(found.data.given).toEqual(['t', 'h'])
    const cut = found.coding.find(({ feature }) => feature === 't')!
    // 300 rows, 2 classes, 2 levels of h: 3 bins of two columns and of t would leave 2 rows a cell.
    expect(cut.cuts).toHaveLength(1)
    expect(found.rankings[0].scores.map(({ feature }) => feature)).not.toContain('t')
  })

  it('warns of rows without these columns, and of joint levels of few rows', async () => {
    const id = columns.y.map((_, row) => `r${row % 100}`)
    const { warnings } = await rank(tableFromColumns({ ...columns, id }), { target: 'y', given: ['g', 'id'] })
    const missing = columns.g.filter((one) => one === null).length
    const messages = warnings.map(({ message }) => message)
    expect(messages).toContain(`the given column g is missing in ${missing} of 300 rows: they are left out`)
    expect(messages.filter((one) => one.startsWith('g, id: up to 300 joint levels'))).toHaveLength(1)
  })

  it('gives the same again from the spec of its result', async () => {
    const draws = randomOf(9)
    const age = Array.from({ length: rows }, () => draws())
    const data = tableFromColumns({ ...columns, age, n: age.map((one) => one + draws()) })
    for (const given of [['age'], ['age', 'h'], ['g']]) {
      const { rankings, coding, spec } = await rank(data, { target: 'y', given, permutations: 9 })
      const again = await rank(data, spec)
      expect(again.rankings).toEqual(rankings)
      expect(again.coding).toEqual(coding)
    }
  })

  it('leaves out rows without these columns for its bins and cuts too', async () => {
    const draws = randomOf(10)
    const n = columns.y.map(() => draws())
    const whole = [...columns.y.keys()].filter((row) => columns.g[row] !== null)
    const of = (data: Readonly<Record<string, readonly (string | number | null)[]>>) =>
      rank(tableFromColumns(data), { target: 'y', given: ['g'] })
    const all = { ...columns, n }
    const part = Object.fromEntries(
      Object.entries(all).map(([name, cells]) => [name, whole.map((row) => cells[row])]),
    )
    const [one, other] = [await of(all), await of(part)]
    expect(one.rankings).toEqual(other.rankings)
    expect(one.coding).toEqual(other.coding)
  })

  it('has no small p for what only a number explains, though it is cut', async () => {
    const draws = randomOf(11)
    const noise = () => draws() + draws() + draws() - 1.5
    const age = Array.from({ length: rows }, () => draws() * 6)
    const followers = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`f${i}`, age.map((one) => one + noise())]),
    )
    const y = age.map((one) => (one + noise() > 3 ? 'old' : 'young'))
    const found = await rank(tableFromColumns({ age, ...followers, y }), {
      target: 'y',
      given: ['age'],
      permutations: 99,
    })
    const small = found.rankings[0].scores.filter(({ pValue }) => pValue! <= 0.05)
    // In bins as coarse as those of the score all 20 are. Of 20 that are uniform more than 4 are 1 in 1,000.
    expect(small.length).toBeLessThanOrEqual(4)
    expect(found.warnings.map(({ code }) => code)).toContain('cut-given')
  })

  it('refuses numbers on which no line can be found', async () => {
    const draws = randomOf(12)
    const g = columns.y.map(() => draws() * 1e155)
    const data = tableFromColumns({ g, a: g.map(() => draws()), y: g.map(() => draws()) })
    await expect(rank(data, { target: 'y', given: ['g'], by: ['pearson'] })).rejects.toThrow(
      'unsuitable given: g has values too large, or too close together, to square',
    )
  })

  it('is planned with twice the entropies', async () => {
    const linesOf = async (spec: RankSpec) =>
      (await planRank(table, spec)).plan.filter(({ request }) => request === 'entropy')
    const sets = (lines: readonly { readonly sets: number }[]) =>
      lines.reduce((sum, line) => sum + line.sets, 0)
    const drop = ['g'] as const
    expect(sets(await linesOf({ target: 'y', given: drop }))).toBe(
      2 * sets(await linesOf({ target: 'y', drop })),
    )
  })
})

describe('given columns', () => {
  const refused: readonly (readonly [RankSpec, string])[] = [
    [{ given: ['y'] }, 'invalid given: y (it is the target)'],
    [{ given: ['g', 'g'] }, 'invalid given: g (it is named twice)'],
    [{ drop: ['g'] }, 'invalid given: g (it is dropped)'],
    [{ given: ['none'] }, 'unknown given column: none'],
    [{ strata: 'h' }, 'invalid strata: h (rows are permuted within the levels of g'],
    [{ time: 'h' }, 'invalid time: h'],
    [{ by: ['anova-f'] }, 'unsuitable'],
    [{ by: ['mdfs'] }, 'unsuitable given: mdfs takes none'],
    [
      { by: ['mutual-information'], weights: 'w', given: ['w'] },
      'invalid given: w (it is the column of weights)',
    ],
    [{ given: ['w'], group: 'w' }, 'invalid given: w (it is the group)'],
    [{ missing: 'error' }, 'values are missing'],
    [
      { target: 'w', task: 'regression', by: ['f-regression'] },
      'unsuitable given: f-regression takes it beside numbers alone (drop h, x, z, y, or use mutual-information)',
    ],
    [{ by: ['mutual-information:estimator=adjusted'] }, 'estimator=adjusted takes none (use'],
    [{ by: ['chi2'] }, 'unsuitable given: chi2 takes none (use mutual-information'],
  ]
  it.each(refused)('are refused in %j', async (spec, message) => {
    const w = columns.y.map((_, row) => row % 3)
    const asked = { target: 'y', given: ['g'], ...spec }
    const weighted = tableFromColumns({ ...columns, w })
    await expect(rank(weighted, asked)).rejects.toThrow(message)
    await expect(planRank(weighted, asked)).rejects.toThrow(message)
  })

  it('are refused as targets too', async () => {
    await expect(rank(table, { target: ['y', 'h'], given: ['h'] })).rejects.toThrow(
      'invalid given: h (it is a target)',
    )
  })
})
