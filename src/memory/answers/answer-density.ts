import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { countMembers, CribaError, emptyDensity } from '#core'
import type { BandwidthRule, Density, DensityRequest, Variable } from '#core'
import type { DensityInput, KernelDensity } from '../neighbours/density-job.ts'
import { densityBatches } from '../neighbours/density-plan.ts'
import type { DensitySums } from '../neighbours/density-plan.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { completeGroups, pickRows } from './complete-groups.ts'
import type { CompleteGroup } from './complete-groups.ts'
import type { ResolvedView } from './resolved-view.ts'

/**
 * The bandwidths that `likelihood` compares: Scott's × 2^(j/4), in two grids j = 8, 6, … −12 and j = 7, 5, …
 * −11 of ratio 1/√2.
 */
const bandwidthGrids = [
  { top: 4, bandwidthCount: 11 },
  { top: 4 / Math.sqrt(Math.sqrt(2)), bandwidthCount: 10 },
] as const
/** Beyond these bounds the square of a bandwidth overflows or underflows. */
const bounds = { from: 1e-100, to: 1e100 } as const

/** Computes the sums of logarithms of kernel densities for a family. */
export async function answerDensity(
  request: DensityRequest,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<Density> {
  checkRequest(request, resolved)
  const answer = emptyDensity(countMembers(request.family))
  for (const group of completeGroups(request.family, request.with, resolved)) {
    const { given, members } = layOut(request, group, resolved)
    const { rows } = given
    for (const place of group.places) answer.n[place] = rows
    if (rows === 0) continue
    const bandwidths = await bandwidthsOf(request, given, members, run)
    // The density of the common columns (`with`) is computed once per bandwidth.
    const units: KernelDensity[] = []
    const commonUnits = new Map<number, number>()
    const places = members.map(({ joint, set, beside }, i) => {
      const bandwidth = bandwidths[i]
      if (!commonUnits.has(bandwidth))
        commonUnits.set(bandwidth, units.push({ columns: beside, bandwidth, bandwidthCount: 1 }) - 1)
      const first =
        units.push(
          { columns: joint, bandwidth, bandwidthCount: 1 },
          { columns: set, bandwidth, bandwidthCount: 1 },
        ) - 2
      return { joint: first, set: first + 1, beside: commonUnits.get(bandwidth)! }
    })
    const sums = await sumLogs(given, units, run)
    group.places.forEach((place, i) => {
      answer.bandwidth[place] = bandwidths[i]
      answer.joint[place] = sums.densities[places[i].joint][0]
      answer.set[place] = sums.densities[places[i].set][0]
      answer.others[place] = sums.densities[places[i].beside][0]
      answer.flaws[place] = sums.flaws[places[i].joint]
    })
  }
  return answer
}

/** A member of a family, by the indices of its columns. */
interface Member {
  readonly joint: readonly number[]
  readonly set: readonly number[]
  readonly beside: readonly number[]
}

function checkRequest({ kernel, bandwidth }: DensityRequest, resolved: ResolvedView): void {
  if (resolved.rows.counted.weights) {
    throw new CribaError('unsuitable', 'unsuitable weights: kernel densities need every weight to be 0 or 1')
  }
  if (typeof bandwidth === 'number' && !(bandwidth >= bounds.from && bandwidth <= bounds.to)) {
    throw new CribaError('invalid', `invalid bandwidth: ${bandwidth} (needs a number above 0)`)
  }
  if (kernel === 'box' && (bandwidth as string) === 'likelihood') {
    throw new CribaError(
      'unsuitable',
      'unsuitable bandwidth for a box: likelihood (needs the Gaussian kernel)',
    )
  }
}

function layOut(
  { kernel, with: others }: DensityRequest,
  { rows, members }: CompleteGroup,
  resolved: ResolvedView,
): { readonly given: DensityInput; readonly members: readonly Member[] } {
  const places = new Map<Variable, number>()
  const columns: Float64Array[] = []
  const placeOf = (variable: Variable) => {
    let place = places.get(variable)
    if (place === undefined) {
      place = columns.push(pickRows(resolved.valuesOf(variable).values, rows)) - 1
      places.set(variable, place)
    }
    return place
  }
  const beside = others.map(placeOf)
  const sets = members.map((member): Member => {
    const set = member.map(placeOf)
    return { joint: [...set, ...beside], set, beside }
  })
  return { given: { rows: rows?.length ?? resolved.rows.length, columns, kernel }, members: sets }
}

/** The bandwidth of each member. */
async function bandwidthsOf(
  { bandwidth }: DensityRequest,
  given: DensityInput,
  members: readonly Member[],
  run: BatchRun,
): Promise<readonly number[]> {
  if (typeof bandwidth === 'number') return members.map(() => bandwidth)
  if (bandwidth !== 'likelihood') {
    return members.map(({ joint }) => bandwidthBy(bandwidth, given.rows, joint.length))
  }
  const units = members.flatMap(({ joint }) =>
    bandwidthGrids.map(({ top, bandwidthCount }): KernelDensity => ({
      columns: joint,
      bandwidth: top * bandwidthBy('scott', given.rows, joint.length),
      bandwidthCount,
    })),
  )
  const { densities } = await sumLogs(given, units, run)
  return members.map((_, i) => {
    let best = { bandwidth: NaN, density: -Infinity }
    for (let place = i * bandwidthGrids.length; place < (i + 1) * bandwidthGrids.length; place++) {
      for (const [rung, density] of densities[place].entries()) {
        const bandwidth = bandwidthOn(units[place], rung)
        const isWider = bandwidth > best.bandwidth
        if (density > best.density || (density === best.density && isWider)) best = { bandwidth, density }
      }
    }
    return best.bandwidth
  })
}

function bandwidthBy(rule: BandwidthRule, rows: number, columns: number): number {
  const factor = rule === 'scott' ? rows : ((columns + 2) * rows) / 4
  return exp(-ln(factor) / (columns + 4))
}

/** The bandwidth at a rung of a unit's grid. */
function bandwidthOn({ bandwidth }: KernelDensity, rung: number): number {
  return (bandwidth / (1 << (rung >> 1))) * (rung % 2 === 0 ? 1 : Math.sqrt(0.5))
}

/** Σ log f̂ over the rows, for each rung of each density. */
async function sumLogs(
  given: DensityInput,
  units: readonly KernelDensity[],
  run: BatchRun,
): Promise<{ readonly densities: readonly Float64Array[]; readonly flaws: DensitySums['flaws'] }> {
  const { rows, kernel } = given
  const some = units.filter(({ columns }) => columns.length > 0)
  const { logs, logVolumes, flaws } = await sumUnits(given, some, run)
  const densities = units.map(({ bandwidthCount: rungs }) => new Float64Array(rungs))
  const all: DensitySums['flaws'] = units.map(() => null)
  const kernels = ln(kernel === 'gaussian' ? rows - 1 : rows)
  const width = kernel === 'gaussian' ? ln(2 * Math.PI) / 2 : 0
  let at = 0
  for (const [i, unit] of units.entries()) {
    const { length } = unit.columns
    // The density over no columns is 1.
    if (length === 0) continue
    for (const [rung, log] of logs[at].entries()) {
      densities[i][rung] =
        log - rows * (kernels + length * (ln(bandwidthOn(unit, rung)) + width) + logVolumes[at])
    }
    all[i] = flaws[at++]
  }
  return { densities, flaws: all }
}

async function sumUnits(
  given: DensityInput,
  units: readonly KernelDensity[],
  run: BatchRun,
): Promise<DensitySums> {
  const work = densityBatches(given, units)
  let done = 0
  let step = work.next()
  while (!step.done) {
    const { batch, share } = step.value
    const progress = (part: number) => run.progress?.(done + part * (share - done))
    const parts = await runBatch(batch, { ...run, progress })
    done = share
    step = work.next(parts)
  }
  return step.value
}
