import { rank, select, tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import {
  autocorrelations,
  cosineTransform,
} from '../../dist/src/analyses/null-distributions/cosine-transform.js'
import { exceedancesOf } from '../../dist/src/analyses/null-distributions/p-values.js'
import { rowExchanges } from '../../dist/src/analyses/null-distributions/row-exchange.js'
import { clustered, noiseInGroups, noiseInTime, patients, uniformOf } from './dependent-noise.ts'
import { ordersOfGroups } from '../../dist/src/analyses/selection/few-groups.js'

describe('the cosine transform', () => {
  it.each([1, 2, 3, 7, 64, 100])('of %i numbers is that of its definition, and is undone', (n) => {
    const uniform = uniformOf(n)
    const numbers = Float64Array.from({ length: n }, uniform)
    const transform = cosineTransform(n)
    const found = transform.forward(numbers)
    found.forEach((value, k) => {
      const plain = numbers.reduce((sum, x, j) => sum + x * Math.cos((Math.PI * k * (j + 0.5)) / n), 0)
      expect(value).toBeCloseTo(plain, 10)
    })
    transform.inverse(found).forEach((value, i) => expect(value).toBeCloseTo(numbers[i], 10))
  })
})

describe('autocorrelations', () => {
  it.each([1, 2, 5, 96, 300])('of %i numbers are the sums of their products at each lag', (n) => {
    const uniform = uniformOf(n)
    const numbers = Float64Array.from({ length: n }, () => uniform() - 0.3)
    const found = autocorrelations(numbers)
    expect(found).toHaveLength(n)
    found.forEach((value, lag) => {
      const plain = numbers.slice(lag).reduce((sum, x, i) => sum + x * numbers[i], 0)
      expect(value).toBeCloseTo(plain, 10)
    })
  })
})

describe('an exchange of rows', () => {
  const draws = 50
  const uniform = uniformOf(4)

  it('moves groups of one size as a whole, in the order of their rows', () => {
    const together = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    const values = Float64Array.from([5, 1, 9, 2, 8, 4, 12, 7, 3, 6, 11, 10])
    const [exchange] = rowExchanges(values, { together })
    const seen = new Set<string>()
    for (let draw = 0; draw < draws; draw++) {
      const from = exchange(uniform)
      for (let group = 0; group < 4; group++) {
        const [first, second, third] = from.slice(3 * group, 3 * group + 3)
        expect([first % 3, second - first, third - first]).toEqual([0, 1, 2])
      }
      seen.add(from.join())
    }
    // Of 24 orders, each as likely.
    expect(seen.size).toBeGreaterThan(15)
  })

  it('keeps a value that is constant within groups constant, where groups have several sizes', () => {
    const sizes = [2, 5, 3, 4, 6, 2]
    const together = sizes.flatMap((size, group) => Array<number>(size).fill(group))
    const values = Float64Array.from(together, (group) => group % 2)
    const [exchange] = rowExchanges(values, { together })
    for (let draw = 0; draw < draws; draw++) {
      const from = exchange(uniform)
      expect([...from].sort((a, b) => a - b)).toEqual([...together.keys()])
      const mixed = sizes.filter((_, group) => {
        const own = together.flatMap((one, row) => (one === group ? [values[from[row]]] : []))
        return new Set(own).size > 1
      })
      // The values are as often as before, so one group may have both.
      expect(mixed.length).toBeLessThanOrEqual(1)
    }
  })

  it('leaves every value in its stratum, and in its level of what is given', () => {
    const within = Array.from({ length: 60 }, (_, row) => row % 3)
    const given = Array.from({ length: 60 }, (_, row) => row % 4)
    const values = Float64Array.from({ length: 60 }, uniform)
    const [exchange] = rowExchanges(values, { within, given })
    const from = exchange(uniform)
    expect([...from].every((source, row) => (source - row) % 12 === 0)).toBe(true)
    expect([...from]).not.toEqual([...from.keys()])
  })

  it('keeps the correlation of a series with its past, and puts no value at a place more often than chance', () => {
    const values = new Float64Array(200)
    for (let i = 1; i < 200; i++) values[i] = 0.9 * values[i - 1] + uniform() - 0.5
    // The times stand in another order than the rows.
    const place = (row: number) => (row * 77) % 200
    const along = Array.from({ length: 200 }, (_, row) => place(row))
    const byRow = Float64Array.from({ length: 200 }, (_, row) => values[place(row)])
    const kinds = rowExchanges(byRow, { along })
    expect(kinds.length).toBe(2)
    for (let draw = 0; draw < 20; draw++) {
      const from = kinds[draw % 2](uniform)
      const moved = new Float64Array(200)
      from.forEach((source, row) => (moved[place(row)] = byRow[source]))
      expect(lagOne(moved)).toBeGreaterThan(0.6)
      expect([...moved].sort()).toEqual([...values].sort())
    }
  })

  it('along time shifts by no less than the correlation lasts, found among many lags', () => {
    // Half a wave of 1,200 rows: the products at a lag are positive up to a quarter of the series and beyond.
    const rows = 1200
    const values = Float64Array.from({ length: rows }, (_, row) => Math.cos((Math.PI * row) / rows))
    const ranks = Float64Array.from(values.keys(), (row) => (rows - 1) / 2 - row)
    const productsAt = (lag: number) => ranks.slice(lag).reduce((sum, x, i) => sum + x * ranks[i], 0)
    const bound = (2 / Math.sqrt(rows)) * productsAt(0)
    let lasts = 1
    while (lasts < rows / 4 && productsAt(lasts) > bound) lasts++
    expect(lasts).toBeGreaterThan(100)
    const [, shift] = rowExchanges(values, { along: values.map((_, row) => row) })
    const shifts = Array.from({ length: 200 }, () => shift(uniform)[0])
    expect(Math.min(...shifts)).toBeGreaterThanOrEqual(lasts)
    expect(Math.min(...shifts)).toBeLessThan(lasts + 30)
    expect(Math.max(...shifts)).toBeLessThanOrEqual(rows - lasts)
  })

  it('along time shifts in one kind, and so keeps seasons', () => {
    const season = [0, 5, 1, 9, 2, 7, 3]
    const values = Float64Array.from({ length: 140 }, (_, row) => season[row % 7])
    const [, shift] = rowExchanges(values, { along: values.map((_, row) => row) })
    for (let draw = 0; draw < 20; draw++) {
      const moved = Float64Array.from(shift(uniform), (source) => values[source])
      expect(moved.slice(7)).toEqual(moved.slice(0, -7))
    }
  })
})

describe('p-values by group', () => {
  // Four groups of three rows, constant within: of the 6 ways to give two groups the class b, 2 part 1, 2 from 3, 4.
  const columns = {
    g: [...'aaabbbcccddd'],
    x: [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4],
    y: [...'uuuuuuvvvvvv'],
  }
  const spec = { target: 'y', by: ['anova-f', 'mutual-information'], group: 'g' } as const

  it('are those of whole groups', async () => {
    const { rankings } = await rank(tableFromColumns(columns), { ...spec, permutations: 999 })
    for (const { scores } of rankings) {
      expect(scores[0].pFrom).toBe('permutation')
      // 1/3, within 3 standard errors of 999 draws.
      expect(Math.abs(scores[0].pValue! - 1 / 3)).toBeLessThan(0.045)
    }
  })

  it('are left out without permutations, with a warning that names the option', async () => {
    const { rankings, warnings } = await rank(tableFromColumns(columns), spec)
    expect(rankings.flatMap(({ scores }) => scores.filter(({ pValue }) => pValue !== undefined))).toEqual([])
    expect(warnings.find(({ code }) => code === 'no-p-values')?.message).toMatch(/group g .*permutations 999/)
  })

  it('are the same of a database', async () => {
    const uniform = uniformOf(9)
    const data = tableFromColumns({
      g: patients(12, 4),
      ...clustered(uniform, 12, 4, 3),
      y: patients(12, 4).map((_, row) => Math.floor(row / 4) % 2),
    })
    const asked = {
      target: 'y',
      by: ['anova-f', 'mutual-information'],
      group: 'g',
      permutations: 99,
    } as const
    const source = await duckSourceOf(data)
    const [memory, duck] = [await rank(data, asked), await rank(source, asked)]
    const pValues = ({ rankings }: typeof memory) =>
      rankings.map(({ scores }) => scores.map(({ feature, pValue }) => [feature, pValue]))
    expect(pValues(duck)).toEqual(pValues(memory))
    const chosen = async (from: typeof source | typeof data) =>
      (await select(from, { target: 'y', group: 'g', evidence: false })).setAside.map(
        ({ feature, pValue }) => [feature, pValue],
      )
    expect(await chosen(source)).toEqual(await chosen(data))
  })
})

describe('the exceedances of two kinds of permutations', () => {
  it('give the p-value of the kind that has more of them', () => {
    // Of permutations 1 to 9, four are even and five odd: 3 of 4, and 1 of 5.
    const found = exceedancesOf(2, 9, 2)
    for (const permutation of [2, 4, 8, 5]) found.add(1, permutation)
    expect([...found.pValues()]).toEqual([1 / 5, 4 / 5])
    const ofOneKind = exceedancesOf(1, 9, 1)
    ofOneKind.add(0, 9)
    expect([...ofOneKind.pValues()]).toEqual([2 / 10])
  })
})

describe('the orders of groups', () => {
  it.each([
    // 4 groups of two classes, 3 and 1: of 24 orders 3! are alike.
    ['alike', [0, 0, 1, 1, 2, 3], ['a', 'a', 'a', 'a', 'a', 'b'], undefined, 4],
    ['of a target that varies within them', [0, 0, 1, 1, 2, 2], ['a', 'b', 'a', 'b', 'a', 'b'], undefined, 6],
    ['within strata', [0, 1, 2, 3, 4], ['a', 'b', 'a', 'b', 'c'], [0, 0, 1, 1, 1], 2 * 6],
  ] as const)('%s are counted', (_, groups, classes, within, orders) => {
    const target = classes.map((one) => ['a', 'b', 'c'].indexOf(one))
    expect(ordersOfGroups(groups, target, within)).toBe(orders)
  })
})

describe('few groups', () => {
  const table = (groups: number) => {
    const uniform = uniformOf(5)
    const y = patients(groups, 6).map((_, row) => (Math.floor(row / 6) % 2 ? 'a' : 'b'))
    return tableFromColumns({ g: patients(groups, 6), ...clustered(uniform, groups, 6, 5), y })
  }

  it('have a warning that says how small a p-value can be', async () => {
    const spec = { target: 'y', group: 'g', evidence: false } as const
    const messages = async (groups: number) =>
      (await select(table(groups), spec)).warnings.map(({ message }) => message)
    // C(4, 2) = 6 orders; 0.05 / 5.05 = 0.0099.
    expect(await messages(4)).toContainEqual(
      expect.stringMatching(
        /^few groups: 4 have 6 orders, so no p-value is below 0.17, and the first of 5 columns needs 0.0099/,
      ),
    )
    // C(12, 6) = 924.
    expect((await messages(12)).filter((message) => message.startsWith('few groups'))).toEqual([])
  })
})

describe('rows that are not independent', () => {
  it('are no proof by group, and no synergies of them are named', async () => {
    const { chose, synergies } = await noiseInGroups(6, 8)
    expect(synergies).toBe(0)
    // 3 or more of 6 at 6 % have a probability of 0.4 %.
    expect(chose).toBeLessThan(3)
  })

  it('are no proof in time', async () => {
    const { chose, synergies } = await noiseInTime(3, 6)
    expect(synergies).toBe(0)
    expect(chose).toBeLessThan(3)
  })

  const uniform = uniformOf(2)
  const table = tableFromColumns({
    g: patients(20, 5),
    ...clustered(uniform, 20, 5, 12),
    y: patients(20, 5).map((_, row) => (Math.floor(row / 5) % 2 ? 'a' : 'b')),
  })

  it.each([
    [{ method: 'iamb' }, /tests of independence count independent rows/],
    [{ method: 'knockoffs:q=0.2' }, /knockoffs takes rows to be independent, whatever group g says/],
    [{ discretise: 'mdl' }, /cuts that look at the target/],
    [{ stop: 'significance:null=max' }, /unsuitable null: max/],
  ] as const)('%o is refused by group', async (spec, message) => {
    await expect(select(table, { target: 'y', group: 'g', evidence: false, ...spec })).rejects.toThrow(
      message,
    )
  })

  it('boruta warns that it takes rows to be independent', async () => {
    const { warnings } = await select(table, {
      target: 'y',
      group: 'g',
      evidence: false,
      method: 'boruta:runs=10',
      criterion: 'anova-f',
    })
    expect(warnings.map(({ code }) => code)).toContain('dependent-rows')
  })
})

function lagOne(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [product, square] = [0, 0]
  values.forEach((value, i) => {
    square += (value - mean) ** 2
    if (i > 0) product += (value - mean) * (values[i - 1] - mean)
  })
  return product / square
}
