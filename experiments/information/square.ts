import { rank, tableFromColumns } from '../../src/index.ts'
import { mutualInformation, pearson } from '../../src/methods.ts'
import type { Table } from '../../src/index.ts'
import { drawsOf } from '../draws.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { meanOf, percentText as percent } from '../numbers.ts'
import { partsOfRun } from '../run-parts.ts'

/** A dependence that correlation does not see. */
export const square: Experiment = {
  name: 'square',
  title: 'Correlation and information of a square',
  source: 'Selección de Atributos (INF-398, 2021), "Información Mutua & No-Linealidad"',
  summary: 'Y = X² + ε with 100 rows: correlation misses X, mutual information finds it',
  run: (run) => compareMeasures(run),
}

const rows = 100
const permutations = 99
const level = 0.05
/** ln 2. */
const natsOfBit = 0.6931471805599453
const printed = {
  X: { correlation: 0.046, information: 1.199 },
  Z: { correlation: 0.052, information: 0.003 },
}
const columns = ['X', 'Z'] as const
const measures = ['correlation', 'information', 'plug-in information'] as const

/** The three scores of a column in one sample, and their p-values. */
type Scores = readonly { readonly score: number; readonly pValue: number }[]

/** The measures in so many samples. */
export async function compareMeasures(run: ExperimentRun, samples = 100): Promise<ExperimentFindings> {
  const nextRun = partsOfRun(run, samples)
  const all: Record<'X' | 'Z', Scores[]> = { X: [], Z: [] }
  for (let seed = 1; seed <= samples; seed++) {
    const by = [pearson(), mutualInformation({ estimator: 'nearest' }), mutualInformation()]
    const spec = { target: 'Y', by, permutations, seed } as const
    const { rankings } = await rank(squareTable(seed), spec, nextRun())
    for (const name of columns) {
      const scores = rankings.map((ranking) => ranking.scores.find(({ feature }) => feature === name)!)
      all[name].push(scores.map(({ score, pValue }) => ({ score: Number(score), pValue: Number(pValue) })))
    }
  }
  const lines = columns.flatMap((name) =>
    measures.map((measure, place) => {
      const values = all[name].map((scores) => Math.abs(scores[place].score) * (place === 0 ? 1 : natsOfBit))
      const found = all[name].filter((scores) => scores[place].pValue < level).length / samples
      const ofText = place === 0 ? printed[name].correlation : place === 1 ? printed[name].information : null
      return {
        name,
        measure,
        ofText,
        mean: meanOf(values),
        low: Math.min(...values),
        high: Math.max(...values),
        found,
      }
    }),
  )
  const [rho, information] = lines
  const [rhoOfNoise, informationOfNoise] = lines.slice(measures.length)
  return {
    claimed:
      'X and Z are uniform on (−1, 1), Y = X² + ε, 100 rows: the correlation of Y is 0.046 with X and 0.052 with Z, the mutual information 1.199 with X and 0.003 with Z.',
    found: `It holds in ${samples} samples with ε of standard deviation 0.05 (the text states neither ε nor the estimator). The correlation with X is ${rho.mean.toFixed(3)} on average, with Z ${rhoOfNoise.mean.toFixed(3)}; the information by nearest neighbours is ${information.mean.toFixed(3)} and ${informationOfNoise.mean.toFixed(3)} nats. At p < ${level} information finds X in ${percent(information.found)} of the samples, and correlation in ${percent(rho.found)}; they take Z for relevant in ${percent(informationOfNoise.found)} and ${percent(rhoOfNoise.found)}. (X² makes the correlation vary more than noise does, so more than 5 % of its p-values from t are small.) The printed 2.258 for Y with itself is not information: that of a continuous variable with itself has no bound.`,
    tables: [
      {
        name: 'measures',
        title: `Absolute correlation, and information in nats, in ${samples} samples of ${rows} rows`,
        columns: ['column', 'measure', 'printed', 'mean', 'least', 'most', `share with p < ${level}`],
        rows: lines.map((line) => [
          line.name,
          line.measure,
          line.ofText,
          line.mean,
          line.low,
          line.high,
          line.found,
        ]),
      },
    ],
    charts: [sampleChart()],
  }
}

function squareTable(seed: number): Table {
  const draws = drawsOf(seed)
  const [x, z] = [draws.uniform(rows), draws.uniform(rows)].map((values) => values.map((u) => 2 * u - 1))
  const noise = draws.normal(rows)
  return tableFromColumns({ X: x, Z: z, Y: x.map((value, row) => value * value + 0.05 * noise[row]) })
}

function sampleChart() {
  const table = squareTable(1)
  const [x, z, y] = table.columns.map((column) =>
    column.type === 'numeric' ? Array.from(column.values) : [],
  )
  return {
    kind: 'scatter',
    name: 'sample',
    title: 'The first sample',
    caption: 'Y against X, on which it depends, and against Z, on which it does not. Neither has a slope.',
    y: { label: 'Y' },
    panels: [
      { label: 'X', points: x.map((value, row) => ({ x: value, y: y[row] })) },
      { label: 'Z', points: z.map((value, row) => ({ x: value, y: y[row] })) },
    ],
  } as const
}
