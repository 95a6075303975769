import type { Column } from '../../columns/column.ts'
import { countMembers, membersOf, widthOf } from '../../statistics/family.ts'
import { emptyFamily, putMoments } from '../../statistics/moments.ts'
import type { MomentsOfFamily } from '../../statistics/moments.ts'
import type { MomentsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Codes } from './codes.ts'
import { valuesOf } from './codes.ts'
import { momentsByLevel, momentsOf } from './moments.ts'
import { midRanks } from './ordering.ts'
import type { RowsInPlay } from './rows-in-play.ts'

export function answerMoments(
  request: MomentsRequest,
  codesOf: (variable: Variable) => Codes,
  columns: readonly Column[],
  { weights }: RowsInPlay,
): MomentsOfFamily {
  const by = request.by && codesOf(request.by)
  const width = widthOf(request.family)
  const answer = emptyFamily(countMembers(request.family), by?.count ?? 1, width)
  let place = 0
  for (const member of membersOf(request.family)) {
    const block = completeRows(member, columns, weights, by)
    if (request.of === 'ranks') {
      block.values.forEach((values, i) => {
        const { ranks, ties } = midRanks(values, block.weights)
        block.values[i] = ranks
        answer.ties[place * width + i] = ties
      })
    }
    if (block.codes) {
      const levels = momentsByLevel(block.values, block.weights, block.codes, answer.classes)
      levels.forEach((moments, level) => putMoments(answer, place, level, moments))
    } else {
      putMoments(answer, place, 0, momentsOf(block.values, block.weights))
    }
    place++
  }
  return answer
}

interface Block {
  readonly values: Float64Array[]
  readonly weights: Float64Array | null
  readonly codes: ArrayLike<number> | null
}

/** The values of a set over the rows complete in it and in `by`; nothing is copied where all rows are. */
function completeRows(
  member: readonly Variable[],
  columns: readonly Column[],
  weights: Float64Array | null,
  by: Codes | undefined,
): Block {
  const sets = member.map((variable) => valuesOf(columns[variable.column], variable))
  const masks = sets.flatMap(({ missing }) => (missing ? [missing] : []))
  const values = sets.map((set) => set.values)
  const isWhole = masks.length === 0 && !by?.hasMissing && !weights?.includes(0)
  if (isWhole) return { values, weights, codes: by?.codes ?? null }
  const isIn = (row: number) =>
    weights?.[row] !== 0 && masks.every((mask) => !mask[row]) && (!by || by.codes[row] !== by.count)
  const kept = Int32Array.from({ length: values[0].length }, (_, row) => row).filter(isIn)
  const pick = (from: Float64Array) => Float64Array.from(kept, (row) => from[row])
  return {
    values: values.map(pick),
    weights: weights && pick(weights),
    codes: by ? Int32Array.from(kept, (row) => by.codes[row]) : null,
  }
}
