import { rank, tableFromColumns } from '../../src/index.ts'
import { giniGain, relieff } from '../../src/methods.ts'
import type { Table } from '../../src/index.ts'
import { drawsOf } from '../draws.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { fixedText, meanOf } from '../numbers.ts'

/** What ReliefF tends to as its neighbourhood grows. */
export const neighboursToGini: Experiment = {
  name: 'neighbours-to-gini',
  title: 'ReliefF with more and more neighbours',
  source: 'Selección de Atributos (INF-398, 2021), the remark after Robnik-Šikonja and Kononenko 2003',
  summary: 'with more neighbours ReliefF loses an XOR and ranks as the Gini gain',
  run: growNeighbourhood,
}

const rows = 300
const noise = 10
const neighbours = [1, 2, 5, 10, 20, 50, 100, 150]

async function growNeighbourhood(run: ExperimentRun): Promise<ExperimentFindings> {
  const table = mixedTable()
  const by = [...neighbours.map((k) => relieff({ k })), giniGain()]
  const { rankings } = await rank(table, { target: 'y', by }, run)
  const names = table.columns.map(({ name }) => name).filter((name) => name !== 'y')
  const scores = rankings.map(({ scores: all }) =>
    names.map((name) => Number(all.find(({ feature }) => feature === name)!.score)),
  )
  const gains = scores[scores.length - 1]
  const lines = neighbours.map((k, i) => {
    const weights = scores[i]
    const others = weights.slice(4)
    return {
      k,
      xor: (weights[0] + weights[1]) / 2,
      strong: weights[2],
      weak: weights[3],
      noise: meanOf(others),
      mostOfNoise: Math.max(...others),
      correlation: correlationOf(weights, gains),
    }
  })
  const [first, last] = [lines[0], lines[lines.length - 1]]
  const lost = lines.find(({ xor, mostOfNoise }) => xor < mostOfNoise)
  const lostText = lost ? `From k = ${lost.k} on` : 'At no k here'
  return {
    claimed:
      'If the condition of the nearest neighbour is dropped, or k grows very large, the score of RELIEF correlates with single-attribute measures such as the Gini gain, and it no longer detects an attribute by its context.',
    found: `It holds in ${rows} rows, where y is a xor b, r and s are copies of y with errors, and ${noise} columns are noise. The correlation of ReliefF's weights with the Gini gain rises from ${fixedText(first.correlation, 2)} (k = 1) to ${fixedText(last.correlation, 4)} (k = ${last.k}, all rows). The weight of a and b falls from ${fixedText(first.xor, 3)} to ${fixedText(last.xor, 3)}. ${lostText} it is below that of some noise.`,
    tables: [
      {
        name: 'weights',
        title: 'Weights of ReliefF, and their correlation with the Gini gain',
        columns: [
          'k',
          'a and b (mean)',
          'r',
          's',
          'noise (mean)',
          'noise (most)',
          'correlation with Gini gain',
        ],
        rows: lines.map((line) => [
          line.k,
          line.xor,
          line.strong,
          line.weak,
          line.noise,
          line.mostOfNoise,
          line.correlation,
        ]),
      },
      {
        name: 'gini-gain',
        title: 'Gini gain, and weights with all rows as neighbours',
        columns: ['column', 'Gini gain', `ReliefF, k = ${last.k}`],
        rows: names.map((name, i) => [name, gains[i], scores[neighbours.length - 1][i]]),
      },
    ],
    charts: [
      {
        kind: 'lines',
        name: 'weights',
        title: 'What ReliefF sees, by its number of neighbours',
        caption:
          'Weights of the two columns of the XOR, of two columns that follow y by themselves, and of noise.',
        x: { label: 'neighbours k', scale: 'log' },
        y: { label: 'weight of ReliefF' },
        points: lines.flatMap(({ k: x, xor, strong, weak, noise: mean }) => [
          { x, y: xor, series: 'a and b (y is their xor)' },
          { x, y: strong, series: 'r (y, 20 % wrong)' },
          { x, y: weak, series: 's (y, 35 % wrong)' },
          { x, y: mean, series: 'noise (mean)' },
        ]),
      },
    ],
  }
}

/** Zeros and ones: y = a xor b in as many rows of 0 as of 1, r and s follow y with errors. */
function mixedTable(): Table {
  const draws = drawsOf(1)
  const y = Array.from({ length: rows }, (_, row) => row % 2)
  const a = draws.bits(rows)
  const wrong = (share: number) => draws.bits(rows, share).map((bit, row) => bit ^ y[row])
  const columns: [string, number[]][] = [
    ['a', a],
    ['b', a.map((bit, row) => bit ^ y[row])],
    ['r', wrong(0.2)],
    ['s', wrong(0.35)],
    ...Array.from({ length: noise }, (_, i): [string, number[]] => [`noise${i + 1}`, draws.bits(rows)]),
    ['y', y],
  ]
  return tableFromColumns(columns, { '*': 'categorical' })
}

function correlationOf(a: readonly number[], b: readonly number[]): number {
  const centred = (values: readonly number[]) => {
    const mean = meanOf(values)
    return values.map((value) => value - mean)
  }
  const [x, y] = [centred(a), centred(b)]
  const product = (p: readonly number[], q: readonly number[]) =>
    p.reduce((sum, value, i) => sum + value * q[i], 0)
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y))
}
