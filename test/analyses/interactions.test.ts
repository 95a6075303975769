import { interactions, tableFromColumns } from 'criba'
import type { Interactions, InteractionsSpec, PairInteraction } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import {
  a,
  columns,
  completeWeights,
  estimators,
  gappyColumns,
  levelTable,
  plainEntropy,
  plainInformation,
  withGap,
} from './plain-information.ts'
import type { Cell, Columns } from './plain-information.ts'

const y = { target: 'y' } as const
const four = ['a', 'b', 'c', 'd']
/** Entropies are differences of sums: exact to about 1e-15 bits each. */
const bits = 12

function pairOf({ pairs }: Interactions, a: string, b: string): PairInteraction {
  const found = pairs.find((pair) => pair.a === a && pair.b === b)
  expect(found, `${a} and ${b}`).toBeDefined()
  return found!
}

/** Whether a target has two levels among the rows used. */
function isVaried(target: readonly Cell[], weights: readonly number[]): boolean {
  return new Set(target.filter((cell, row) => cell !== null && weights[row] > 0)).size > 1
}

/** The numbers of a pair from the definition, over the rows complete in the pair and the target. */
function plainPair(columns: Columns, a: string, b: string, weights: readonly number[]) {
  const complete = completeWeights([columns[a], columns[b], columns['y']], weights)
  if (complete.every((weight) => weight === 0)) return null
  const information = (...x: string[]) =>
    plainInformation(
      x.map((name) => columns[name]),
      [columns['y']],
      complete,
    )
  const [iA, iB, joint] = [information(a), information(b), information(a, b)]
  const both = plainEntropy([columns[a]], complete) + plainEntropy([columns[b]], complete)
  const shared = plainInformation([columns[a]], [columns[b]], complete)
  return { iA, iB, joint, interaction: joint - iA - iB, similarity: both === 0 ? 0 : (2 * shared) / both }
}

function expectPlainPairs(found: Interactions, columns: Columns, weights: readonly number[]): void {
  const expected = four.flatMap((a, i) => four.slice(i + 1).map((b) => [a, b] as const))
  for (const [a, b] of expected) {
    const plain = plainPair(columns, a, b, weights)
    if (plain === null) {
      expect(found.pairs.some((pair) => pair.a === a && pair.b === b)).toBe(false)
      continue
    }
    const pair = pairOf(found, a, b)
    for (const key of ['iA', 'iB', 'joint', 'interaction', 'similarity'] as const) {
      expect(pair[key], `${key} of ${a} and ${b}`).toBeCloseTo(plain[key], bits)
    }
  }
  const withTarget = (name: string) => completeWeights([columns[name], columns['y']], weights)
  for (const { feature, information } of found.alone) {
    const complete = withTarget(feature)
    if (complete.every((weight) => weight === 0)) expect(information, feature).toBe(null)
    else
      expect(information!, feature).toBeCloseTo(
        plainInformation([columns[feature]], [columns['y']], complete),
        bits,
      )
  }
  expect(found.targetEntropy).toBeCloseTo(plainEntropy([columns['y']], withTarget('y')), bits)
  const sizes = found.pairs.map(({ interaction }) => Math.abs(interaction))
  expect(sizes.every((size, i) => i === 0 || size <= sizes[i - 1] * (1 + 1e-12))).toBe(true)
}

