import type { CandidateScores } from './candidate-scores.ts'

/** Candidates that advance to a depth, the number of selected columns that their scores account for. */
export interface Stage {
  readonly depth: number
  readonly behind: Int32Array
  /** Nearly all candidates are behind, so all are scored, which avoids gathering them. */
  readonly areAll: boolean
}

/** Up to this share of barred candidates, all candidates are scored. */
const fewOut = 1 / 8
/** The most candidates in one batch, each counted once per depth. */
const mostTogether = 1 << 14

/**
 * The stages by which some candidates advance to a number of selected columns, as many as fit into one batch.
 * Where candidates were left out, the depths of others may differ, so there is a single stage. A candidate
 * left out from depth `falling` on stays out; `areTaken` says that all candidates may be scored, also those
 * that were not requested.
 */
export function stagesOf(
  path: CandidateScores,
  candidates: Int32Array,
  selected: number,
  { falling, areTaken }: { readonly falling: number; readonly areTaken: boolean },
): Stage[] {
  const { commonDepth, depth, leftOut } = path
  const isEven = commonDepth !== null && areTaken
  let least = commonDepth ?? selected
  if (commonDepth === null) for (const candidate of candidates) least = Math.min(least, depth[candidate])
  const stages: Stage[] = []
  let together = 0
  for (let columns = least + 1; columns <= selected && together < mostTogether; columns++) {
    const behind = isEven ? candidates : behindOf(path, candidates, columns, falling)
    if (behind.length === 0) continue
    stages.push({
      depth: columns,
      behind,
      areAll: isEven && behind.length >= (1 - fewOut) * depth.length,
    })
    together += behind.length
    if (leftOut.size > 0) break
  }
  return stages
}

/** The candidates of a smaller depth that may still advance. */
function behindOf(
  { depth, score }: CandidateScores,
  candidates: Int32Array,
  columns: number,
  falling: number,
): Int32Array {
  const behind = new Int32Array(candidates.length)
  let count = 0
  for (let i = 0; i < candidates.length; i++) {
    const isOut = depth[candidates[i]] >= falling && Number.isNaN(score[candidates[i]])
    if (depth[candidates[i]] < columns && !isOut) behind[count++] = candidates[i]
  }
  return behind.subarray(0, count)
}
