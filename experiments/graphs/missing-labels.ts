import { rank, tableFromColumns } from '../../src/index.ts'
import { fisher, laplacianScore, semiSupervisedLaplacian } from '../../src/methods.ts'
import type { Table } from '../../src/index.ts'
import { drawsOf } from '../draws.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { fixedText, meanOf, percentText } from '../numbers.ts'
import { partsOfRun } from '../run-parts.ts'

/** Graphs of rows where only some rows have a class. */
export const missingLabels: Experiment = {
  name: 'missing-labels',
  title: 'Graphs of rows of which few have a class',
  source:
    'Selección de Atributos (INF-398, 2021), graphs without and with some labels, after He 2006 and Luo 2018',
  summary: 'what a graph finds with 4 to 50 labels, beside a score of the labelled rows alone',
  run: (run) => hideLabels(run),
}

const rows = 200
/** Columns that tell the two classes apart, and columns of noise. */
const [informative, noise] = [5, 15]
const shift = 1.5
const labelled = [4, 10, 20, 50, 200]

const methods = [
  { name: 'Laplacian score, no label', by: laplacianScore() },
  { name: 'semi-supervised Laplacian', by: semiSupervisedLaplacian() },
  { name: 'Fisher score of labelled rows', by: fisher() },
]

/** The rankings of so many tables for each number of labels. */
export async function hideLabels(run: ExperimentRun, tables = 20): Promise<ExperimentFindings> {
  const seeds = Array.from({ length: tables }, (_, seed) => seed)
  const nextRun = partsOfRun(run, labelled.length * seeds.length)
  const lines: { readonly labels: number; readonly name: string; readonly share: number }[] = []
  for (const labels of labelled) {
    const hits = methods.map((): number[] => [])
    for (const seed of seeds) {
      const by = methods.map((method) => method.by)
      const { rankings } = await rank(partlyLabelled(seed, labels), { target: 'class', by }, nextRun())
      rankings.forEach(({ scores }, i) => {
        const first = scores.filter(({ score }) => score !== null).slice(0, informative)
        hits[i].push(first.filter(({ feature }) => feature.startsWith('x')).length / informative)
      })
    }
    methods.forEach(({ name }, i) => lines.push({ labels, name, share: meanOf(hits[i]) }))
  }
  const shareOf = (method: number, labels: number) =>
    percentText(lines.find((line) => line.labels === labels && line.name === methods[method].name)!.share)
  const text = (labels: number) =>
    `${shareOf(1, labels)} by the semi-supervised graph and ${shareOf(2, labels)} by the Fisher score with ${labels}`
  return {
    claimed:
      'A method that rests on a graph of rows can be used without classes, and where only some rows have one.',
    found: `It holds. Of ${informative} columns that tell two classes of ${rows} rows apart by ${fixedText(shift, 1)} deviations, among ${noise} of noise, the first ${informative} places have ${shareOf(0, labelled[0])} without any label (${percentText(informative / (informative + noise))} are chance). With labels it has ${text(4)} labels, ${text(20)} and ${text(50)}. With few labels the graph of all rows is the better guide; with many both are equally good.`,
    tables: [
      {
        name: 'hits',
        title: `Share of the informative columns among the first ${informative}, mean of ${seeds.length} tables`,
        columns: ['rows with a class', ...methods.map(({ name }) => name)],
        rows: labelled.map((labels) => [
          labels,
          ...lines.filter((line) => line.labels === labels).map(({ share }) => share),
        ]),
      },
    ],
    charts: [
      {
        kind: 'lines',
        name: 'hits',
        title: 'What few labels are worth',
        caption: `Share of the ${informative} informative columns among the first ${informative} places, mean of ${seeds.length} tables of ${rows} rows.`,
        x: { label: 'rows with a class', scale: 'log' },
        y: { label: 'share of informative columns', from: 0, to: 1 },
        points: lines.map(({ labels, name, share }) => ({ x: labels, y: share, series: name })),
      },
    ],
  }
}

/** Two classes as frequent; only so many rows have one, as many of each. */
function partlyLabelled(seed: number, labels: number): Table {
  const { normal } = drawsOf(seed)
  const classes = Array.from({ length: rows }, (_, row) => row % 2)
  const columns = Array.from({ length: informative + noise }, (_, i): [string, number[]] => {
    const values = normal(rows)
    return i < informative
      ? [`x${i + 1}`, values.map((value, row) => value + shift * classes[row])]
      : [`noise${i - informative + 1}`, values]
  })
  // The noise first: ties go to the first column.
  columns.reverse()
  return tableFromColumns([
    ...columns,
    ['class', classes.map((c, row) => (row < labels ? `class ${c}` : null))],
  ])
}