describe('known answers', () => {
  it('the table of art and painting: redundant', async () => {
    const cells = [22, 25, 2, 8, 0, 8, 0, 37]
    const rows = cells.flatMap((count, cell) => new Array<number>(count).fill(cell))
    const bit = (place: number) => rows.map((cell) => String((cell >> place) & 1))
    const { pairs, units } = await interactions(levelTable({ art: bit(1), painting: bit(0), y: bit(2) }), y)
    expect(units).toBe('bits')
    expect(pairs).toHaveLength(1)
    expect(pairs[0].iA).toBeCloseTo(0.32327, 7)
    expect(pairs[0].iB).toBeCloseTo(0.238395, 7)
    expect(pairs[0].joint).toBeCloseTo(0.4335985, 7)
    expect(pairs[0].interaction).toBeCloseTo(-0.1280664, 7)
  })

  it('XOR: exactly one bit, and no information from either input alone', async () => {
    const table = levelTable({ a: [0, 0, 1, 1], b: [0, 1, 0, 1], c: [0, 0, 0, 0], y: [0, 1, 1, 0] })
    const { pairs } = await interactions(table, { ...y, permutations: 0 })
    expect(pairs).toEqual([
      { a: 'a', b: 'b', iA: 0, iB: 0, joint: 1, interaction: 1, similarity: 0 },
      { a: 'a', b: 'c', iA: 0, iB: 0, joint: 0, interaction: 0, similarity: 0 },
      { a: 'b', b: 'c', iA: 0, iB: 0, joint: 0, interaction: 0, similarity: 0 },
    ])
  })

  it('a copy: as redundant as it is relevant', async () => {
    const x = [0, 0, 1, 1, 2, 2, 2]
    const { pairs } = await interactions(levelTable({ a: x, b: x, y: [0, 0, 0, 1, 1, 1, 0] }), y)
    expect(pairs[0].joint).toBe(pairs[0].iA)
    expect(pairs[0].interaction).toBe(-pairs[0].iA)
    expect(pairs[0].similarity).toBe(1)
  })

  it('by hand: what two columns share, and the entropy of the target', async () => {
    // a is b in three of four rows: H(a) = 1, H(b) = 2 − ¾ log₂ 3, I(a;b) = H(b) − ½.
    const table = levelTable({ a: [0, 0, 1, 1], b: [0, 0, 0, 1], y: [0, 0, 0, 1] })
    const { pairs, alone, targetEntropy } = await interactions(table, { ...y, permutations: 0 })
    const h = 2 - 0.75 * Math.log2(3)
    expect(pairs[0].similarity).toBeCloseTo((2 * (h - 0.5)) / (1 + h), bits)
    expect(targetEntropy).toBeCloseTo(h, bits)
    expect(alone.map(({ feature }) => feature)).toEqual(['a', 'b'])
    expect(alone[0].information).toBeCloseTo(h - 0.5, bits)
    expect(alone[1].information).toBeCloseTo(h, bits)
  })

  const cases = estimators.cases.filter(({ quantity }) => quantity === 'interaction')
  it.each(cases)('$dataset: $x and $y on $target', async ({ dataset, x, y, target, value }) => {
    const table = levelTable(estimators.datasets[dataset as string].columns)
    const found = await interactions(table, { target: target as string })
    const pair = found.pairs.find(({ a, b }) => [a, b].includes(x as string) && [a, b].includes(y as string))
    expect(pair!.interaction).toBeCloseTo(value as number, bits)
  })

  const matrices = estimators.cases.filter(({ quantity }) => quantity === 'interaction-matrix')
  it.each(matrices)('$dataset: all pairs on $target', async ({ dataset, columns, target, value }) => {
    const table = levelTable(estimators.datasets[dataset as string].columns)
    const found = await interactions(table, { target: target as string })
    const names = columns as string[]
    const rows = value as number[][]
    expect(found.pairs).toHaveLength((names.length * (names.length - 1)) / 2)
    for (const { a, b, iA, iB, interaction } of found.pairs) {
      const [i, j] = [names.indexOf(a), names.indexOf(b)]
      expect(interaction).toBeCloseTo(rows[i][j], bits)
      expect(-iA).toBeCloseTo(rows[i][i], bits)
      expect(-iB).toBeCloseTo(rows[j][j], bits)
    }
  })
})

