import type { Arena } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import { NearRows } from './near-rows.ts'
import type { NearGroup, NearRule, Ranges } from './near-rows.ts'
import { RowDistances } from './row-space.ts'
import type { RowSpace } from './row-space.ts'

/** Rows, and the neighbourhood in which columns are compared. */
export interface ContrastsInput {
  readonly space: RowSpace
  readonly rule: NearRule
  /** Whether neighbours are searched in each class and the rest in turn, instead of in each class. */
  readonly isRest: boolean
  /** The target of each row, where it is numeric. */
  readonly target: Float64Array | null
  /** The row of the table that each row is. */
  readonly tableRow: Uint32Array
}

/** Rows of one class that are compared with their neighbours. */
export interface ContrastsTask {
  readonly ofClass: number
  readonly rows: Uint32Array
}

/** Sums for the group of the rows of the task in each partition: group by group, column by column. */
export interface ContrastsPart {
  readonly near: Float64Array
  readonly far: Float64Array
  readonly ofTarget: number
  readonly withTarget: Float64Array
}

/** The size of a `NeighbourRun` in assembly/row-distances.ts. */
const bytesOfRun = 32

/** Sums of the differences of columns between rows and their neighbours. */
export const contrastsJob: Job<ContrastsInput, ContrastsTask, ContrastsPart> = {
  name: 'contrasts',
  open: (kernels, { space, rule, isRest, target, tableRow }) => {
    const arena = kernels.arena()
    const distances = new RowDistances(kernels, arena, space)
    const { sizes, columns } = space
    const isSquared = space.distances === 'squared'
    const near = new NearRows(rule, { sizes, columns: columns.length, isSquared }, tableRow)
    const top = arena.top
    const width = columns.length
    const { classStarts, rows: rowCount } = space
    const classes = classStarts.length - 1
    const rangeOf = (c: number) => [classStarts[c], classStarts[c + 1]] as const
    const restOf = (c: number): Ranges => [
      [0, classStarts[c]],
      [classStarts[c + 1], rowCount],
    ]
    /** The rows among which neighbours are searched, one list for each sum. */
    const among: readonly Ranges[] = Array.from({ length: classes }, (_, c) =>
      isRest ? [[rangeOf(c)], restOf(c)] : [[rangeOf(c)]],
    ).flat()

    return ({ ofClass, rows }) => {
      arena.release(top)
      const block = arena.numbers(rows.length * distances.stride)
      distances.write(block, rows, ofClass)
      const runs = new Runs()
      let ofTarget = 0
      rows.forEach((row, i) => {
        const start = i * distances.stride
        const own = block.view.subarray(start, start + rowCount)
        const radii = rule.of === 'radius' ? near.radiiOf(own, row) : null
        among.forEach((ranges, place) => {
          for (const group of near.find(own, row, ranges, radii)) {
            runs.add(row, ofClass, group, group.isFar ? place + among.length : place)
            if (target) ofTarget += runs.addProducts(row, ofClass, group, target, 2 * among.length)
          }
        })
      })
      // The distances are no longer needed.
      arena.release(top)
      const hasFar = rule.of === 'radius' && rule.far
      const lists = hasFar || target ? 2 * among.length + (target ? 1 : 0) : among.length
      const sums = arena.numbers(lists * width)
      sums.view.fill(0)
      distances.addNeighbours(runs.layOut(arena, sums.address, width), runs.count)
      const list = (from: number, to: number) => sums.view.slice(from * width, to * width)
      return {
        near: list(0, among.length),
        far: hasFar ? list(among.length, 2 * among.length) : new Float64Array(0),
        ofTarget,
        withTarget: target ? list(2 * among.length, 2 * among.length + 1) : new Float64Array(0),
      }
    }
  },
}

/** A group of neighbours that is added to the sums of a list. */
interface Run {
  readonly row: number
  readonly ofClass: number
  readonly rows: readonly number[]
  readonly weights: Float64Array | null
  readonly list: number
  readonly share: number
}

/** Runs of neighbours, for the kernels. */
class Runs {
  readonly #runs: Run[] = []

  get count(): number {
    return this.#runs.length
  }

  add(row: number, ofClass: number, { rows, share }: NearGroup, list: number): void {
    this.#runs.push({ row, ofClass, rows, weights: null, list, share })
  }

  /**
   * Adds the same with each neighbour weighed by how its target differs; returns the sum of these
   * differences.
   */
  addProducts(
    row: number,
    ofClass: number,
    { rows, share }: NearGroup,
    target: Float64Array,
    list: number,
  ): number {
    const weights = Float64Array.from(rows, (other) => Math.abs(target[other] - target[row]))
    this.#runs.push({ row, ofClass, rows, weights, list, share })
    return share * weights.reduce((sum, weight) => sum + weight, 0)
  }

  /** Writes the runs into kernel memory; returns their address. */
  layOut(arena: Arena, sums: number, width: number): number {
    const neighbours = this.#runs.reduce((sum, { rows }) => sum + rows.length, 0)
    const weighed = this.#runs.reduce((sum, { weights }) => sum + (weights?.length ?? 0), 0)
    const records = arena.bytes(this.#runs.length * bytesOfRun)
    const rowsBlock = arena.integers(neighbours)
    const weightsBlock = arena.numbers(weighed)
    const record = new DataView(records.view.buffer, records.address, this.#runs.length * bytesOfRun)
    const listed = rowsBlock.view
    const weights = weightsBlock.view
    let at = 0
    let weightAt = 0
    this.#runs.forEach((run, i) => {
      listed.set(run.rows, at)
      if (run.weights) weights.set(run.weights, weightAt)
      const fields = [
        run.row,
        run.ofClass,
        rowsBlock.address + at * 4,
        run.rows.length,
        run.weights ? weightsBlock.address + weightAt * 8 : 0,
        sums + run.list * width * 8,
      ]
      fields.forEach((field, place) => record.setUint32(i * bytesOfRun + place * 4, field, true))
      record.setFloat64(i * bytesOfRun + 24, run.share, true)
      at += run.rows.length
      weightAt += run.weights?.length ?? 0
    })
    return records.address
  }
}
