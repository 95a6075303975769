import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ShiftedSystem } from '../../dist/src/memory/penalties/least-squares-job.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { dualState, stateOf } from '../../dist/src/memory/penalties/norm-of-groups.js'
import { homotopyOf } from '../../dist/src/memory/penalties/homotopy.js'

/** Columns of small whole numbers and a target; products that a ridge keeps from being singular. */
const problems = fc.integer({ min: 1, max: 9 }).chain((width) =>
  fc.record({
    width: fc.constant(width),
    rows: fc.array(
      fc.array(fc.integer({ min: -5, max: 5 }), { minLength: width + 1, maxLength: width + 1 }),
      { minLength: 1, maxLength: 20 },
    ),
    raises: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: width, maxLength: width }),
    share: fc.integer({ min: 1, max: 99 }),
  }),
)

function productsOf(rows: readonly (readonly number[])[], width: number, ridge: number) {
  const sum = (a: number, b: number) => rows.reduce((all, row) => all + row[a] * row[b], 0)
  const products = new Float64Array(width * width)
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < width; j++) products[i * width + j] = sum(i, j) + (i === j ? ridge : 0)
  }
  return { products, withTarget: Float64Array.from({ length: width }, (_, i) => sum(i, width)) }
}

/** Gauss's elimination with the greatest pivots. */
function plainSolution(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]])
  rows.forEach((_, i) => {
    let best = i
    for (let k = i; k < rows.length; k++) if (Math.abs(rows[k][i]) > Math.abs(rows[best][i])) best = k
    ;[rows[i], rows[best]] = [rows[best], rows[i]]
    const pivot = rows[i].map((value) => value / rows[i][i])
    rows[i] = pivot
    rows.forEach((row, k) => {
      if (k !== i) rows[k] = row.map((value, j) => value - row[i] * pivot[j])
    })
  })
  return rows.map((row) => row[matrix.length])
}

/** argmin ½wᵀPw − rᵀw + λ·Σ f_i|w_i|, one coordinate after the other. */
function plainLasso(
  products: Float64Array,
  right: Float64Array,
  factors: readonly number[],
  penalty: number,
) {
  const width = right.length
  const weights = new Float64Array(width)
  for (let pass = 0; pass < 100_000; pass++) {
    let change = 0
    for (let i = 0; i < width; i++) {
      const own = products[i * width + i]
      let left = right[i] + own * weights[i]
      for (let j = 0; j < width; j++) left -= products[i * width + j] * weights[j]
      const next = (Math.sign(left) * Math.max(0, Math.abs(left) - penalty * factors[i])) / own
      change = Math.max(change, Math.abs(next - weights[i]))
      weights[i] = next
    }
    if (change < 1e-13) break
  }
  return weights
}

function expectClose(found: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(found.length).toBe(expected.length)
  for (let i = 0; i < expected.length; i++) expect(Math.abs(found[i] - expected[i])).toBeLessThan(1e-9)
}

describe.each(buildNames)('systems with a raised diagonal (%s)', (build) => {
  it('have the solution of an elimination, of any of their coordinates', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(problems, fc.nat(), ({ width, rows, raises }, mask) => {
        const given = productsOf(rows, width, 0)
        const used = Array.from({ length: width }, (_, i) => i).filter((i) => ((mask >> i) & 1) === 0)
        const own = Float64Array.from(used, (i) => raises[i])
        const found = new ShiftedSystem(kernels, kernels.arena(), given).solve(used, own)
        const matrix = used.map((i, a) =>
          used.map((j) => given.products[i * width + j] + (i === j ? own[a] : 0)),
        )
        expectClose(
          found!,
          plainSolution(
            matrix,
            used.map((i) => given.withTarget[i]),
          ),
        )
      }),
      { numRuns: runs(200) },
    )
  })

  it('have none where one column depends on others', async () => {
    const kernels = await loadBuild(build)
    const given = productsOf(
      [
        [1, 2, 3, 1],
        [4, 1, 5, 2],
        [2, 2, 4, 0],
      ],
      3,
      0,
    )
    const system = new ShiftedSystem(kernels, kernels.arena(), given)
    expect(system.solve([0, 1, 2], new Float64Array(3))).toBeNull()
    expect(system.solve([0, 2], new Float64Array(2))).not.toBeNull()
  })
})

describe.each(buildNames)('the homotopy of the lasso (%s)', (build) => {
  it('comes to the weights of descent by coordinates, at once and in steps', async () => {
    const kernels = await loadBuild(build)
    let ended = 0
    fc.assert(
      fc.property(problems, fc.nat({ max: 3 }), ({ width, rows, raises, share }, ridge) => {
        const { products, withTarget } = productsOf(rows, width, 5)
        // Each coordinate stands for one more than the one before.
        const copies = Float64Array.from({ length: width }, (_, i) => i + 1)
        const raised = (penalty: number) =>
          products.map(
            (one, at) => one + (at % (width + 1) === 0 ? (ridge * penalty) / copies[at % width] : 0),
          )
        const factors = Float64Array.from(raises)
        const greatest = withTarget.reduce((most, one, i) => Math.max(most, Math.abs(one) / factors[i]), 0)
        if (greatest === 0) return
        const places = Uint32Array.from({ length: width + 1 }, (_, i) => i)
        const set = {
          starts: places,
          groupStarts: places,
          factors,
          groupFactors: new Float64Array(width),
          original: places.slice(0, width),
          copies,
          products,
          withTarget,
          tolerance: 0,
          heldOut: null,
        }
        const arena = kernels.arena()
        const weights = arena.numbers(width)
        const left = arena.copyOf(withTarget)
        weights.view.fill(0)
        const { follow, sumsAt } = homotopyOf(kernels, arena, set, {
          products: arena.copyOf(products).address,
          withTarget: arena.copyOf(withTarget).address,
          weights: weights.address,
          left: left.address,
        })!
        const to = (greatest * share) / 100
        const between = (greatest + to) / 2
        const at = (penalty: number) => ({ norms: penalty, squares: ridge * penalty })
        if (!follow(greatest, at(between), false)) return
        // The triangle has these squares: it gets there at once.
        expectClose(weights.view, plainLasso(raised(between), withTarget, raises, between))
        if (!follow(between, at(to), true)) return
        // It does not have these: each turn leaves a share of the error, the more the further apart they are.
        for (let turn = 0, change = 1; ridge > 0 && change > 1e-13 && turn < 10_000; turn++) {
          const before = [...weights.view]
          if (!follow(to, at(to), true)) return
          change = weights.view.reduce((most, one, i) => Math.max(most, Math.abs(one - before[i])), 0)
        }
        const expected = plainLasso(raised(to), withTarget, raises, to)
        expectClose(weights.view, expected)
        const { gap } = dualState(set, copies, at(to), weights.view, left.view)
        expect(Math.abs(stateOf(sumsAt(ridge * to), at(to)).gap - gap)).toBeLessThan(1e-9)
        ended++
        expectClose(
          left.view,
          withTarget.map((one, i) =>
            expected.reduce((rest, weight, j) => rest - weight * products[i * width + j], one),
          ),
        )
      }),
      { numRuns: runs(200) },
    )
    expect(ended).toBeGreaterThan(runs(200) / 4)
  })
})
