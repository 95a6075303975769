import { countMembers, membersOf, widthOf } from '../../statistics/family.ts'
import { emptyFamily, putMoments } from '../../statistics/moments.ts'
import type { MomentsOfFamily } from '../../statistics/moments.ts'
import type { MomentsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Codes } from './codes.ts'
import { momentsOf } from './moments.ts'
import type { CentredBlock, SharedBlocks } from './moments.ts'
import { midRanks } from './ordering.ts'
import type { Sight } from './sight.ts'

/** Moments of a family; yields after each set, so that the work can be followed and stopped. */
export function* answerMoments(request: MomentsRequest, sight: Sight): Generator<void, MomentsOfFamily> {
  const by = request.by && sight.codesOf(request.by)
  const width = widthOf(request.family)
  const answer = emptyFamily(countMembers(request.family), by?.count ?? 1, width)
  const base = 'each' in request.family ? request.family.base : []
  const ranksOfBase = new Map<Variable, Ranks>()
  const blocksOfBase = new Map<Float64Array, Map<number, CentredBlock>>()
  let rowsOfWhole: readonly Int32Array[] | null = null
  let place = 0
  for (const member of membersOf(request.family)) {
    const block = completeRows(member, sight, by)
    if (request.of === 'ranks') {
      member.forEach((variable, i) => {
        // The ranks of the base are the same for every member, as long as no member leaves rows out.
        const isShared = block.isWhole && base.includes(variable)
        const ranks = (isShared && ranksOfBase.get(variable)) || midRanks(block.values[i], block.weights)
        if (isShared) ranksOfBase.set(variable, ranks)
        block.values[i] = ranks.ranks
        answer.ties[place * width + i] = ranks.ties
      })
    }
    // So are its sums.
    if (block.isWhole) {
      block.values.slice(0, base.length).forEach((values) => {
        if (!blocksOfBase.has(values)) blocksOfBase.set(values, new Map())
      })
    }
    if (by) {
      // Which row is of which class is the same for every member, as long as no member leaves rows out.
      const rows: readonly Int32Array[] =
        (block.isWhole && rowsOfWhole) || rowsByLevel(block.codes!, answer.classes)
      if (block.isWhole) rowsOfWhole = rows
      rows.forEach((ofLevel, level) => {
        if (ofLevel.length === 0) return
        const weights = block.weights && pick(block.weights, ofLevel)
        const values = block.values.map((column) => pick(column, ofLevel))
        putMoments(answer, place, level, momentsOf(values, weights, nothingShared))
      })
    } else {
      putMoments(answer, place, 0, momentsOf(block.values, block.weights, blocksOfBase))
    }
    place++
    yield
  }
  return answer
}

const nothingShared: SharedBlocks = new Map()

type Ranks = ReturnType<typeof midRanks>

interface Block {
  readonly values: Float64Array[]
  readonly weights: Float64Array | null
  readonly codes: ArrayLike<number> | null
  /** No row was left out. */
  readonly isWhole: boolean
}

/** The values of a set over the rows complete in it and in `by`; nothing is copied where all rows are. */
function completeRows(member: readonly Variable[], sight: Sight, by: Codes | undefined): Block {
  const { weights, isPartial } = sight.rows
  const sets = member.map((variable) => sight.valuesOf(variable))
  const masks = sets.flatMap(({ missing }) => (missing ? [missing] : []))
  const values = sets.map((set) => set.values)
  const isWhole = masks.length === 0 && !by?.hasMissing && !isPartial
  if (isWhole) return { values, weights, codes: by?.codes ?? null, isWhole }
  const rows = values[0].length
  const kept = new Int32Array(rows)
  let count = 0
  for (let row = 0; row < rows; row++) {
    if (weights?.[row] === 0 || (by && by.codes[row] === by.count)) continue
    if (masks.every((mask) => mask[row] === 0)) kept[count++] = row
  }
  const places = kept.subarray(0, count)
  return {
    values: values.map((column) => pick(column, places)),
    weights: weights && pick(weights, places),
    codes: by ? Int32Array.from(places, (row) => by.codes[row]) : null,
    isWhole,
  }
}

/** The rows of each level, ascending. */
function rowsByLevel(codes: ArrayLike<number>, levels: number): readonly Int32Array[] {
  const counts = new Int32Array(levels)
  for (let row = 0; row < codes.length; row++) counts[codes[row]]++
  const rows = Array.from(counts, (count) => new Int32Array(count))
  counts.fill(0)
  for (let row = 0; row < codes.length; row++) {
    const level = codes[row]
    rows[level][counts[level]++] = row
  }
  return rows
}

function pick(values: Float64Array, rows: Int32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]]
  return picked
}
