import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followUpOf } from '../../dist/src/methods/measures/risk-sets.js'
import { EventRows } from '../../dist/src/memory/penalties/event-rows.js'
import { randomOf } from '../contract/tables.ts'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'

/** How many rows and times, the share of events, how far apart the sums are. */
const problems = fc.record({
  rows: fc.integer({ min: 1, max: 30 }),
  times: fc.integer({ min: 1, max: 40 }),
  events: fc.constantFrom(0.1, 0.6, 1),
  spread: fc.constantFrom(0, 1e-9, 1, 30, 900),
  share: fc.constantFrom(0, 0.3, 1),
  seed: fc.nat(),
})

describe.each(buildNames)('the partial likelihood of events (%s)', (build) => {
  it('is that of the definition, with its slopes, curvature and dual', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(problems, ({ rows, times, events, spread, share, seed }) => {
        const random = randomOf(seed)
        const drawn = (valueOf: () => number) => Float64Array.from({ length: rows }, valueOf)
        const followUp = followUpOf(
          drawn(() => Math.floor(times * random())),
          { status: drawn(() => Number(random() < events)), event: 1 },
          drawn(() => 0.2 + random()),
        )
        const target = new EventRows(kernels, kernels.arena(), followUp)
        const sums = drawn(() => spread * (random() - 0.5))
        const direction = drawn(() => random() - 0.5)
        const likelihood = target.likelihood([sums])
        const curvature = likelihood.curvature() as { along: (direction: Float64Array) => Float64Array }
        const plain = plainLikelihood(followUp, target.weights, sums, direction, share)
        const size = 1 + Math.abs(plain.loss) + spread
        expect(Math.abs(likelihood.loss - plain.loss)).toBeLessThan(1e-13 * size)
        expect(Math.abs(likelihood.dualAt(share) - plain.dual)).toBeLessThan(1e-12 * size)
        const [slopes] = likelihood.slopes()
        slopes.forEach((slope, row) => expect(Math.abs(slope - plain.slopes[row])).toBeLessThan(1e-13))
        // The curvature stays that of its sums when others are asked about.
        target.likelihood([drawn(() => random())]).slopes()
        curvature
          .along(direction)
          .forEach((curved, row) => expect(Math.abs(curved - plain.curved[row])).toBeLessThan(1e-13))
      }),
      { numRuns: runs(200) },
    )
  })

  it('is bounded from below by any share of its slopes, all of them exactly there', async () => {
    const kernels = await loadBuild(build)
    const random = randomOf(5)
    const drawn = (valueOf: () => number) => Float64Array.from({ length: 30 }, valueOf)
    const followUp = followUpOf(
      drawn(() => Math.floor(12 * random())),
      { status: drawn(() => Number(random() < 0.6)), event: 1 },
      drawn(() => 1),
    )
    const target = new EventRows(kernels, kernels.arena(), followUp)
    const sumsOf = () => drawn(() => 6 * random() - 3)
    for (let trial = 0; trial < 20; trial++) {
      const sums = sumsOf()
      const likelihood = target.likelihood([sums])
      const [slopes] = likelihood.slopes()
      for (const share of [1, 0.999, 0.5, 0.01, 0]) {
        const bound = likelihood.dualAt(share)
        const at = (other: Float64Array) =>
          target.likelihood([other]).loss - share * slopes.reduce((sum, one, i) => sum + one * other[i], 0)
        expect(at(sumsOf())).toBeGreaterThan(bound)
        if (share === 1) expect(at(sums)).toBeCloseTo(bound, 10)
        else expect(at(sums)).toBeGreaterThan(bound)
      }
    }
  })
})

/** All from the definition, over all pairs of rows; `weights` are shares. */
function plainLikelihood(
  { starts, isEvent }: ReturnType<typeof followUpOf>,
  weights: Float64Array,
  sums: Float64Array,
  direction: Float64Array,
  share: number,
) {
  const slopes = new Float64Array(sums.length)
  const curved = new Float64Array(sums.length)
  let [loss, dual] = [0, 0]
  for (let time = 0; time + 1 < starts.length; time++) {
    const tied = Array.from({ length: starts[time + 1] - starts[time] }, (_, i) => starts[time] + i)
    const ofEvents = tied.filter((row) => isEvent[row])
    const events = ofEvents.reduce((sum, row) => sum + weights[row], 0)
    if (events === 0) continue
    const atRisk = Array.from({ length: starts[time + 1] }, (_, row) => row)
    const most = Math.max(...atRisk.map((row) => sums[row]))
    const all = atRisk.reduce((sum, row) => sum + weights[row] * Math.exp(sums[row] - most), 0)
    const mean = atRisk.reduce(
      (sum, row) => sum + (weights[row] * Math.exp(sums[row] - most) * direction[row]) / all,
      0,
    )
    loss += events * (Math.log(all) + most) - events * Math.log(events)
    for (const row of ofEvents) {
      loss -= weights[row] * sums[row]
      slopes[row] -= weights[row]
    }
    // Minus the entropy of q relative to the weights; saturated, q is weight/events of the events alone.
    dual -= events * Math.log(events)
    for (const row of atRisk) {
      const p = (weights[row] * Math.exp(sums[row] - most)) / all
      slopes[row] += events * p
      curved[row] += events * p * (direction[row] - mean)
      const q = share * p + (isEvent[row] && row >= starts[time] ? ((1 - share) * weights[row]) / events : 0)
      if (q > 0) dual -= events * q * Math.log(q / weights[row])
    }
  }
  return { loss, dual, slopes, curved }
}
