import type { SettledGroupsSpec, Similarity } from '../spec/groups-spec.ts'
import type { Task } from '../spec/rank-spec.ts'
import type { DataFacts, FeatureCoding } from './ranking.ts'
import type { Warning } from './warning.ts'

/** A column of a group. */
export interface GroupMember {
  readonly feature: string
  /** Its similarity to the representative of the group. */
  readonly similarity: number
  /** Its similarity to the target, if there is one. */
  readonly relevance?: number
}

/** Columns that carry the same information. */
export interface ColumnGroup {
  /**
   * With a target the member most similar to it, without the one most similar to the other members; ties in
   * the table's order.
   */
  readonly representative: string
  /** In the table's order. */
  readonly members: readonly GroupMember[]
  /** The mean similarity of two members; 1 for a group of one. */
  readonly cohesion: number
  /** The height at which the group is merged; 0 for a group of one. */
  readonly height: number
  /** The mean over halves of the rows of the highest Jaccard similarity with a group there. */
  readonly stability?: number
}

/**
 * A step of the tree: a number below that of `features` is a column, `features.length + i` is the cluster of
 * step i.
 */
export interface TreeMerge {
  readonly a: number
  readonly b: number
  /** The distance of the two clusters, 1 − similarity. */
  readonly height: number
}

/** The columns that could stand in for one, the most similar first. */
export interface StandIns {
  readonly feature: string
  readonly others: readonly { readonly feature: string; readonly similarity: number }[]
}

/** The result of `groups`. */
export interface GroupsResult {
  readonly criba: string
  readonly command: 'groups'
  readonly data: DataFacts
  /** On the same data it gives the same result again. */
  readonly spec: SettledGroupsSpec & { readonly task: Task }
  readonly coding: readonly FeatureCoding[]
  /** The largest first; equally large ones in the table's order. */
  readonly groups: readonly ColumnGroup[]
  /** The grouped columns, in the table's order: the leaves of the tree. */
  readonly features: readonly string[]
  /** The tree, its lowest step first, as in the linkage of SciPy. */
  readonly merges: readonly TreeMerge[]
  /** The columns that are in no group. */
  readonly leftOut: readonly { readonly feature: string; readonly why: string }[]
  readonly standIns?: StandIns
  /** What similarities and heights are measured in. */
  readonly units: string
  /** How the relevance of a column is measured, if there is a target. */
  readonly relevance?: Similarity
  readonly warnings: readonly Warning[]
  readonly seconds: number
}
