import { CribaError } from './error.ts'
import { choice, number, text, whole } from './parts.ts'
import type { PartsOf, SettledBy } from './parts.ts'
import { dataParts, settleSpec } from './rank-spec.ts'
import type { DataSpec } from './rank-spec.ts'

/**
 * How similar two columns are, from 0 to 1.
 *
 * - `symmetrical-uncertainty`: 2·I(X;Y) / (H(X) + H(Y)), of columns as levels;
 * - `correlation`: |ρ|, of numeric columns;
 * - `information-distance`: I(X;Y) / H(X,Y), of columns as levels.
 */
const similarities = ['symmetrical-uncertainty', 'correlation', 'information-distance'] as const
export type Similarity = (typeof similarities)[number]

/** Which of the distances between the members of two clusters counts: the greatest, or the mean. */
const linkages = ['complete', 'average'] as const
export type Linkage = (typeof linkages)[number]

/** The spec of `groups`, as plain data: the same spec on the same data gives the same result, bit for bit. */
export interface GroupsSpec extends DataSpec {
  readonly by?: Similarity | null
  readonly linkage?: Linkage | null
  /** Where the tree is cut: the greatest distance, 1 − similarity, at which columns are one group. */
  readonly height?: number | null
  /** Instead of a height: the number of groups. */
  readonly count?: number | null
  /** A column: the result lists the others by their similarity to it. */
  readonly standIns?: string | null
  /** How many halves of the rows to group again, to see how stable the groups are. */
  readonly stability?: number | null
  /** The seed of those halves. */
  readonly seed?: number | null
}

/**
 * The height where a tree is cut by default: with complete linkage each two columns of a group share half of
 * their information, or with |ρ| ≥ 0.7 half of their variance.
 */
const defaultHeight: Readonly<Record<Similarity, number>> = {
  'symmetrical-uncertainty': 0.5,
  correlation: 0.3,
  'information-distance': 0.5,
}

/** The parts of a spec of `groups`. */
export const groupsParts = {
  ...dataParts,
  by: choice(similarities, {
    default: 'symmetrical-uncertainty',
    flag: '--by <similarity>',
    help: 'how to measure the similarity of two columns; correlation takes numeric columns only',
  }),
  linkage: choice(linkages, {
    default: 'complete',
    flag: '--linkage <linkage>',
    help: 'the distance of two clusters: the greatest of two members (complete), or the mean (average)',
  }),
  height: number({
    min: 0,
    max: 1,
    flag: '--height <h>',
    help: 'the distance up to which columns are one group: 0 for copies, 1 for all in one',
    defaultInWords: '0.5, for correlation 0.3',
  }),
  count: whole({ min: 1, flag: '--count <n>', help: 'instead of a height: the number of groups' }),
  standIns: text({
    flag: '--stand-ins <column>',
    help: 'list the columns that could stand in for this one, the most similar first',
  }),
  stability: whole({
    min: 1,
    max: 10_000,
    flag: '--stability <n>',
    help: 'group n random halves of the rows too, to see how stable the groups are',
  }),
  seed: whole({ min: 0, default: 0, flag: '--seed <n>', help: 'seed of the random halves' }),
} satisfies PartsOf<GroupsSpec>

export type SettledGroupsSpec = SettledBy<GroupsSpec, typeof groupsParts>

/** Checks a spec of `groups` and fills in its defaults. */
export function settleGroups(spec: GroupsSpec): SettledGroupsSpec {
  const settled = settleSpec('groups', groupsParts, spec)
  const { height, count } = settled
  if (height !== null && count !== null)
    throw new CribaError('invalid', 'invalid count: a height is given too (leave out one of the two)')
  return { ...settled, height: height ?? (count === null ? defaultHeight[settled.by] : null) }
}
