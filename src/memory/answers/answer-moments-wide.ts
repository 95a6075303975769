import { allocateMask, allocateNumbers, ascendingOrder } from '#core'
import type { Missing, MomentsOfFamily, MomentsRequest, Variable } from '#core'
import { gramJob, tileColumns } from '../moments/moments-gram-job.ts'
import type { GramPart } from '../moments/moments-gram-job.ts'
import type { MomentsRows } from '../moments/moments-job.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import type { ResolvedView } from './resolved-view.ts'

/** Milliseconds to read a value, and to multiply two. */
const cost = { read: 1.3e-6, product: 1.5e-7 }

/** A tile of the matrix of co-moments, by the first column on each side. */
interface Tile {
  readonly left: number
  readonly right: number
}

/**
 * Computes the moments of one set of many variables, tile by tile, and writes them at its place in the
 * answer.
 */
export async function answerWide(
  member: readonly Variable[],
  of: MomentsRequest['of'],
  place: number,
  given: MomentsRows,
  answer: MomentsOfFamily,
  resolved: ResolvedView,
  run: BatchRun,
): Promise<void> {
  const columns = member.map((variable) => resolved.valuesOf(variable))
  const rows: MomentsRows = {
    ...given,
    excluded: joinMasks([given.excluded, ...columns.map(({ missing }) => missing)]),
  }
  const values = columns.map((column) => column.values)
  const ranked = of === 'ranks' ? rankColumns(values, rows) : null
  const read = ranked?.map(({ ranks }) => ranks) ?? values
  ranked?.forEach(({ ties }, i) => (answer.ties[place * answer.width + i] = ties))
  const tiles = tilesOf(member.length)
  const parts = await runBatch(
    {
      job: gramJob,
      input: { ...rows, columns: read },
      tasks: tiles,
      count: tiles.length,
      cost: tiles.length * given.rows * tileColumns * (2 * cost.read + tileColumns * cost.product),
    },
    run,
  )
  parts.forEach((part, i) => putTile(answer, place, part, tiles[i]))
}

/** The tiles of the upper triangle, with the diagonal. */
function tilesOf(width: number): readonly Tile[] {
  const tiles: Tile[] = []
  for (let left = 0; left < width; left += tileColumns) {
    for (let right = left; right < width; right += tileColumns) tiles.push({ left, right })
  }
  return tiles
}

/** The rows that any of the masks marks; `null` if no mask is given. */
function joinMasks(masks: readonly Missing[]): Missing {
  let joined: Missing = null
  for (const mask of masks) {
    if (!mask) continue
    if (!joined) {
      joined = allocateMask(mask.length)
      joined.set(mask)
    } else for (let row = 0; row < mask.length; row++) joined[row] |= mask[row]
  }
  return joined
}

function putTile(answer: MomentsOfFamily, place: number, part: GramPart, { left, right }: Tile): void {
  const { classes, width, comoment } = answer
  const tall = Math.min(tileColumns, width - left)
  const wide = Math.min(tileColumns, width - right)
  for (let level = 0; level < classes; level++) {
    const cell = place * classes + level
    const square = cell * width * width
    for (let i = 0; i < tall; i++) {
      for (let j = 0; j < wide; j++) {
        const sum = part.comoment[(level * tall + i) * wide + j]
        comoment[square + (left + i) * width + right + j] = sum
        comoment[square + (right + j) * width + left + i] = sum
      }
    }
    if (left !== right) continue
    answer.n[cell] = part.n[level]
    const of = (numbers: Float64Array) => numbers.subarray(level * wide, (level + 1) * wide)
    answer.mean.set(of(part.mean), cell * width + right)
    answer.meanLow.set(of(part.meanLow), cell * width + right)
    answer.min.set(of(part.min), cell * width + right)
    answer.max.set(of(part.max), cell * width + right)
  }
}

/** Mid-ranks of a column by row, and Σ (t³ − t) over its groups of tied values. */
interface RankedColumn {
  readonly ranks: Float64Array
  readonly ties: number
}

/** Ranks columns among the rows that count; weights count as repeated values. */
function rankColumns(
  columns: readonly Float64Array[],
  { rows, weights, excluded, classes }: MomentsRows,
): readonly RankedColumn[] {
  const included: number[] = []
  for (let row = 0; row < rows; row++) {
    if (excluded?.[row] || weights?.[row] === 0) continue
    if (classes && classes.codes[row] >= classes.count) continue
    included.push(row)
  }
  const rowsIncluded = Uint32Array.from(included)
  return columns.map((values) => {
    const order = ascendingOrder(values, rowsIncluded)
    const ranks = allocateNumbers(rows)
    let [below, ties] = [0, 0]
    for (let start = 0, end = 0; start < order.length; start = end) {
      let t = 0
      for (; end < order.length && values[order[end]] === values[order[start]]; end++)
        t += weights ? weights[order[end]] : 1
      for (let place = start; place < end; place++) ranks[order[place]] = below + (t + 1) / 2
      below += t
      ties += t * t * t - t
    }
    return { ranks, ties }
  })
}
