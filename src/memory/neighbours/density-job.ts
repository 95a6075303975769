import type { DensityFlaw } from '#core'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import { blocksOf } from '../threads/blocks.ts'
import type { RowSpan } from '../threads/blocks.ts'
import type { Job } from '../threads/job.ts'
import { boxReaches, whiten } from './density-columns.ts'
import type { DensityVolume } from './density-columns.ts'

type DensityKernel = 'gaussian' | 'box'

/** Numeric columns, and the kernel of their densities. */
export interface DensityInput {
  readonly rows: number
  /** Finite numbers. */
  readonly columns: readonly Float64Array[]
  readonly kernel: DensityKernel
}

/**
 * The density of some columns, at least one, for `bandwidthCount` bandwidths h, h/√2, h/2, h/√8, …; one for a
 * box.
 */
export interface KernelDensity {
  readonly columns: readonly number[]
  readonly bandwidth: number
  readonly bandwidthCount: number
}

/**
 * Densities, and the rows whose kernels with all later rows are summed: all rows, unless there is a single
 * density. If the `sums` of rows are given, bandwidth by bandwidth, the task computes their logarithms.
 */
export interface DensityTask {
  readonly densities: readonly KernelDensity[]
  readonly from: number
  readonly to: number
  readonly sums: Float64Array | null
}

/** The results for each density, or the sums of the rows from the first one on, bandwidth by bandwidth. */
export interface DensityPart {
  /** Σ log of the kernel sum at a row, for each bandwidth of each density. */
  readonly logs: readonly number[]
  readonly logVolumes: readonly number[]
  readonly flaws: readonly (DensityFlaw | null)[]
  readonly sums: Float64Array | null
}

/** Sums over rows of the logarithm of the kernel sum at each row. */
export const densityJob: Job<DensityInput, DensityTask, DensityPart> = {
  name: 'density',
  open: (kernels, { rows, columns, kernel }) => {
    const { run } = kernels
    const arena = kernels.arena()
    // Kernels process two rows at once.
    const stride = rows + 2 - (rows % 2)
    const table = arena.numbers(134)
    run.fillPowers(table.address)
    const top = arena.top
    let opened: OpenedDensity | null = null

    return ({ densities, from, to, sums: knownSums }) => {
      const logs: number[] = []
      const logVolumes: number[] = []
      const flaws: (DensityFlaw | null)[] = []
      const isWhole = from === 0 && to === rows
      for (const density of densities) {
        const layout = open(density)
        const { flaw, logVolume } = layout.volume
        flaws.push(flaw)
        logVolumes.push(logVolume)
        if (flaw !== null) {
          for (let step = 0; step < density.bandwidthCount; step++) logs.push(NaN)
          continue
        }
        if (knownSums) layout.sums.view.set(knownSums)
        else {
          addKernels(layout, density, from, to)
          if (!isWhole)
            return {
              logs,
              logVolumes,
              flaws,
              sums: sumsFromRow(layout.sums.view, from, density.bandwidthCount),
            }
        }
        const length = knownSums ? to - from : stride
        for (let step = 0; step < density.bandwidthCount; step++) {
          logs.push(sumLogs(layout, density, step, layout.sums.address + step * length * 8, { from, to }))
        }
      }
      return { logs, logVolumes, flaws, sums: null }
    }

    /** Adds the kernels of some rows with all later rows. */
    function addKernels(layout: OpenedDensity, density: KernelDensity, from: number, to: number): void {
      const { reaches, sums, scratch } = layout
      // A box contains the row itself; a Gaussian density leaves it out.
      sums.view.fill(kernel === 'box' && from === 0 ? 1 : 0)
      const pairs = [...pointArguments(layout, density), from, to] as const
      if (kernel === 'box') run.addNear(...pairs, reaches.address, sums.address)
      else
        run.addPowers(
          ...pairs,
          scaleOf(density),
          table.address,
          sums.address,
          density.bandwidthCount,
          scratch.address,
        )
    }

    /** Σ log over some rows of the sums at an address, for the bandwidth at index `step`. */
    function sumLogs(
      layout: OpenedDensity,
      density: KernelDensity,
      step: number,
      sums: number,
      range: RowSpan,
    ): number {
      const scale = scaleOf(density) * (1 << step)
      return blocksOf(range).reduce(
        (log, { from, to }) =>
          log +
          run.sumLogs(...pointArguments(layout, density), from, to, scale, sums + (from - range.from) * 8),
        0,
      )
    }

    function pointArguments({ points }: OpenedDensity, { columns: { length } }: KernelDensity) {
      return [points.address, stride, length, rows] as const
    }

    /** The sums of all bandwidths, from a row on. */
    function sumsFromRow(sums: Float64Array, from: number, bandwidthCount: number): Float64Array {
      const length = rows - from
      const some = new Float64Array(length * bandwidthCount)
      for (let step = 0; step < bandwidthCount; step++) {
        some.set(sums.subarray(step * stride + from, step * stride + rows), step * length)
      }
      return some
    }

    function open(density: KernelDensity): OpenedDensity {
      // Whitened columns do not depend on the bandwidth.
      if (opened && kernel === 'gaussian' && isSame(opened, density)) return opened
      opened = null
      arena.release(top)
      opened = layOut(arena, stride, { rows, columns, kernel }, density)
      return opened
    }
  },
}

/** The factor of squared distances for the first bandwidth: 1/(2h²). */
function scaleOf({ bandwidth }: KernelDensity): number {
  return 1 / (2 * bandwidth * bandwidth)
}

interface OpenedDensity extends Pick<KernelDensity, 'columns' | 'bandwidthCount'> {
  readonly points: ArenaBlock<Float64Array>
  readonly reaches: ArenaBlock<Float64Array>
  /** A block for each bandwidth. */
  readonly sums: ArenaBlock<Float64Array>
  readonly scratch: ArenaBlock<Float64Array>
  readonly volume: DensityVolume
}

/** Stores the columns of a density for its kernel, with NaN after their last row. */
function layOut(
  arena: Arena,
  stride: number,
  { rows, columns, kernel }: DensityInput,
  density: KernelDensity,
): OpenedDensity {
  const opened = {
    columns: density.columns,
    bandwidthCount: density.bandwidthCount,
    points: arena.numbers(stride * density.columns.length),
    reaches: arena.numbers(density.columns.length),
    sums: arena.numbers(stride * density.bandwidthCount),
    scratch: arena.numbers(2 * density.bandwidthCount),
  }
  const points = opened.points.view.fill(NaN)
  density.columns.forEach((column, place) => points.set(columns[column], place * stride))
  const layout = density.columns.map((_, place) => points.subarray(place * stride, place * stride + rows))
  if (kernel === 'gaussian') return { ...opened, volume: whiten(layout) }
  const volume = boxReaches(layout, density.bandwidth)
  opened.reaches.view.set(volume.reaches)
  return { ...opened, volume }
}

function isSame(a: Pick<KernelDensity, 'columns' | 'bandwidthCount'>, b: KernelDensity): boolean {
  return (
    a.bandwidthCount === b.bandwidthCount &&
    a.columns.length === b.columns.length &&
    a.columns.every((column, i) => column === b.columns[i])
  )
}
