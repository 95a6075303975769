import type { Chart, ReportTable } from '../../src/index.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { partsOfRun } from '../run-parts.ts'
import { comparedScores, foundSet } from './compared-sets.ts'
import { exampleData } from './example-data.ts'
import { functions } from './functions.ts'
import { publishedDeltaTest } from './published-delta-test.ts'
import { bestSet, maskOf, rightIn } from './sets.ts'
import { source } from './source.ts'

/** The examples, with as many columns as keep the run short: 127 sets. */
const studied = ['C', 'D', 'E'] as const
const width = 7
const sizes = [50, 100, 200, 500, 1000, 2000] as const
/** The seeds of the tables. */
const seeds = [13, 14, 15, 16, 17, 18, 19, 20, 21, 22] as const
/** The share of tables, in percent, at which rows are said to be enough. */
const mostTables = 90

const asPublished = 'delta test as published'
const criteria = ['delta test, standardised', 'total correlation, standardised', 'KSG information'] as const

/** What the criteria find in the tables of one example with one number of rows. */
interface Cell {
  readonly of: (typeof studied)[number]
  readonly rows: number
  readonly by: string
  readonly sets: readonly number[]
}

/** How many rows the delta test needs. */
export const rowsNeeded: Experiment = {
  name: 'rows-needed',
  title: 'How many rows the delta test needs',
  source: source('chapters 4.2.3 and 24'),
  summary: 'hits of DT, total correlation and KSG information against the number of rows, 50 to 2000',
  run: runRowsNeeded,
}

async function runRowsNeeded(run: ExperimentRun): Promise<ExperimentFindings> {
  const nextRun = partsOfRun(run, studied.length * sizes.length * seeds.length * criteria.length)
  const cells: Cell[] = []
  for (const rows of sizes) {
    for (const of of studied) {
      const sets: Record<string, number[]> = {}
      for (const seed of seeds) {
        const data = exampleData(of, { width, rows, seed })
        const scores = await comparedScores(data, criteria, nextRun)
        for (const by of criteria) (sets[by] ??= []).push(foundSet(scores, by, width))
        const published = bestSet(publishedDeltaTest(data, width, 1), width, 'lower')
        ;(sets[asPublished] ??= []).push(published)
      }
      for (const [by, chosen] of Object.entries(sets)) cells.push({ of, rows, by, sets: chosen })
    }
  }
  return {
    claimed:
      'The delta test needs a large number of rows to be a good criterion, and it is open how large; MI does not.',
    found: found(cells),
    tables: [hitsTable(cells)],
    charts: studied.map((of) => chart(cells, of)),
  }
}

const exactShare = ({ of, sets }: Cell) =>
  (sets.filter((set) => set === maskOf(functions[of].of)).length / sets.length) * 100
const meanHits = ({ of, sets }: Cell) => {
  const right = functions[of].of
  return (sets.reduce((sum, set) => sum + rightIn(set, right), 0) / (sets.length * right.length)) * 100
}

function hitsTable(cells: readonly Cell[]): ReportTable {
  return {
    name: 'hits',
    title: `Hits, and tables with exactly the right columns, of ${seeds.length} tables with ${width} columns, in percent`,
    columns: ['example', 'rows', 'by', 'hits %', 'exact %'],
    rows: cells.map((cell) => [cell.of, cell.rows, cell.by, meanHits(cell), exactShare(cell)]),
  }
}

/** What holds, in sentences made of the numbers of the run. */
function found(cells: readonly Cell[]): string {
  const own = (of: string, by: string) => cells.filter((cell) => cell.of === of && cell.by === by)
  const enough = (of: string, by: string) => {
    const first = own(of, by).find((cell) => exactShare(cell) >= mostTables)
    return first ? String(first.rows) : `more than ${sizes[sizes.length - 1]}`
  }
  const ofEach = studied.map(
    (of) => `in ${of} ${criteria.map((by) => `${enough(of, by)} by ${by}`).join(', ')}`,
  )
  const ends = studied.map((of) => {
    const shares = criteria.map((by) => Math.round(exactShare(own(of, by)[sizes.length - 1])))
    return `${shares.join(', ')} % in ${of}`
  })
  const last = cells.filter(({ rows, by }) => rows === sizes[sizes.length - 1] && by === asPublished)
  const published = last.map((cell) => `${Math.round(exactShare(cell))} % in ${cell.of}`).join(', ')
  return [
    `The fewest rows with which at least ${mostTables} % of ${seeds.length} tables give exactly the right columns: ${ofEach.join('; ')}.`,
    `With ${sizes[sizes.length - 1]} rows the three have ${ends.join('; ')}.`,
    `As published, over as many rows as a set has columns, the delta test still has ${published} with ${sizes[sizes.length - 1]} rows: more rows do not help where they are not summed.`,
  ].join(' ')
}

function chart(cells: readonly Cell[], of: string): Chart {
  return {
    kind: 'lines',
    name: `exact-${of.toLowerCase()}`,
    title: `Example ${of}: tables with exactly the right columns`,
    caption: `The share of ${seeds.length} tables with ${width} columns in which the best of all sets is the right one.`,
    x: { label: 'rows', scale: 'log' },
    y: { label: 'tables, %', from: 0, to: 100 },
    points: cells
      .filter((cell) => cell.of === of)
      .map((cell) => ({ x: cell.rows, y: exactShare(cell), series: cell.by })),
  }
}
