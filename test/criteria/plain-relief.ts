/** The Relief family word by word, pair by pair, sharing no line with the library. */

export type Cell = number | string | null

export interface PlainTable {
  readonly columns: readonly (readonly Cell[])[]
  /** Classes as texts, or numbers. */
  readonly target: readonly (string | number)[]
}

interface Plain {
  readonly n: number
  readonly d: number
  /** How rows i and j differ in column c, expected where a value is missing. */
  readonly diff: (c: number, i: number, j: number) => number
  readonly distance: (i: number, j: number) => number
  readonly rows: readonly number[]
}

const close = (a: number, b: number) => Math.abs(a - b) < 1e-11
const meanOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

function plain(
  { columns, target }: PlainTable,
  power: { readonly distance: 1 | 2; readonly diff: 1 | 2 } = { distance: 1, diff: 1 },
): Plain {
  const n = target.length
  const rows = Array.from({ length: n }, (_, i) => i)
  const isClass = typeof target[0] === 'string'
  const differ = columns.map((column) => {
    const known = column.filter((cell) => cell !== null)
    const numbers = known.filter((cell) => typeof cell === 'number')
    const range = Math.max(...numbers) - Math.min(...numbers)
    return (a: string | number, b: string | number) => {
      if (typeof a === 'string' || typeof b === 'string') return a === b ? 0 : 1
      return range === 0 ? 0 : Math.abs(a - b) / range
    }
  })
  const drawnFrom = (c: number, i: number) => {
    const known = rows.filter((row) => columns[c][row] !== null)
    const own = known.filter((row) => !isClass || target[row] === target[i])
    return (own.length > 0 ? own : known).map((row) => columns[c][row]!)
  }
  const powered = (exponent: 1 | 2) => (c: number, i: number, j: number) => {
    const [a, b] = [columns[c][i], columns[c][j]]
    const values = (cell: Cell, row: number) => (cell === null ? drawnFrom(c, row) : [cell])
    const all = values(a, i).flatMap((x) => values(b, j).map((y) => differ[c](x, y) ** exponent))
    return all.length === 0 ? 0 : meanOf(all)
  }
  const distance = (i: number, j: number) =>
    columns.reduce((sum, _, c) => sum + powered(power.distance)(c, i, j), 0)
  const distances = rows.map((i) => rows.map((j) => distance(i, j)))
  return { n, d: columns.length, diff: powered(power.diff), distance: (i, j) => distances[i][j], rows }
}

/** The k nearest of some rows with their weights; those tied at the last place share what is left. */
function nearest({ distance }: Plain, i: number, among: readonly number[], k: number) {
  const others = among.filter((j) => j !== i)
  const places = Math.min(k, others.length)
  if (places === 0) return []
  const sorted = others.toSorted((a, b) => distance(i, a) - distance(i, b))
  const last = distance(i, sorted[places - 1])
  const nearer = others.filter((j) => distance(i, j) < last && !close(distance(i, j), last))
  const tied = others.filter((j) => close(distance(i, j), last))
  const share = (places - nearer.length) / tied.length
  return [
    ...nearer.map((j) => ({ j, weight: 1 / places })),
    ...tied.map((j) => ({ j, weight: share / places })),
  ]
}

type Neighbours = (i: number, among: readonly number[]) => readonly { j: number; weight: number }[]

/** Σ_{c ≠ own} P(c)/(1 − P(own)) · mean diff to the misses of c − mean diff to the hits, averaged over rows. */
function contrast(table: PlainTable, space: Plain, neighbours: Neighbours): number[] {
  const classes = [...new Set(table.target)]
  const of = (c: string | number) => space.rows.filter((row) => table.target[row] === c)
  return table.columns.map((_, column) =>
    meanOf(
      space.rows.map((i) => {
        const own = table.target[i]
        const mean = (c: string | number) =>
          neighbours(i, of(c)).reduce((sum, { j, weight }) => sum + weight * space.diff(column, i, j), 0)
        const misses = classes
          .filter((c) => c !== own)
          .reduce<number>((sum, c) => sum + (of(c).length / (space.n - of(own).length)) * mean(c), 0)
        return misses - mean(own)
      }),
    ),
  )
}

export function plainRelieff(table: PlainTable, k: number): number[] {
  const space = plain(table)
  return contrast(table, space, (i, among) => nearest(space, i, among, k))
}

const evenly = (js: readonly number[]) => js.map((j) => ({ j, weight: 1 / js.length }))

