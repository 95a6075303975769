import type { GroupsResult } from '#core'
import { drawTree } from './dendrogram.ts'
import { grouped } from './numbers.ts'
import { dim } from './text.ts'
import type { Display } from './text.ts'

/**
 * The most columns of a whole tree. Of more columns only the groups are drawn, and no more lines than these.
 */
const mostLeaves = 40
const mostLines = 200

/** Whether the tree of all columns is drawn. */
export function isWhole({ features }: GroupsResult, display: Display): boolean {
  return features.length <= Math.min(mostLeaves, display.lines)
}

/** The tree of all columns; if they are many, that of each group of two or more. */
export function groupTree(result: GroupsResult, display: Display): string[] {
  const { groups, features, merges, spec } = result
  const leafOf = new Map(features.map((name, leaf) => [name, leaf]))
  const sizeOf = new Map(
    groups.flatMap(({ members }) => members.map(({ feature }) => [leafOf.get(feature)!, members.length])),
  )
  const marked = new Set(groups.map(({ representative }) => leafOf.get(representative)!))
  const cut = spec.height ?? heightOfCut(groups.length, merges)
  const isAll = isWhole(result, display)
  const { roots, hidden } = isAll
    ? { roots: [features.length + merges.length - 1], hidden: 0 }
    : rootsOfGroups()
  if (roots.length === 0) return []
  const top = isAll ? Math.max(cut, merges[merges.length - 1].height) : cut
  const drawn = drawTree(
    {
      names: features,
      merges,
      roots,
      isMarked: (leaf) => marked.has(leaf),
      hasCompany: (leaf) => sizeOf.get(leaf)! > 1,
      cut,
      top: top > 0 ? top : 1,
    },
    display,
  )
  const rest = `… and the trees of ${grouped(hidden)} more groups (--format json has all)`
  return hidden > 0 ? [...drawn, dim(rest, display)] : drawn

  /** The clusters of the groups of two or more that fit, in the order of the groups. */
  function rootsOfGroups(): { readonly roots: readonly number[]; readonly hidden: number } {
    const clusters = clusterOfEach()
    const large = groups.filter(({ members }) => members.length > 1)
    let lines = Math.min(mostLines, display.lines)
    const fits = large.filter(({ members }) => {
      if (members.length > lines) return false
      lines -= members.length
      return true
    })
    const roots = fits.map(({ members }) => clusters.get(leafOf.get(members[0].feature)!)!)
    return { roots, hidden: large.length - fits.length }
  }

  /** The cluster of each group, by the first of its leaves. */
  function clusterOfEach(): ReadonlyMap<number, number> {
    const first = Int32Array.from({ length: features.length + merges.length }, (_, leaf) => leaf)
    const clusters = new Map<number, number>()
    for (let step = 0; step < features.length - groups.length; step++) {
      const { a, b } = merges[step]
      first[features.length + step] = Math.min(first[a], first[b])
      clusters.set(first[features.length + step], features.length + step)
    }
    return clusters
  }
}

/** The height in the middle between the last merge below a cut into so many groups and the first above it. */
function heightOfCut(groups: number, merges: GroupsResult['merges']): number {
  const steps = merges.length + 1 - groups
  const below = steps > 0 ? merges[steps - 1].height : 0
  return steps < merges.length ? (below + merges[steps].height) / 2 : below
}
