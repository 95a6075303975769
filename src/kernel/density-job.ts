import { blocksOf } from './blocks.ts'
import type { RowSpan } from './blocks.ts'
import { boxReaches, whiten } from './density-columns.ts'
import type { DensityFlaw, DensityLayout } from './density-columns.ts'
import type { Job } from './job.ts'
import type { ArenaBlock, Arena } from './arena.ts'

export type DensityKernel = 'gaussian' | 'box'

/** Numeric columns, and the kernel of their densities. */
export interface DensityGiven {
  readonly rows: number
  /** Finite numbers. */
  readonly columns: readonly Float64Array[]
  readonly kernel: DensityKernel
}

/**
 * The density of some columns, at least one, with a bandwidth h, and on further rungs with h/√2, h/2, h/√8, …; a box has
 * one rung.
 */
export interface DensityUnit {
  readonly columns: readonly number[]
  readonly bandwidth: number
  readonly rungs: number
}

/**
 * Densities, and the rows whose kernels with all later rows are summed: all, unless there is one density alone. Where the
 * `sums` of rows are known, rung after rung, their logarithms.
 */
export interface DensityTask {
  readonly units: readonly DensityUnit[]
  readonly from: number
  readonly to: number
  readonly sums: Float64Array | null
}

/** What a task found for each density, or the sums of the rows from its first on, rung after rung. */
export interface DensityPart {
  /** Σ log of the sum of kernels of a row, for each rung of each density. */
  readonly logs: readonly number[]
  readonly logVolumes: readonly number[]
  readonly flaws: readonly (DensityFlaw | null)[]
  readonly sums: Float64Array | null
}

/** Sums over rows of the logarithm of the kernels' sum at a row, for densities of columns. */
export const densityJob: Job<DensityGiven, DensityTask, DensityPart> = {
  name: 'density',
  open: (kernels, { rows, columns, kernel }) => {
    const { run } = kernels
    const arena = kernels.arena()
    // Kernels look at two rows at once.
    const stride = rows + 2 - (rows % 2)
    const table = arena.numbers(134)
    run.fillPowers(table.address)
    const top = arena.top
    let opened: OpenedDensity | null = null

    return ({ units, from, to, sums: known }) => {
      const logs: number[] = []
      const logVolumes: number[] = []
      const flaws: (DensityFlaw | null)[] = []
      const isWhole = from === 0 && to === rows
      for (const unit of units) {
        const laid = open(unit)
        const { flaw, logVolume } = laid.shape
        flaws.push(flaw)
        logVolumes.push(logVolume)
        if (flaw !== null) {
          for (let rung = 0; rung < unit.rungs; rung++) logs.push(NaN)
          continue
        }
        if (known) laid.sums.view.set(known)
        else {
          addKernels(laid, unit, from, to)
          if (!isWhole) return { logs, logVolumes, flaws, sums: rowsFrom(laid.sums.view, from, unit.rungs) }
        }
        const length = known ? to - from : stride
        for (let rung = 0; rung < unit.rungs; rung++) {
          logs.push(sumLogs(laid, unit, rung, laid.sums.address + rung * length * 8, { from, to }))
        }
      }
      return { logs, logVolumes, flaws, sums: null }
    }

    /** Sums the kernels of some rows with all later ones. */
    function addKernels(laid: OpenedDensity, unit: DensityUnit, from: number, to: number): void {
      const { reaches, sums, own } = laid
      // A box holds the row itself; of a Gaussian density the row is left out.
      sums.view.fill(kernel === 'box' && from === 0 ? 1 : 0)
      const pairs = [...pointsOf(laid, unit), from, to] as const
      if (kernel === 'box') run.addNear(...pairs, reaches.address, sums.address)
      else run.addPowers(...pairs, scaleOf(unit), table.address, sums.address, unit.rungs, own.address)
    }

    /** Σ log over some rows of the sums of a rung, which stand at an address. */
    function sumLogs(
      laid: OpenedDensity,
      unit: DensityUnit,
      rung: number,
      sums: number,
      range: RowSpan,
    ): number {
      const scale = scaleOf(unit) * (1 << rung)
      return blocksOf(range).reduce(
        (log, { from, to }) =>
          log + run.sumLogs(...pointsOf(laid, unit), from, to, scale, sums + (from - range.from) * 8),
        0,
      )
    }

    function pointsOf({ points }: OpenedDensity, { columns: { length } }: DensityUnit) {
      return [points.address, stride, length, rows] as const
    }

    /** The sums of all rungs, from a row on. */
    function rowsFrom(sums: Float64Array, from: number, rungs: number): Float64Array {
      const length = rows - from
      const some = new Float64Array(length * rungs)
      for (let rung = 0; rung < rungs; rung++) {
        some.set(sums.subarray(rung * stride + from, rung * stride + rows), rung * length)
      }
      return some
    }

    function open(unit: DensityUnit): OpenedDensity {
      // Whitened columns serve every bandwidth.
      if (opened && kernel === 'gaussian' && isSame(opened, unit)) return opened
      opened = null
      arena.release(top)
      opened = layOut(arena, stride, { rows, columns, kernel }, unit)
      return opened
    }
  },
}

/** What the kernels multiply squared distances by on the first rung: 1/(2h²). */
function scaleOf({ bandwidth }: DensityUnit): number {
  return 1 / (2 * bandwidth * bandwidth)
}

interface OpenedDensity extends Pick<DensityUnit, 'columns' | 'rungs'> {
  readonly points: ArenaBlock<Float64Array>
  readonly reaches: ArenaBlock<Float64Array>
  /** For each rung, then for the kernel's own use. */
  readonly sums: ArenaBlock<Float64Array>
  readonly own: ArenaBlock<Float64Array>
  readonly shape: DensityLayout
}

/** The columns of a density as its kernel sees them, and no number after their last row. */
function layOut(
  arena: Arena,
  stride: number,
  { rows, columns, kernel }: DensityGiven,
  unit: DensityUnit,
): OpenedDensity {
  const opened = {
    columns: unit.columns,
    rungs: unit.rungs,
    points: arena.numbers(stride * unit.columns.length),
    reaches: arena.numbers(unit.columns.length),
    sums: arena.numbers(stride * unit.rungs),
    own: arena.numbers(2 * unit.rungs),
  }
  const points = opened.points.view.fill(NaN)
  unit.columns.forEach((column, place) => points.set(columns[column], place * stride))
  const laid = unit.columns.map((_, place) => points.subarray(place * stride, place * stride + rows))
  if (kernel === 'gaussian') return { ...opened, shape: whiten(laid) }
  const shape = boxReaches(laid, unit.bandwidth)
  opened.reaches.view.set(shape.reaches)
  return { ...opened, shape }
}

function isSame(a: Pick<DensityUnit, 'columns' | 'rungs'>, b: DensityUnit): boolean {
  return (
    a.rungs === b.rungs &&
    a.columns.length === b.columns.length &&
    a.columns.every((column, i) => column === b.columns[i])
  )
}
