import { interactions, rank, tableFromColumns } from '../../src/index.ts'
import { giniGain, informationGain, relieff } from '../../src/methods.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'

/** ReliefF on the eight rows of the text's XOR, by the number of neighbours. */
export const xorNeighbours: Experiment = {
  name: 'xor-neighbours',
  title: 'ReliefF on XOR, by the number of neighbours',
  source: 'Selección de Atributos (INF-398, 2021), the table of XOR after Urbanowicz 2018',
  summary: 'eight rows: one neighbour sees the XOR, and with four or more nothing is left of it',
  run: weighNeighbours,
}

const table = tableFromColumns(
  {
    A1: [1, 1, 0, 0, 0, 0, 1, 1],
    A2: [0, 0, 1, 1, 0, 0, 1, 1],
    A3: [1, 0, 1, 0, 1, 0, 1, 0],
    Class: [1, 1, 1, 1, 0, 0, 0, 0],
  },
  { '*': 'categorical' },
)
const neighbours = [1, 2, 3, 4, 10]
const columns = ['A1', 'A2', 'A3'] as const

async function weighNeighbours(run: ExperimentRun): Promise<ExperimentFindings> {
  const target = 'Class'
  const by = [...neighbours.map((k) => relieff({ k })), giniGain(), informationGain()]
  const { rankings } = await rank(table, { target, by }, run)
  const scores = rankings.map(({ scores: all }) =>
    columns.map((name) => Number(all.find(({ feature }) => feature === name)!.score)),
  )
  const { pairs } = await interactions(table, { target, permutations: 0 }, run)
  const pair = pairs.find(({ a, b }) => a === 'A1' && b === 'A2')!
  const weights = scores.slice(0, neighbours.length)
  const text = (values: readonly number[]) => values.map((value) => fractionOf(value)).join(', ')
  return {
    claimed:
      'RELIEF detects the relevance of an attribute in the light of the others, for example in an XOR; with a very large number of neighbours it becomes a measure of single attributes, such as the gain of the Gini index.',
    found: `Both hold in the text's own eight rows. The weights of A1, A2 and the noise A3 are ${text(weights[0])} with 1 neighbour, ${text(weights[1])} with 2, and ${text(weights[weights.length - 1])} with the default of 10, more than there are: the XOR has gone. The Gini gain of each attribute is ${text(scores[scores.length - 2])}. The pair tells ${pair.joint} bit, all of it by interaction (${pair.interaction} bit).`,
    tables: [
      {
        name: 'weights',
        title: 'Scores of the three attributes',
        columns: ['score', ...columns],
        rows: [
          ...weights.map((line, i) => [`ReliefF, k = ${neighbours[i]}`, ...line]),
          ['Gini gain', ...scores[scores.length - 2]],
          ['information gain (bits)', ...scores[scores.length - 1]],
        ],
      },
    ],
    charts: [
      {
        kind: 'bars',
        name: 'weights',
        title: 'Weights of ReliefF on XOR',
        caption: 'The class is A1 xor A2, and A3 is noise. A1 and A2 stand out only among few neighbours.',
        value: { label: 'weight of ReliefF' },
        bars: weights.flatMap((line, i) =>
          columns.map((label, column) => ({ label, value: line[column], series: `k = ${neighbours[i]}` })),
        ),
        reference: { value: 0, label: 'no weight' },
      },
    ],
  }
}

/** A value as a fraction of sixths, such as −1/6. */
function fractionOf(value: number): string {
  const sixths = Math.round(6 * value)
  const divisor = [6, 3, 2, 1].find((d) => sixths % d === 0 && 6 % d === 0)!
  const [above, below] = [sixths / divisor, 6 / divisor]
  return (below === 1 ? String(above) : `${above}/${below}`).replace('-', '−')
}
