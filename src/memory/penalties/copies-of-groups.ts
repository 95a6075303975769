import { groupsOfBlocks } from './penalised-set.ts'
import type { PenalisedSet } from './penalised-set.ts'

/**
 * Finds the groups whose blocks span the same, one by one, as those of a group before. `firstOfSpan`: for
 * each block the first that spans the same.
 */
export function copiesOfGroups(
  { starts }: Pick<PenalisedSet, 'starts'>,
  groupStarts: Uint32Array,
  firstOfSpan: Uint32Array,
): Pick<PenalisedSet, 'original' | 'copies'> {
  const original = Uint32Array.from(firstOfSpan.keys())
  const copies = new Float64Array(groupStarts.length - 1).fill(1)
  if (firstOfSpan.every((first, block) => first === block)) return { original, copies }
  const groupOf = groupsOfBlocks({ groupStarts })
  const blocksBySpan = new Map<string, readonly number[]>()
  for (let group = 0; group < copies.length; group++) {
    const blocks = original
      .slice(groupStarts[group], groupStarts[group + 1])
      .filter((block) => starts[block + 1] > starts[block])
    const sorted = [...blocks].sort((a, b) => firstOfSpan[a] - firstOfSpan[b] || a - b)
    const spans = sorted.map((block) => firstOfSpan[block]).join()
    const first = blocksBySpan.get(spans)
    if (sorted.length === 0) continue
    if (!first) blocksBySpan.set(spans, sorted)
    else {
      copies[groupOf[first[0]]]++
      sorted.forEach((block, i) => (original[block] = first[i]))
    }
  }
  return { original, copies }
}
