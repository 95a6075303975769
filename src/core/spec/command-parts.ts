import { compareParts } from './compare-spec.ts'
import { groupsParts } from './groups-spec.ts'
import { interactionsParts } from './pairs-spec.ts'
import type { PartTable } from './parts.ts'
import { dataParts, rankParts } from './rank-spec.ts'
import { scoreParts } from './score-spec.ts'
import { selectParts } from './select-spec.ts'

/** The commands that read data. */
export type CommandName = 'describe' | 'rank' | 'select' | 'compare' | 'score' | 'interactions' | 'groups'

/**
 * The parts of the spec of each command: the source of its flags, and of the schema of `spec` in its results.
 */
export const commandParts: Readonly<Record<CommandName, PartTable>> = {
  describe: dataParts,
  rank: rankParts,
  select: selectParts,
  compare: compareParts,
  score: scoreParts,
  interactions: interactionsParts,
  groups: groupsParts,
}