export function plainSurf(table: PlainTable, isRow: boolean, hasFar: boolean): number[] {
  const space = plain(table)
  const { rows, distance } = space
  const all = rows.flatMap((i) => rows.filter((j) => j !== i).map((j) => distance(i, j)))
  const radii = (i: number) => {
    if (!isRow) return [meanOf(all), meanOf(all)]
    const own = rows.filter((j) => j !== i).map((j) => distance(i, j))
    const mean = meanOf(own)
    const half = Math.sqrt(meanOf(own.map((one) => (one - mean) ** 2))) / 2
    return [mean - half, mean + half]
  }
  const isNear = (i: number, j: number) => distance(i, j) < radii(i)[0] && !close(distance(i, j), radii(i)[0])
  const isFar = (i: number, j: number) =>
    isRow ? distance(i, j) > radii(i)[1] && !close(distance(i, j), radii(i)[1]) : !isNear(i, j)
  const within =
    (test: typeof isNear): Neighbours =>
    (i, among) =>
      evenly(among.filter((j) => j !== i && test(i, j)))
  const near = contrast(table, space, within(isNear))
  if (!hasFar) return near
  const far = contrast(table, space, within(isFar))
  return near.map((score, c) => score - far[c])
}

export function plainRelief(
  table: PlainTable,
  multiclass: 'any' | 'ovr' | 'ovo',
  power: { distance: 1 | 2; diff: 1 | 2 },
): number[] {
  const space = plain(table, power)
  const classes = [...new Set(table.target)]
  /** W of rows of two sides, each against the other. */
  const twoSided = (column: number, rows: readonly number[], sideOf: (row: number) => unknown) =>
    meanOf(
      rows.map((i) => {
        const mean = (isHit: boolean) =>
          nearest(
            space,
            i,
            rows.filter((j) => (sideOf(j) === sideOf(i)) === isHit),
            1,
          ).reduce((sum, { j, weight }) => sum + weight * space.diff(column, i, j), 0)
        return mean(false) - mean(true)
      }),
    )
  return table.columns.map((_, column) => {
    if (multiclass === 'any') return twoSided(column, space.rows, (row) => table.target[row])
    if (multiclass === 'ovr') {
      return meanOf(classes.map((c) => twoSided(column, space.rows, (row) => table.target[row] === c)))
    }
    const pairs = classes.flatMap((a, i) => classes.slice(i + 1).map((b) => [a, b]))
    return meanOf(
      pairs.map((pair) =>
        twoSided(
          column,
          space.rows.filter((row) => pair.includes(table.target[row])),
          (row) => table.target[row],
        ),
      ),
    )
  })
}

export function plainRrelieff(table: PlainTable, k: number, isExponential: boolean): number[] {
  const space = plain(table)
  const target = table.target.map(Number)
  const range = Math.max(...target) - Math.min(...target)
  const weighed = (i: number) => {
    if (!isExponential) return nearest(space, i, space.rows, k)
    const others = space.rows.filter((j) => j !== i)
    const places = Math.min(k, others.length)
    const ofRank = Array.from({ length: places }, (_, p) => Math.exp(-(((p + 1) / 20) ** 2)))
    const total = ofRank.reduce((a, b) => a + b, 0)
    return others.map((j) => {
      const before = others.filter(
        (o) =>
          space.distance(i, o) < space.distance(i, j) && !close(space.distance(i, o), space.distance(i, j)),
      ).length
      const tied = others.filter((o) => close(space.distance(i, o), space.distance(i, j))).length
      const share = ofRank.slice(before, before + tied).reduce((a, b) => a + b, 0)
      return { j, weight: share / tied / total }
    })
  }
  const pairs = space.rows.flatMap((i) => weighed(i).map(({ j, weight }) => ({ i, j, weight })))
  const dy = (i: number, j: number) => Math.abs(target[i] - target[j]) / range
  const nDy = pairs.reduce((sum, { i, j, weight }) => sum + weight * dy(i, j), 0)
  const quotient = (a: number, b: number) => (Math.abs(a) < 1e-14 ? 0 : a / b)
  return table.columns.map((_, c) => {
    const nDa = pairs.reduce((sum, { i, j, weight }) => sum + weight * space.diff(c, i, j), 0)
    const nBoth = pairs.reduce((sum, { i, j, weight }) => sum + weight * space.diff(c, i, j) * dy(i, j), 0)
    return quotient(nBoth, nDy) - quotient(nDa - nBoth, space.n - nDy)
  })
}