describe('against the definition', () => {
  it('with gaps everywhere, and weights', () =>
    fc.assert(
      fc.asyncProperty(gappyColumns, fc.boolean(), async (columns, isWeighted) => {
        const weights = isWeighted ? columns.weight : columns.weight.map(() => 1)
        if (!isVaried(columns['y'], weights)) return
        if (!four.some((a, i) => four.slice(i + 1).some((b) => plainPair(columns, a, b, weights)))) return
        const spec: InteractionsSpec = isWeighted ? { ...y, weights: 'weight' } : { ...y, drop: ['weight'] }
        expectPlainPairs(await interactions(levelTable(columns), spec), columns, weights)
      }),
      { numRuns: runs(100) },
    ))

  it('with gaps in some columns only', () =>
    fc.assert(
      fc.asyncProperty(gappyColumns, fc.subarray([...four, 'y']), async (gappy, whole) => {
        const filled = Object.fromEntries(whole.map((name) => [name, gappy[name].map((cell) => cell ?? 'u')]))
        const columns = { ...gappy, ...filled }
        const weights = columns.weight.map(() => 1)
        if (!isVaried(columns['y'], weights)) return
        if (!four.some((a, i) => four.slice(i + 1).some((b) => plainPair(columns, a, b, weights)))) return
        const found = await interactions(levelTable(columns), { ...y, drop: ['weight'] })
        expectPlainPairs(found, columns, weights)
      }),
      { numRuns: runs(100) },
    ))

  it('weights are frequencies, to the bit', () =>
    fc.assert(
      fc.asyncProperty(gappyColumns, async ({ weight, ...columns }) => {
        const repeat = (cells: readonly Cell[]) =>
          cells.flatMap((cell, row) => new Array<Cell>(weight[row]).fill(cell))
        const repeated = Object.fromEntries(
          Object.entries(columns).map(([name, cells]) => [name, repeat(cells)]),
        )
        if (!isVaried(columns['y'], weight) || four.some((name) => !isVaried(columns[name], weight))) return
        const outcome = (run: Promise<Interactions>) => run.then(({ pairs }) => pairs, String)
        const weighed = await outcome(
          interactions(levelTable({ ...columns, weight }), { ...y, weights: 'weight' }),
        )
        expect(weighed).toEqual(await outcome(interactions(levelTable(repeated), y)))
      }),
      { numRuns: runs(60) },
    ))

  it('numbers as the levels in the result', async () => {
    const numbers = (step: number) => Array.from({ length: 90 }, (_, row) => ((row * step) % 89) / 7)
    const columns = { a: numbers(13), b: numbers(29), c: numbers(31), d: numbers(5), y: numbers(17) }
    const found = await interactions(tableFromColumns(columns), { ...y, bins: 3 })
    expect(found.data.task).toBe('regression')
    const levels = Object.entries(columns).map(([name, values]) => {
      const { cuts } = found.coding.find(({ feature }) => feature === name)!
      return [name, values.map((value) => cuts!.filter((cut) => cut < value).length)] as const
    })
    expectPlainPairs(found, Object.fromEntries(levels), new Array<number>(90).fill(1))
  })
})

describe('permutations', () => {
  const spec: InteractionsSpec = { ...y, permutations: 49, seed: 3 }

  it('are reproducible, and depend on the seed', async () => {
    const pairs = async (seed: number) => (await interactions(levelTable(columns), { ...spec, seed })).pairs
    expect(await pairs(3)).toEqual(await pairs(3))
    expect((await pairs(3)).map(({ pValue }) => pValue)).not.toEqual(
      (await pairs(4)).map(({ pValue }) => pValue),
    )
  })

  it('find synergy and redundancy, and nothing else', async () => {
    const { pairs } = await interactions(levelTable(columns), spec)
    const pOf = (a: string, b: string) => pairs.find((pair) => pair.a === a && pair.b === b)!.pValue!
    expect(pOf('a', 'b')).toBe(1 / 50)
    expect(pOf('a', 'd')).toBeGreaterThan(0.05)
    const { c, d, y: target } = columns
    const copies = await interactions(levelTable({ a: target, b: target, c, d, y: target }), spec)
    expect(pairOf(copies, 'a', 'b').interaction).toBeLessThan(-0.9)
    expect(pairOf(copies, 'a', 'b').pValue).toBe(1 / 50)
  })

  it('are the same for all pairs: copies have one p', async () => {
    const found = await interactions(levelTable(columns), spec)
    expect(pairOf(found, 'a', 'd').pValue).toBe(pairOf(found, 'c', 'd').pValue)
    expect(pairOf(found, 'a', 'b').pValue).toBe(pairOf(found, 'b', 'c').pValue)
  })

  it.each([
    ['whole', columns],
    ['with a gap', withGap],
  ])('do not depend on the order of columns: %s', async (_, columns) => {
    const { a, b, c, d, y } = columns
    const one = await interactions(levelTable({ a, b, c, d, y }), spec)
    const other = await interactions(levelTable({ y, d, c, b, a }), spec)
    for (const pair of one.pairs) {
      const turned = pairOf(other, pair.b, pair.a)
      const { iA, iB, joint, interaction, pValue } = turned
      expect({ ...pair, iA: iB, iB: iA, joint, interaction, pValue }).toEqual(pair)
    }
  })

  it('count by the definition', async () => {
    // Of the 6 permutations of y 2 are XOR or its reverse; the others have no interaction as large.
    const xor = levelTable({ a: [0, 0, 1, 1], b: [0, 1, 0, 1], y: [0, 1, 1, 0] })
    const { pairs } = await interactions(xor, { ...y, permutations: 2999 })
    expect(pairs[0].pValue).toBeGreaterThan(0.3)
    expect(pairs[0].pValue).toBeLessThan(0.37)
  })

  it('need weights of 0 and 1', async () => {
    const weights = a.map((_, row) => row % 3)
    const weighed = levelTable({ ...columns, weight: weights })
    await expect(interactions(weighed, { ...spec, weights: 'weight' })).rejects.toThrow(/weight to be 0 or 1/)
  })
})
