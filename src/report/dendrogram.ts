import type { GroupsResult, TreeMerge } from '#core'
import { grouped } from './numbers.ts'
import { shortenDistinctly } from './text-columns.ts'
import { dim, emphasise, tint, widest, widthOf } from './text.ts'
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

/** Where heights are drawn: at which of `width` places. */
interface TreeScale {
  readonly width: number
  /** The place of the cut; nothing else is there. */
  readonly cut: number
  readonly placeOf: (height: number) => number
  /** The line of numbers above the places. */
  readonly labels: string
}

/** The space of a label, in characters. */
const labelSpace = 6
/** The distance of two labels, in height. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5] as const

/**
 * A scale from 0 to the top. What is merged up to the cut is left of its place and all else is right of it,
 * so heights near the cut may be drawn one place off.
 */
function treeScale({ cut, top }: { readonly cut: number; readonly top: number }, width: number): TreeScale {
  const end = width - 1
  const atCut = cut >= top ? end : Math.min(end - 1, Math.max(1, Math.round((cut / top) * end)))
  const share = (height: number, from: number, to: number) =>
    to > from ? Math.min(1, Math.max(0, (height - from) / (to - from))) : 0
  const placeOf = (height: number) =>
    height <= cut || atCut === end
      ? Math.round(share(height, 0, cut) * (atCut - 1))
      : atCut + 1 + Math.round(share(height, cut, top) * (end - atCut - 1))
  return { width, cut: atCut, placeOf, labels: labelsOf() }

  /** The cut, 0 and the top, then the round numbers that have space. */
  function labelsOf(): string {
    const taken: { readonly from: number; readonly text: string }[] = []
    const put = (height: number, place: number) => {
      const text = String(Number(height.toFixed(2)))
      const from = Math.min(place, width - text.length)
      if (taken.every((one) => Math.abs(one.from - from) >= labelSpace)) taken.push({ from, text })
    }
    put(cut, atCut)
    put(0, 0)
    if (top > cut) put(top, end)
    const step = steps.find((one) => (one / top) * width > labelSpace) ?? top
    for (let i = 1; i * step < top; i++) put(i * step, placeOf(i * step))
    return taken
      .sort((a, b) => a.from - b.from)
      .reduce((line, { from, text }) => line.padEnd(from) + text, '')
  }
}

/** A tree of columns to draw. */
interface DrawnTree {
  readonly names: readonly string[]
  readonly merges: readonly TreeMerge[]
  /**
   * The clusters to draw, each as a tree of its own: numbers of leaves or, from the number of leaves on, of
   * merges.
   */
  readonly roots: readonly number[]
  /** For each leaf whether it represents its group, and whether that has other members. */
  readonly isMarked: (leaf: number) => boolean
  readonly hasCompany: (leaf: number) => boolean
  readonly cut: number
  /** The height at the right end. */
  readonly top: number
}

/** The most characters of a name, as a share of the width, and of the branches. */
const names = { share: 0.4, most: 40 } as const
const mostBranches = 100

/** The sides at which a line leaves a cell. */
const [left, right, up, down] = [1, 2, 4, 8]
const lines: readonly string[] = [...' ╴╶─╵┘└┴╷┐┌┬│┤├┼']

/**
 * The tree from its leaves on the left, a line each, to its root on the right, under a scale of the height.
 */
function drawTree(tree: DrawnTree, display: Display): string[] {
  const rows = tree.roots.flatMap((root) => leavesOf(root, tree))
  const nameWidth = Math.min(
    widest(rows.map((leaf) => tree.names[leaf])),
    Math.floor(display.width * names.share),
    names.most,
  )
  const shown = shortenDistinctly(
    rows.map((leaf) => tree.names[leaf]),
    nameWidth,
  )
  const scale = treeScale(tree, Math.min(mostBranches, display.width - nameWidth - 4))
  const cells = branches(tree, rows, scale)
  const margin = ' '.repeat(nameWidth + 3)
  const head = `${'height'.padStart(nameWidth + 2)} ${scale.labels}`
  return [
    dim(nameWidth < 6 ? `${margin}${scale.labels}` : head, display),
    ...rows.map((leaf, row) => {
      const isMarked = tree.isMarked(leaf)
      const name = shown[row] + ' '.repeat(Math.max(0, nameWidth - widthOf(shown[row])))
      const drawn = cells[row].map((sides, x) => cellOf(sides, x === scale.cut))
      const below = drawn.slice(0, scale.cut).join('')
      const above = drawn.slice(scale.cut).join('').trimEnd()
      const inGroup = tree.hasCompany(leaf) ? tint(below, display) : dim(below, display)
      return `${isMarked ? '●' : ' '} ${isMarked ? emphasise(name, display) : name} ${inGroup}${dim(above, display)}`
    }),
  ]
}

function cellOf(sides: number, isCut: boolean): string {
  if (!isCut) return lines[sides]
  return sides === 0 ? '┊' : '┼'
}

/**
 * The leaves of a cluster from top to bottom: the branch of the representative first, else the larger one.
 */
function leavesOf(root: number, { names, merges, isMarked, cut }: DrawnTree): readonly number[] {
  const listed = (cluster: number): readonly number[] => {
    if (cluster < names.length) return [cluster]
    const { a, b, height } = merges[cluster - names.length]
    const [x, y] = [listed(a), listed(b)]
    // In a group the representative is at the top; clusters of groups have several.
    const isFirst = height <= cut && y.some(isMarked) !== x.some(isMarked) ? x.some(isMarked) : isLarger(x, y)
    return isFirst ? [...x, ...y] : [...y, ...x]
  }
  return listed(root)
}

function isLarger(x: readonly number[], y: readonly number[]): boolean {
  return x.length === y.length ? Math.min(...x) < Math.min(...y) : x.length > y.length
}

/** For each row and each place of the branches the sides at which lines leave. */
function branches({ names, merges, roots }: DrawnTree, rows: readonly number[], scale: TreeScale) {
  const rowOf = new Map(rows.map((leaf, row) => [leaf, row]))
  const cells = rows.map(() => new Uint8Array(scale.width))
  const add = (row: number, x: number, sides: number) => (cells[row][x] |= sides)
  /** Draws a cluster; its line goes on from this place. */
  const draw = (cluster: number): { row: number; x: number } => {
    if (cluster < names.length) {
      const row = rowOf.get(cluster)!
      add(row, 0, left)
      return { row, x: 0 }
    }
    const { a, b, height } = merges[cluster - names.length]
    const x = scale.placeOf(height)
    const ends = [draw(a), draw(b)].sort((one, other) => one.row - other.row)
    for (const end of ends) {
      for (let at = end.x; at < x; at++) {
        add(end.row, at, right)
        add(end.row, at + 1, left)
      }
    }
    const [{ row }, { row: last }] = ends
    for (let at = row; at < last; at++) {
      add(at, x, down)
      add(at + 1, x, up)
    }
    return { row, x }
  }
  // A column alone has a short line.
  for (const root of roots) {
    const { row, x } = draw(root)
    if (root < names.length) add(row, x, right)
  }
  return cells.map((row) => Array.from(row))
}
