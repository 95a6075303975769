import pow from '@stdlib/math-base-special-pow'
import { score, tableFromColumns } from '../../src/index.ts'
import { cv } from '../../src/methods.ts'
import { drawsOf } from '../draws.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { fixedText, meanOf, percentText } from '../numbers.ts'
import { partsOfRun } from '../run-parts.ts'

/** What columns of noise do to a classifier by neighbours, and to the distance of the nearest row. */
export const hughesCurve: Experiment = {
  name: 'hughes-curve',
  title: 'The curse of dimensionality: neighbours among columns of noise',
  source: 'Selección de Atributos (INF-398, 2021), "Maldición de la Dimensionalidad", after Hughes 1968',
  summary: 'accuracy of 5 neighbours as columns of noise are added, and the distance of the nearest row',
  run: addNoise,
}

/** Rows of each table, half of each class; the two informative columns differ by this many deviations. */
const rows = 200
const shift = 1.5
const informative = 2
const added = [0, 1, 2, 5, 10, 20, 50, 100, 200]
const seeds = Array.from({ length: 10 }, (_, seed) => seed)

const dimensions = [1, 2, 5, 10, 20]
const sizes = [50, 100, 200, 400, 800]

interface Distance {
  readonly d: number
  readonly n: number
  readonly distance: number
}

async function addNoise(run: ExperimentRun): Promise<ExperimentFindings> {
  const nextRun = partsOfRun(run, seeds.length * added.length)
  const accuracies = new Map(added.map((count): [number, number[]] => [count, []]))
  for (const seed of seeds) {
    const { names, table } = classTable(seed)
    for (const count of added) {
      const features = names.slice(0, informative + count)
      const { scores } = await score(
        table,
        { target: 'y', features, by: [cv({ learner: 'knn' })] },
        nextRun(),
      )
      accuracies.get(count)!.push(Number(scores[0].score))
    }
  }
  const lines = added.map((count) => {
    const values = accuracies.get(count)!
    return { count, mean: meanOf(values), low: Math.min(...values), high: Math.max(...values) }
  })
  const distances = nearestDistances()
  const shareOf = (d: number) => meanOf(ratiosOf(distances, d))
  const [first, last] = [lines[0], lines[lines.length - 1]]
  return {
    claimed:
      'Of a fixed number of rows, more and more columns make the space sparse: a classifier loses accuracy, and the nearest row is as far as n^(−1/d).',
    found: `It holds. Five neighbours classify ${percentText(first.mean)} of held-out rows by the two informative columns, ${percentText(lines.find(({ count }) => count === 20)!.mean)} with 20 columns of noise and ${percentText(last.mean)} with ${last.count}, where 50 % are chance. Twice the rows bring the nearest row closer by the factor ${dimensions.map((d) => `${fixedText(shareOf(d), 2)} in ${d}`).join(', ')} dimensions; 2^(−1/d) is ${dimensions.map((d) => fixedText(factorOf(d), 2)).join(', ')}. The law is one of many rows: in 20 dimensions almost every row is near a border.`,
    tables: [
      {
        name: 'accuracy',
        title: `Held-out accuracy of 5 neighbours, ${rows} rows, ${seeds.length} tables`,
        columns: ['columns of noise', 'mean', 'least', 'most'],
        rows: lines.map(({ count, mean, low, high }) => [count, mean, low, high]),
      },
      {
        name: 'distances',
        title: 'Mean distance of the nearest row, uniform columns',
        columns: ['dimensions d', ...sizes.map((n) => `n = ${n}`), 'factor of 2n', '2^(−1/d)'],
        rows: dimensions.map((d) => [
          d,
          ...distances.filter((one) => one.d === d).map(({ distance }) => distance),
          shareOf(d),
          factorOf(d),
        ]),
      },
    ],
    charts: [
      {
        kind: 'lines',
        name: 'accuracy',
        title: 'Accuracy of neighbours among columns of noise',
        caption: `Two columns tell the classes apart, the others are noise. Mean, least and most of ${seeds.length} tables of ${rows} rows.`,
        x: { label: 'columns, informative and noise', scale: 'log' },
        y: { label: 'held-out accuracy' },
        points: lines.map(({ count, mean, low, high }) => ({
          x: informative + count,
          y: mean,
          low,
          high,
          series: '5 neighbours',
        })),
      },
      {
        kind: 'lines',
        name: 'distances',
        title: 'How far the nearest row is',
        caption: 'Mean distance of the nearest row among n rows, uniform in d dimensions.',
        x: { label: 'rows n', scale: 'log' },
        y: { label: 'mean distance', scale: 'log' },
        points: distances.map(({ d, n, distance }) => ({ x: n, y: distance, series: `d = ${d}` })),
      },
    ],
  }
}

/** Two classes that two columns tell apart, and columns of noise. */
function classTable(seed: number) {
  const { normal } = drawsOf(seed)
  const classes = Array.from({ length: rows }, (_, row) => row % 2)
  const names = Array.from({ length: informative + added[added.length - 1] }, (_, i) => `x${i + 1}`)
  const columns = names.map((name, i): [string, number[]] => {
    const noise = normal(rows)
    return [name, i < informative ? noise.map((value, row) => value + shift * classes[row]) : noise]
  })
  return { names, table: tableFromColumns([...columns, ['y', classes.map((c) => (c === 1 ? 'b' : 'a'))]]) }
}

function nearestDistances(): readonly Distance[] {
  return dimensions.flatMap((d) => {
    const { uniform } = drawsOf(d)
    const columns = Array.from({ length: d }, () => uniform(sizes[sizes.length - 1]))
    return sizes.map((n) => ({ d, n, distance: meanNearest(columns, n) }))
  })
}

/** The mean distance of the nearest other row, of the first n rows. */
function meanNearest(columns: readonly (readonly number[])[], n: number): number {
  const squares = Array.from({ length: n }, (_, row) => {
    let least = Infinity
    for (let other = 0; other < n; other++) {
      if (other === row) continue
      let square = 0
      for (const values of columns) square += (values[row] - values[other]) * (values[row] - values[other])
      if (square < least) least = square
    }
    return least
  })
  return meanOf(squares.map((square) => Math.sqrt(square)))
}

/** By how much the distance shrinks from each number of rows to twice as many. */
function ratiosOf(distances: readonly Distance[], d: number): number[] {
  const own = distances.filter((one) => one.d === d)
  return own.slice(1).map(({ distance }, i) => distance / own[i].distance)
}

/** 2^(−1/d). */
function factorOf(d: number): number {
  return pow(2, -1 / d)
}
