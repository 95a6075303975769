import type { TableTruth } from 'criba'
import { generate, generators } from 'criba/experiments'
import type { GenerateOptions } from 'criba/experiments'
import { describe, expect, it } from 'vitest'
import reference from '../truth/generators.json' with { type: 'json' }

/** A generated table as columns of numbers or texts by name. */
function made(name: string, options: GenerateOptions = {}) {
  const { table, truth } = generate(name, options)
  const columns = Object.fromEntries(
    table.columns.map((column) => [
      column.name,
      column.type === 'numeric'
        ? Array.from(column.values)
        : Array.from(column.codes, (code) => column.levels[code]),
    ]),
  )
  return { columns: columns as Record<string, number[]>, truth, rows: table.rows }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
function correlation(a: readonly number[], b: readonly number[]): number {
  const [p, q] = [mean(a), mean(b)]
  const product = mean(a.map((value, i) => (value - p) * (b[i] - q)))
  return product / Math.sqrt(mean(a.map((v) => (v - p) ** 2)) * mean(b.map((v) => (v - q) ** 2)))
}
const namesOf = ({ relevant, redundant, irrelevant }: TableTruth) => [
  ...relevant,
  ...redundant.map(({ column }) => column),
  ...irrelevant,
]

describe('every generator', () => {
  it.each(generators.map(({ name }) => name))('%s tells the role of each column', (name) => {
    const { columns, truth } = made(name, { rows: 50 })
    expect([...namesOf(truth), truth.target].sort()).toEqual(Object.keys(columns).sort())
    expect(truth.relevant.length).toBeGreaterThan(0)
    for (const { of } of truth.redundant) for (const one of of) expect(namesOf(truth)).toContain(one)
  })

  it.each(generators.map(({ name }) => name))(
    '%s repeats itself, and fewer rows are the first ones',
    (name) => {
      const [whole, again, first] = [40, 40, 25].map((rows) => made(name, { rows, seed: 3 }).columns)
      expect(again).toEqual(whole)
      for (const [column, values] of Object.entries(first)) expect(values).toEqual(whole[column].slice(0, 25))
      expect(made(name, { rows: 40, seed: 4 }).columns).not.toEqual(whole)
    },
  )

  it('leaves the other columns as they are where columns of noise are added', () => {
    for (const name of ['friedman1', 'xor', 'corral', 'madelon', 'epistasis', 'led']) {
      const few = made(name, { rows: 30, irrelevant: 2 }).columns
      const many = made(name, { rows: 30, irrelevant: 5 }).columns
      for (const column of Object.keys(few)) expect(many[column], `${name} ${column}`).toEqual(few[column])
    }
  })

  it('refuses what it does not know, in one line', () => {
    expect(() => generate('friedman')).toThrow(/^unknown generator: friedman \(known: friedman1, /)
    expect(() => generate('xor', { bits: 2 })).toThrow('unknown option of xor: bits')
    expect(() => generate('xor', { rows: 1 })).toThrow('invalid rows: 1 (needs a whole number, 2 to')
    expect(() => generate('xor', { noise: 0.6 })).toThrow('invalid noise: 0.6 (needs 0 to 0.5)')
    expect(() => generate('parity', { bits: 2.5 })).toThrow('invalid bits: 2.5 (needs a whole number')
    expect(() => generate('epistasis', { heritability: 1 })).toThrow(/^invalid heritability: 1 \(at most 0\./)
  })
})

describe('targets without noise are their formula', () => {
  const rows = 300

  it('of Friedman', () => {
    const one = made('friedman1', { rows, noise: 0 }).columns
    one['y'].forEach((y, i) => {
      const [a, b, c, d, e] = ['x1', 'x2', 'x3', 'x4', 'x5'].map((name) => one[name][i])
      expect(y).toBeCloseTo(10 * Math.sin(Math.PI * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e, 10)
    })
    const two = made('friedman2', { rows, noise: 0 }).columns
    const three = made('friedman3', { rows, noise: 0 }).columns
    for (let i = 0; i < rows; i++) {
      const [a, b, c, d] = ['x1', 'x2', 'x3', 'x4'].map((name) => two[name][i])
      expect(two['y'][i]).toBeCloseTo(Math.hypot(a, b * c - 1 / (b * d)), 8)
      const [p, q, r, s] = ['x1', 'x2', 'x3', 'x4'].map((name) => three[name][i])
      expect(three['y'][i]).toBeCloseTo(Math.atan((q * r - 1 / (q * s)) / p), 12)
    }
    // The ranges of Friedman (1991).
    const ends = { x1: [0, 100], x2: [40 * Math.PI, 560 * Math.PI], x3: [0, 1], x4: [1, 11] }
    for (const [name, [low, high]] of Object.entries(ends)) {
      for (const values of [two[name], three[name]]) {
        expect(Math.min(...values)).toBeGreaterThanOrEqual(low)
        expect(Math.max(...values)).toBeLessThanOrEqual(high)
        expect(Math.abs(mean(values) - (low + high) / 2)).toBeLessThan(0.1 * (high - low))
      }
    }
  })

  it.each(['friedman1', 'friedman2', 'friedman3'] as const)("of %s, as scikit-learn's", (name) => {
    const { y } = made(name, { rows: reference.rows, seed: reference.seed, noise: 0, irrelevant: 1 }).columns
    expect(y).toHaveLength(25)
    y.forEach((value, i) => expect(value / reference[name][i]).toBeCloseTo(1, 9))
  })

  it('of bits and signs', () => {
    const xor = made('xor', { rows }).columns
    expect(xor['y']).toEqual(xor['x1'].map((x, i) => Number(x * xor['x2'][i] < 0)))
    const parity = made('parity', { rows, bits: 4 }).columns
    expect(parity['y']).toEqual(
      parity['x1'].map((x, i) => (x + parity['x2'][i] + parity['x3'][i] + parity['x4'][i]) % 2),
    )
    const { a0, a1, b0, b1, correlated, y } = made('corral', { rows: 20_000 }).columns
    expect(y).toEqual(a0.map((a, i) => Number((a && a1[i]) || (b0[i] && b1[i]))))
    // ¾ of 20,000 rows, ± 4 standard deviations.
    expect(Math.abs(mean(y.map((c, i) => Number(c === correlated[i]))) - 0.75)).toBeLessThan(0.0123)
  })

  it('of the groups', () => {
    const { columns, truth } = made('correlated-groups', { rows: 20_000, noise: 0, correlation: 0.6 })
    expect(truth.relevant).toEqual(['g1_1', 'g2_1', 'g3_1', 'g4_1'])
    columns['y'].forEach((y, i) =>
      expect(y).toBeCloseTo(
        truth.relevant.reduce((sum, name) => sum + columns[name][i], 0),
        10,
      ),
    )
    expect(Math.abs(correlation(columns['g1_1'], columns['g1_4']) - 0.6)).toBeLessThan(0.02)
    expect(Math.abs(correlation(columns['g1_1'], columns['g2_1']))).toBeLessThan(0.03)
    expect(Math.abs(correlation(columns['h1_1'], columns['y']))).toBeLessThan(0.03)
  })
})

describe('the problems of the monks', () => {
  // The 432 robots, and the share of the paper: Thrun et al. (1991).
  it.each([
    ['monk1', 216],
    ['monk2', 142],
    ['monk3', 228],
  ])('%s has %i robots of class 1', (name, ones) => {
    const { columns, rows } = made(name, { noise: 0 })
    const { y, ...attributes } = columns
    expect(rows).toBe(432)
    const robots = y.map((_, i) =>
      Object.values(attributes)
        .map((values) => String(values[i]))
        .join(),
    )
    expect(new Set(robots).size).toBe(432)
    expect(y.reduce((sum, value) => sum + value, 0)).toBe(ones)
  })

  it('follow their rules', () => {
    const { columns } = made('monk1', { noise: 0 })
    const text = columns as unknown as Record<string, string[]>
    columns['y'].forEach((y, i) =>
      expect(y).toBe(
        Number(text['head_shape'][i] === text['body_shape'][i] || text['jacket_color'][i] === 'red'),
      ),
    )
    const three = made('monk3', { noise: 0 })
    const of = three.columns as unknown as Record<string, string[]>
    three.columns['y'].forEach((y, i) => {
      const [body, holding, jacket] = [of['body_shape'][i], of['holding'][i], of['jacket_color'][i]]
      expect(y).toBe(
        Number((jacket === 'green' && holding === 'sword') || (jacket !== 'blue' && body !== 'octagon')),
      )
    })
  })
})

describe('noise', () => {
  const rows = 20_000

  it('of a numeric target has its standard deviation', () => {
    const clean = made('friedman1', { rows, noise: 0 }).columns['y']
    const noise = made('friedman1', { rows, noise: 3 }).columns['y'].map((y, i) => y - clean[i])
    expect(Math.abs(mean(noise))).toBeLessThan(0.085)
    expect(Math.abs(Math.sqrt(mean(noise.map((x) => x * x))) - 3)).toBeLessThan(0.06)
  })

  it('of classes flips its share', () => {
    const clean = made('parity', { rows, noise: 0 }).columns['y']
    const flipped = mean(
      made('parity', { rows, noise: 0.2 }).columns['y'].map((y, i) => Math.abs(y - clean[i])),
    )
    expect(Math.abs(flipped - 0.2)).toBeLessThan(0.0114)
  })

  it('of a display inverts its segments, which are those of the digits', () => {
    const { columns } = made('led', { rows, noise: 0 })
    const seven = new Map<number, string>()
    columns['y'].forEach((digit, i) =>
      seven.set(digit, [1, 2, 3, 4, 5, 6, 7].map((segment) => columns[`x${segment}`][i]).join('')),
    )
    // Lit segments of 0 to 9: a display needs 6, 2, 5, 5, 4, 5, 6, 3, 7 and 6.
    const lit = [...seven].sort(([a], [b]) => a - b).map(([, text]) => text.replaceAll('0', '').length)
    expect(lit).toEqual([6, 2, 5, 5, 4, 5, 6, 3, 7, 6])
    expect(new Set(seven.values()).size).toBe(10)
    const noisy = made('led', { rows, noise: 0.1 }).columns
    const inverted = mean(noisy['x1'].map((x, i) => Math.abs(x - columns['x1'][i])))
    expect(Math.abs(inverted - 0.1)).toBeLessThan(0.0085)
  })
})

describe('what acts only together', () => {
  const rows = 50_000

  it('of two genes tells nothing by one of them', () => {
    const { columns } = made('epistasis', { rows, heritability: 0.2, frequency: 0.4 })
    for (const name of ['snp1', 'snp2']) {
      for (const genotype of [0, 1, 2]) {
        const own = columns['y'].filter((_, i) => columns[name][i] === genotype)
        // ½ ± 4 standard deviations.
        expect(Math.abs(mean(own) - 0.5)).toBeLessThan(2 / Math.sqrt(own.length))
      }
    }
    // The heritability: the variance of the chance of the disease, over ¼.
    const cells = [0, 1, 2].flatMap((a) =>
      [0, 1, 2].map((b) =>
        columns['y'].filter((_, i) => columns['snp1'][i] === a && columns['snp2'][i] === b),
      ),
    )
    const heritability = cells.reduce((sum, of) => sum + (of.length / rows) * (mean(of) - 0.5) ** 2, 0) / 0.25
    expect(Math.abs(heritability - 0.2)).toBeLessThan(0.02)
  })

  it('of a cube makes copies and combinations of the informative columns', () => {
    const { columns, truth } = made('madelon', { rows: 400, noise: 0 })
    expect(truth.relevant).toHaveLength(5)
    expect(truth.irrelevant).toHaveLength(480)
    // 5 combinations and 10 copies, in a space of five dimensions: the sixth column is a combination of the others.
    expect(truth.redundant).toHaveLength(15)
    expect(mean(columns['y'])).toBeGreaterThan(0.4)
    expect(mean(columns['y'])).toBeLessThan(0.6)
    expect(truth.redundant.every(({ of }) => of.length > 0)).toBe(true)
  })

  it('of Madelon: each corner of the cube has one class, half of them class 1', () => {
    const { columns } = made('madelon', { rows: 400, informative: 3, separation: 1000, noise: 0 })
    const corners = new Map<string, Set<number>>()
    columns['y'].forEach((y, row) => {
      const corner = ['x1', 'x2', 'x3'].map((name) => Math.sign(columns[name][row])).join()
      corners.set(corner, (corners.get(corner) ?? new Set()).add(y))
    })
    expect(corners.size).toBe(8)
    expect([...corners.values()].every((classes) => classes.size === 1)).toBe(true)
    expect([...corners.values()].filter((classes) => classes.has(1))).toHaveLength(4)
  })

  it('of Madelon: combinations are linear, copies are equal to their source', () => {
    const options = { rows: 60, informative: 3, redundant: 2, repeated: 4, irrelevant: 1, seed: 2 }
    const { columns, truth } = made('madelon', options)
    const rows = columns['y'].map((_, row) => ['x1', 'x2', 'x3'].map((name) => columns[name][row]))
    const determinant = ([a, b, c]: number[][]) =>
      a[0] * (b[1] * c[2] - b[2] * c[1]) -
      a[1] * (b[0] * c[2] - b[2] * c[0]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])
    for (const name of ['x4', 'x5']) {
      // The weights by Cramer's rule from three rows hold in all others.
      const three = rows.slice(0, 3)
      const weights = [0, 1, 2].map((at) => {
        const swapped = three.map((row, i) => row.map((value, j) => (j === at ? columns[name][i] : value)))
        return determinant(swapped) / determinant(three)
      })
      rows.forEach((row, i) =>
        expect(row.reduce((sum, value, j) => sum + weights[j] * value, 0)).toBeCloseTo(columns[name][i], 8),
      )
    }
    for (const name of ['x6', 'x7', 'x8', 'x9']) {
      const { of } = truth.redundant.find(({ column }) => column === name)!
      const equal = ['x1', 'x2', 'x3', 'x4', 'x5'].filter((other) =>
        columns[other].every((value, row) => value === columns[name][row]),
      )
      expect(equal).toHaveLength(1)
      expect(of).toEqual(Number(equal[0].slice(1)) > 3 ? ['x1', 'x2', 'x3'] : equal)
    }
  })
})
