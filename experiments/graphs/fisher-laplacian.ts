import { rank, tableFromColumns } from '../../src/index.ts'
import { fisher, laplacianScore } from '../../src/methods.ts'
import type { Table } from '../../src/index.ts'
import { drawsOf } from '../draws.ts'
import { irisTable } from '../iris.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'

/** The Laplacian score of the graph of classes is a function of the Fisher score. */
export const fisherLaplacian: Experiment = {
  name: 'fisher-laplacian',
  title: 'The Fisher score is a Laplacian score',
  source: 'Laplacian Score, section "Conexión con Fisher Score"',
  summary: 'on the graph of classes L = 1/(1 + F), where the text ends with L = 1/(F − 1)',
  run: compareScores,
}

interface Line {
  readonly data: string
  readonly feature: string
  readonly f: number
  readonly l: number
}

async function compareScores(run: ExperimentRun): Promise<ExperimentFindings> {
  const lines = [
    ...(await linesOf('iris', irisTable(), 'species', run)),
    ...(await linesOf('classes of 5, 20 and 75 rows', unequalTable(), 'class', run)),
  ]
  const off = Math.max(...lines.map(({ f, l }) => Math.abs(l * (1 + f) - 1)))
  const shown = lines[0]
  return {
    claimed:
      'With an edge of weight 1/n_c between all rows of a class, the Fisher score is a special case of the Laplacian score: F = 1 − 1/L, so L = 1/(F − 1).',
    found: `The relation holds with two signs mended: F = 1/L − 1 and L = 1/(1 + F). In all ${lines.length} columns L(1 + F) differs from 1 by ${off.toExponential(0)} at most, also with classes of unequal size. For ${shown.feature} of ${shown.data}, F = ${shown.f.toFixed(4)} and L = ${shown.l.toFixed(4)}; 1/(F − 1) would be ${(1 / (shown.f - 1)).toFixed(4)}. L is between 0 and 1, and low where F is high, so both rank alike.`,
    tables: [
      {
        name: 'scores',
        title: 'Both scores of each column',
        columns: ['data', 'column', 'F', 'L', '1/(1 + F)', 'printed 1/(F − 1)'],
        rows: lines.map(({ data, feature, f, l }) => [data, feature, f, l, 1 / (1 + f), 1 / (f - 1)]),
      },
    ],
    charts: [
      {
        kind: 'points',
        name: 'scores',
        title: 'Laplacian score against 1/(1 + F)',
        caption: 'Each point is a column. All are on the diagonal.',
        x: { label: '1/(1 + F), from the Fisher score', from: 0, to: 1 },
        y: { label: 'Laplacian score of the graph of classes', from: 0, to: 1 },
        points: lines.map(({ data, feature, f, l }) => ({
          x: 1 / (1 + f),
          y: l,
          series: data,
          label: feature,
        })),
      },
    ],
  }
}

async function linesOf(data: string, table: Table, target: string, run: ExperimentRun): Promise<Line[]> {
  const by = [fisher(), laplacianScore({ graph: 'class', weights: 'class' })]
  const { rankings } = await rank(table, { target, by }, run)
  const scores = rankings.map(
    (ranking) => new Map(ranking.scores.map(({ feature, score }) => [feature, Number(score)])),
  )
  return table.columns
    .filter(({ name }) => name !== target)
    .map(({ name: feature }) => ({ data, feature, f: scores[0].get(feature)!, l: scores[1].get(feature)! }))
}

/** Normal columns whose mean moves by 0, ½, 1 and 2 from class to class. */
function unequalTable(): Table {
  const draws = drawsOf(1)
  const classes = [5, 20, 75].flatMap((rows, c) => Array.from({ length: rows }, () => c))
  const columns = [0, 0.5, 1, 2].map((shift): [string, number[]] => {
    const noise = draws.normal(classes.length)
    return [`shift ${shift}`, classes.map((c, row) => shift * c + noise[row])]
  })
  return tableFromColumns([...columns, ['class', classes.map((c) => `class ${c}`)]])
}
