import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import type { Cell, Columns } from '../contract/tables.ts'
import type { Draw } from './draw.ts'
import { levelKinds, numberKinds, oddNames } from './odd-columns.ts'

/** A small random table of odd columns, and its target. */
export interface OddTable {
  readonly columns: Columns
  readonly types: Readonly<Record<string, 'categorical'>>
  readonly target: string
  /** Whether the time of a row, its target, ended with the event; `null` if the target is no time. */
  readonly event: string | null
  readonly weights: string | null
  /** Whether all weights are whole numbers. */
  readonly wholeWeights: boolean
  /** The columns except the target and the weights. */
  readonly features: readonly string[]
}

const fewRows = [1, 2, 3, 4, 5, 7, 8, 10, 12, 14, 16, 18, 20, 20, 25, 30, 40, 60] as const
/** Enough rows for several threads. */
const manyRows = 3000

export function oddTable(draw: Draw): OddTable {
  const rows = draw.chance(0.015) ? manyRows : draw.pick(fewRows)
  const columns: [string, Cell[]][] = []
  const nameOf = (plain: string) => {
    const odd = draw.chance(0.12) ? draw.pick(oddNames) : plain
    return columns.some(([name]) => name === odd) ? plain : odd
  }
  const isPlain = draw.chance(0.35)
  const width = 1 + draw.whole(rows === manyRows ? 4 : 6)
  for (let i = 0; i < width; i++) columns.push([nameOf(`x${i}`), featureCells(draw, rows, columns, isPlain)])
  const features = columns.map(([name]) => name)
  const target = nameOf('y')
  const isTimed = draw.chance(0.08)
  const cells = isTimed ? times(draw, rows) : targetCells(draw, rows, columns)
  columns.splice(draw.whole(width + 1), 0, [target, cells])
  if (draw.chance(0.3)) columns.push([nameOf('again'), alike(draw, draw.chance(0.5) ? cells : columns[0][1])])
  const again = columns.length > width + 1 ? [columns[width + 1][0]] : []
  const weights = draw.chance(0.25) ? nameOf('w') : null
  const wholeWeights = draw.chance(0.6)
  if (weights !== null) columns.push([weights, weightCells(draw, rows, wholeWeights)])
  const event = isTimed ? nameOf('died') : null
  if (event !== null) columns.push([event, Array.from({ length: rows }, () => Number(draw.chance(0.6)))])
  const asLevels = features.filter(() => draw.chance(0.05))
  return {
    columns,
    types: Object.fromEntries(asLevels.map((name) => [name, 'categorical'] as const)),
    target,
    event,
    weights,
    wholeWeights: weights === null || wholeWeights,
    features: [...features, ...again],
  }
}

export function build({ columns, types }: Pick<OddTable, 'columns' | 'types'>): Table {
  return tableFromColumns(columns, types)
}

function featureCells(draw: Draw, rows: number, before: Columns, isPlain: boolean): Cell[] {
  if (before.length > 0 && draw.chance(0.12)) return alike(draw, draw.pick(before)[1])
  const plain = draw.chance(0.7) ? numberKinds['normal'] : levelKinds['letters']
  const kinds = Object.values(draw.chance(0.7) ? numberKinds : levelKinds)
  const at = (isPlain && draw.chance(0.8) ? plain : draw.pick(kinds))(draw)
  return pierced(
    draw,
    Array.from({ length: rows }, (_, row) => at(row)),
  )
}

/** Times until an event, some of them equal. */
function times(draw: Draw, rows: number): Cell[] {
  const drawn = Array.from({ length: rows }, () => draw.pick([draw.whole(9), 20 * draw.number()]))
  return draw.chance(0.2) ? pierced(draw, drawn) : drawn
}

/** A target that is often related to the columns. */
function targetCells(draw: Draw, rows: number, columns: Columns): Cell[] {
  const [, first] = draw.pick(columns)
  const size = (row: number) => {
    const cell = first[row]
    return typeof cell === 'number' && Math.abs(cell) < 1e6 ? cell : String(cell).length % 3
  }
  const kinds: ((row: number) => Cell)[] = [
    (row) => size(row) + draw.number(),
    (row) => size(row) + draw.number(),
    (row) => (size(row) + draw.number() > 0.7 ? 'yes' : 'no'),
    (row) => (size(row) + draw.number() > 0.7 ? 'yes' : 'no'),
    (row) => ['low', 'middle', 'top'][Math.min(2, Math.floor(Math.abs(size(row))))],
    (row) => (size(row) + draw.number() > 0.7 ? 7 : 3),
    () => draw.whole(3),
  ]
  if (draw.chance(0.2)) kinds.push(draw.pick(Object.values({ ...numberKinds, ...levelKinds }))(draw))
  const at = draw.chance(0.2) ? kinds.at(-1) : draw.pick(kinds)
  const drawn = Array.from({ length: rows }, (_, row) => at(row))
  const isConstant = drawn.every((cell) => cell === drawn[0])
  // Most calls refuse a constant target.
  const cells = isConstant && draw.chance(0.8) ? drawn.map((_, row) => ['no', 'yes'][row % 2]) : drawn
  return draw.chance(0.2) ? pierced(draw, cells) : cells
}

/** A copy of a column, or nearly a copy. */
function alike(draw: Draw, cells: readonly Cell[]): Cell[] {
  const change = draw.pick<(cell: Cell) => Cell>([
    (cell) => cell,
    (cell) => (typeof cell === 'number' ? -cell : cell),
    (cell) => (typeof cell === 'number' ? 3 * cell + 1 : cell),
    (cell) => (draw.chance(0.1) ? null : cell),
    (cell) => (cell === null ? null : String(cell)),
  ])
  return cells.map(change)
}

function pierced(draw: Draw, cells: readonly Cell[]): Cell[] {
  const share = draw.chance(0.25) ? draw.pick([0.05, 0.2, 0.5]) : 0
  return cells.map((cell) => (draw.chance(share) ? null : cell))
}

function weightCells(draw: Draw, rows: number, areWhole: boolean): Cell[] {
  const from = areWhole
    ? [0, 1, 1, 2, 3]
    : draw.pick([
        [0, 0.5, 1, 1.5],
        [0.1, 0.7, 2.3],
        [0.01, 100],
      ])
  return Array.from({ length: rows }, () => draw.pick(from))
}
