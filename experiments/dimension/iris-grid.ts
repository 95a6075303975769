import { score } from '../../src/index.ts'
import { consistency } from '../../src/methods.ts'
import { drawsOf } from '../draws.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { irisColumns, irisTable } from '../iris.ts'
import { fixedText, meanOf, percentText } from '../numbers.ts'
import { partsOfRun } from '../run-parts.ts'

/** A grid over one to four columns of Iris, with the majority class of each cell. */
export const irisGrid: Experiment = {
  name: 'iris-grid',
  title: 'Iris in a grid of one to four columns',
  source: 'Selección de variables, "Clasificación con una variable" to "La maldición de la dimensionalidad"',
  summary: 'more columns divide the rows they were counted on better, but not those held out',
  run: countGrids,
}

/** The parts of each column, and the cells of a grid over one to four columns. */
const parts = 4
const cellsOfGrid = [4, 16, 64, 256]
/** How often 100 rows to count and 50 to hold out are drawn. */
const splits = 100
const counted = 100

interface GridLine {
  readonly columns: readonly number[]
  /** The share of all rows that are of the majority class of their cell. */
  readonly consistency: number
  readonly occupied: number
  /** The share of the counted rows of a split, and of those held out: means over the splits. */
  readonly fitted: number
  readonly heldOut: number
}

async function countGrids(run: ExperimentRun): Promise<ExperimentFindings> {
  const table = irisTable()
  const sets = setsOfColumns()
  const nextRun = partsOfRun(run, sets.length)
  const lines: GridLine[] = []
  for (const columns of sets) {
    const features = columns.map((column) => irisColumns[column])
    const spec = {
      target: 'species',
      features,
      by: [consistency()],
      discretise: 'equal-width',
      bins: parts,
    } as const
    const { scores } = await score(table, spec, nextRun())
    lines.push({ columns, consistency: Number(scores[0].score), ...accuraciesOf(columns) })
  }
  const best = (size: number, by: (line: GridLine) => number) =>
    lines.filter(({ columns }) => columns.length === size).reduce((a, b) => (by(b) > by(a) ? b : a))
  const nameOf = ({ columns }: GridLine) => columns.map((column) => irisColumns[column]).join(', ')
  const [sepalLength, sepals, petals] = [[0], [0, 1], [2, 3]].map((wanted) =>
    lines.find(({ columns }) => columns.join() === wanted.join())!,
  )
  const all = lines[lines.length - 1]
  const single = best(1, ({ heldOut }) => heldOut)
  const bestHeldOut = lines.reduce((a, b) => (b.heldOut > a.heldOut ? b : a))
  return {
    claimed:
      'A grid of four parts classifies Iris badly by the sepal length, better by both sepal columns, almost perfectly by both petal columns, and better with each column more; but 100 rows are 25, 6.25, 1.56 and 0.39 to a cell with one to four columns.',
    found: `It holds for the rows that are counted: ${percentText(sepalLength.consistency)} are of the majority class of their cell by sepal_length, ${percentText(sepals.consistency)} by both sepal columns, ${percentText(petals.consistency)} by both petal columns, and ${percentText(all.consistency)} by all four. On rows held out the gain ends: with 100 rows counted and 50 held out, all four columns have ${percentText(all.heldOut)} (${percentText(all.fitted)} where they are counted), and ${nameOf(single)} alone has ${percentText(single.heldOut)}. The best set there is ${nameOf(bestHeldOut)}, with ${percentText(bestHeldOut.heldOut)}. Cells are less empty than 100/4^m says, as the columns depend on each other: all four occupy ${all.occupied} of ${cellsOfGrid[3]} cells, ${fixedText(150 / all.occupied, 1)} of 150 rows each.`,
    tables: [
      {
        name: 'grids',
        title: `Share of rows of the majority class of their cell: all rows, and means of ${splits} splits`,
        columns: ['columns', 'all rows', 'counted rows', 'held-out rows', 'cells', 'occupied', '100/4^m'],
        rows: lines.map((line) => [
          nameOf(line),
          line.consistency,
          line.fitted,
          line.heldOut,
          cellsOfGrid[line.columns.length - 1],
          line.occupied,
          counted / cellsOfGrid[line.columns.length - 1],
        ]),
      },
    ],
    charts: [
      {
        kind: 'lines',
        name: 'sizes',
        title: 'The best grid of each number of columns',
        caption: `Share of rows of the majority class of their cell, by the best set of each size: of the ${counted} rows that are counted, and of the 50 held out, means of ${splits} splits.`,
        x: { label: 'columns' },
        y: { label: 'share of rows' },
        points: [1, 2, 3, 4].flatMap((x) => [
          { x, y: best(x, ({ fitted }) => fitted).fitted, series: 'counted rows' },
          { x, y: best(x, ({ heldOut }) => heldOut).heldOut, series: 'held-out rows' },
        ]),
      },
    ],
  }
}

