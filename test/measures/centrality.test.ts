import { centrality } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matrixOf, plainPaths, plainPerron } from '../twins/affinity.ts'
import type { Matrix } from '../twins/affinity.ts'
import { sum } from '../twins/plain.ts'
import { runs } from '../properties/runs.ts'

const namesOf = (matrix: Matrix) => matrix.map((_, i) => `x${i}`)
const methods = ['eigenvector-centrality', 'infinite-fs'] as const

/** Scores in the order of the matrix. */
function scoresOf(matrix: Matrix, method: (typeof methods)[number] = 'eigenvector-centrality'): number[] {
  const names = namesOf(matrix)
  const found = new Map(centrality(matrix, { names, method }).map(({ feature, score }) => [feature, score]))
  return names.map((name) => found.get(name)!)
}

const graph = (width: number, edges: readonly (readonly [number, number])[]) =>
  matrixOf(width, (i, j) => (edges.some(([a, b]) => (a === i && b === j) || (a === j && b === i)) ? 1 : 0))

/** Symmetric matrices, some of zeros in part, so that there are graphs of several parts. */
const matrices = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.constantFrom(0, 0.5, 0.8),
    fc.infiniteStream(fc.integer({ min: 0, max: 1000 })),
  )
  .map(([width, empty, stream]) => {
    const next = () => stream.next().value / 1000
    const drawn = matrixOf(width, () => (next() < empty ? 0 : next()))
    return matrixOf(width, (i, j) => drawn[Math.max(i, j)][Math.min(i, j)])
  })

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i]), `${i}: ${value} for ${expected[i]}`).toBeLessThan(
      tolerance * Math.max(1, Math.abs(expected[i])),
    )
  })
}

describe('centrality', () => {
  it('is the principal eigenvector, nearest to equal weights', () =>
    fc.assert(
      fc.property(matrices, (matrix) => {
        const found = scoresOf(matrix)
        const { value, vector } = plainPerron(matrix)
        const residual = matrix.map((row, i) => sum(row.map((x, j) => x * found[j])) - value * found[i])
        expect(Math.max(...residual.map(Math.abs))).toBeLessThan(1e-11)
        expect(Math.min(...found)).toBeGreaterThanOrEqual(0)
        // Where the next eigenvalue is close, the vector is as exact as their distance allows.
        const rest = plainPerron(
          matrixOf(matrix.length, (i, j) => matrix[i][j] - value * vector[i] * vector[j]),
        )
        if (rest.value < 0.999 * value || rest.value > value * (1 - 1e-10)) expectClose(found, vector, 1e-9)
      }),
      { numRuns: runs(150) },
    ))

  it('by infinite paths is the row sums of the inverse', () =>
    fc.assert(
      fc.property(matrices, (matrix) =>
        expectClose(scoresOf(matrix, 'infinite-fs'), plainPaths(matrix), 1e-10),
      ),
      { numRuns: runs(150) },
    ))

  it('depends neither on the order of the nodes nor on the unit, and ties what is alike', () =>
    fc.assert(
      fc.property(matrices, fc.constantFrom(...methods), (matrix, method) => {
        const width = matrix.length
        const names = namesOf(matrix)
        const score = (m: Matrix, of: readonly string[]) =>
          new Map(centrality(m, { names: of, method }).map((node) => [node.feature, node]))
        const found = score(matrix, names)
        const turned = score(
          matrixOf(width, (i, j) => 1e150 * matrix[width - 1 - i][width - 1 - j]),
          names.toReversed(),
        )
        for (const name of names) expectClose([turned.get(name)!.score], [found.get(name)!.score], 1e-7)
        // A copy of the last node.
        const last = (i: number) => Math.min(i, width - 1)
        const twice = score(
          matrixOf(width + 1, (i, j) => matrix[last(i)][last(j)]),
          [...names, 'copy'],
        )
        expect(twice.get('copy')!.rank).toBe(twice.get(names.at(-1))!.rank)
      }),
      { numRuns: runs(100) },
    ))

  it('of small graphs is what one finds by hand', () => {
    const root = Math.SQRT1_2
    expectClose(
      scoresOf(
        graph(3, [
          [0, 1],
          [1, 2],
        ]),
      ),
      [0.5, root, 0.5],
      1e-14,
    )
    expectClose(
      scoresOf([
        [2, 0],
        [0, 1],
      ]),
      [1, 0],
      1e-14,
    )
    // λ = 1, r = 0.9: s = 1 + 0.9·s, so 10, less 1.
    expectClose(
      scoresOf(
        [
          [0, 1],
          [1, 0],
        ],
        'infinite-fs',
      ),
      [9, 9],
      1e-13,
    )
    expect(
      scoresOf([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual([0, 0])
    expect(
      scoresOf(
        [
          [0, 0],
          [0, 0],
        ],
        'infinite-fs',
      ),
    ).toEqual([0, 0])
    expect(centrality([], { names: [] })).toEqual([])
  })

  it('gives unconnected parts that are alike equal weights, and the weaker of two parts 0', () => {
    const alike = graph(6, [
      [0, 1],
      [1, 2],
      [0, 2],
      [3, 4],
      [4, 5],
      [3, 5],
    ])
    expectClose(scoresOf(alike), new Array<number>(6).fill(Math.sqrt(1 / 6)), 1e-14)
    const unlike = scoresOf(
      graph(5, [
        [0, 1],
        [1, 2],
        [0, 2],
        [3, 4],
      ]),
    )
    expectClose(unlike.slice(0, 3), new Array<number>(3).fill(Math.sqrt(1 / 3)), 1e-14)
    expect(unlike.slice(3)).toEqual([0, 0])
  })

  it('ends where powers alone swing for ever', () => {
    const star = graph(5, [
      [0, 1],
      [0, 2],
      [0, 3],
      [0, 4],
    ])
    expectClose(scoresOf(star), [Math.SQRT1_2, ...new Array<number>(4).fill(Math.SQRT1_2 / 2)], 1e-14)
  })

  it('is not the stationary law of the walk, as the source says of it', () => {
    // Four nodes that all know each other, and a hub of five that know nobody else but one of these.
    const pairs = [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
      [3, 4],
      [4, 5],
      [4, 6],
      [4, 7],
      [4, 8],
    ] as const
    const matrix = graph(9, pairs)
    const degrees = matrix.map((row) => sum(row))
    const walked = matrix.map((_, j) => sum(matrix.map((row, i) => (degrees[i] * row[j]) / degrees[i])))
    expect(walked).toEqual(degrees)
    const central = scoresOf(matrix)
    expect(degrees.indexOf(Math.max(...degrees))).toBe(4)
    expect(central.indexOf(Math.max(...central))).toBe(3)
    expect(central[0]).toBeGreaterThan(central[4])
    expect(degrees[0]).toBeLessThan(degrees[4])
  })

  it('takes a matrix in one array', () => {
    const names = ['a', 'b', 'c']
    const rows = [
      [0, 2, 1],
      [2, 0, 0],
      [1, 0, 3],
    ]
    expect(centrality(Float64Array.from(rows.flat()), { names })).toEqual(centrality(rows, { names }))
  })
})
