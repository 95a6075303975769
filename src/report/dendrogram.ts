import type { TreeMerge } from '../trace/groups.ts'
import { treeScale } from './tree-scale.ts'
import type { TreeScale } from './tree-scale.ts'
import { shortenDistinctly } from './short-names.ts'
import { dim, emphasise, tint, widest, widthOf } from './text.ts'
import type { Display } from './text.ts'

/** A tree of columns to draw. */
export interface DrawnTree {
  readonly names: readonly string[]
  readonly merges: readonly TreeMerge[]
  /** The clusters to draw, each as a tree of its own: numbers of leaves or, from the number of leaves on, of merges. */
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

/** The tree from its leaves on the left, a line each, to its root on the right, under a scale of the height. */
export function drawTree(tree: DrawnTree, display: Display): string[] {
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

/** The leaves of a cluster from top to bottom: the branch of the representative first, else the larger one. */
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