/** The 15 sets of the four columns, the smaller first. */
function setsOfColumns(): readonly (readonly number[])[] {
  const masks = Array.from({ length: 15 }, (_, i) => i + 1)
  const sets = masks.map((mask) => [0, 1, 2, 3].filter((column) => (mask >> column) & 1))
  return sets.sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1))
}

/** The rows of Iris as numbers, and their classes. */
function flowers(): { readonly values: readonly ArrayLike<number>[]; readonly classes: readonly number[] } {
  const { columns } = irisTable()
  const species = columns[4]
  return {
    values: columns.slice(0, 4).map((column) => (column.type === 'numeric' ? column.values : [])),
    classes: species.type === 'categorical' ? Array.from(species.codes) : [],
  }
}

function accuraciesOf(columns: readonly number[]): Pick<GridLine, 'occupied' | 'fitted' | 'heldOut'> {
  const { values, classes } = flowers()
  const used = columns.map((column) => values[column])
  const all = classes.map((_, row) => row)
  const shares = Array.from({ length: splits }, (_, seed) => {
    const order = drawsOf(seed).order(classes.length)
    const [known, held] = [order.slice(0, counted), order.slice(counted)]
    const predict = gridOf(used, classes, known)
    const right = (rows: readonly number[]) =>
      rows.filter((row) => predict(row) === classes[row]).length / rows.length
    return [right(known), right(held)]
  })
  const cells = new Set(all.map(cellsOf(used, all)))
  return {
    occupied: cells.size,
    fitted: meanOf(shares.map(([known]) => known)),
    heldOut: meanOf(shares.map(([, held]) => held)),
  }
}

/**
 * The cell of a row, from parts of one width between the ends of some rows; beyond the ends the outer parts
 * go on.
 */
function cellsOf(columns: readonly ArrayLike<number>[], rows: readonly number[]): (row: number) => string {
  const cuts = columns.map((values) => {
    const some = rows.map((row) => values[row])
    const [from, to] = [Math.min(...some), Math.max(...some)]
    return Array.from({ length: parts - 1 }, (_, j) => from + ((j + 1) * (to - from)) / parts)
  })
  // A part includes its upper end, as the bins of criba do.
  return (row) => columns.map((values, i) => cuts[i].filter((cut) => values[row] > cut).length).join()
}

/** The majority class of each cell, the first of equally frequent ones; in an empty cell that of all rows. */
function gridOf(
  columns: readonly ArrayLike<number>[],
  classes: readonly number[],
  rows: readonly number[],
): (row: number) => number {
  const cellOf = cellsOf(columns, rows)
  const cells = new Map<string, number[]>()
  const total = [0, 0, 0]
  for (const row of rows) {
    const inCell = cells.get(cellOf(row)) ?? [0, 0, 0]
    cells.set(cellOf(row), inCell)
    inCell[classes[row]]++
    total[classes[row]]++
  }
  const majority = (found: readonly number[]) => found.indexOf(Math.max(...found))
  return (row) => majority(cells.get(cellOf(row)) ?? total)
}
