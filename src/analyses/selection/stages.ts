import type { Candidates } from './candidates.ts'

/** Candidates that come to account for so many columns. */
export interface Stage {
  readonly seen: number
  readonly behind: Int32Array
  /** They are so many that all are scored, so that nothing has to be gathered. */
  readonly areAll: boolean
}

/** Where no more than this share is out of play, all candidates are scored. */
const fewOut = 1 / 8
/** Candidates that are asked about together, each as often as there are columns to account for. */
const mostTogether = 1 << 14

/**
 * The stages by which some candidates come to account for so many selected columns, the first of them that are worth one
 * batch. Where some were left out others may be at any stage, so then it is one. Who is left out from `falling` columns on
 * stays out; `areTaken` says that all candidates may be scored, also those that are not asked for.
 */
export function stagesOf(
  path: Candidates,
  candidates: Int32Array,
  selected: number,
  { falling, areTaken }: { readonly falling: number; readonly areTaken: boolean },
): Stage[] {
  const { level, seen, leftOut } = path
  const isEven = level !== null && areTaken
  let least = level ?? selected
  if (level === null) for (const candidate of candidates) least = Math.min(least, seen[candidate])
  const stages: Stage[] = []
  let together = 0
  for (let columns = least + 1; columns <= selected && together < mostTogether; columns++) {
    const behind = isEven ? candidates : behindOf(path, candidates, columns, falling)
    if (behind.length === 0) continue
    stages.push({
      seen: columns,
      behind,
      areAll: isEven && behind.length >= (1 - fewOut) * seen.length,
    })
    together += behind.length
    if (leftOut.size > 0) break
  }
  return stages
}

/** Those of some candidates that account for fewer columns, and may account for more. */
function behindOf(
  { seen, score }: Candidates,
  candidates: Int32Array,
  columns: number,
  falling: number,
): Int32Array {
  const behind = new Int32Array(candidates.length)
  let count = 0
  for (let i = 0; i < candidates.length; i++) {
    const isOut = seen[candidates[i]] >= falling && Number.isNaN(score[candidates[i]])
    if (seen[candidates[i]] < columns && !isOut) behind[count++] = candidates[i]
  }
  return behind.subarray(0, count)
}
