import { interactions, rank, tableFromColumns } from '../../src/index.ts'
import { multisurf, mutualInformation, relieff } from '../../src/methods.ts'
import type { Table } from '../../src/index.ts'
import { drawsOf } from '../draws.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { fixedText, meanOf } from '../numbers.ts'
import { partsOfRun } from '../run-parts.ts'

/** What Relief does not see: copies of a column, and an interaction among many columns of noise. */
export const reliefBlindness: Experiment = {
  name: 'relief-blindness',
  title: 'What Relief does not see',
  source: 'Selección de Atributos (INF-398, 2021), "Atención", after Urbanowicz 2018',
  summary: 'copies get the same weight, and an XOR drowns in columns of noise',
  run: (run) => blindRelief(run),
}

const rows = 400
/** Pairs of more columns are too many to wait for. */
const mostPaired = 100
const copies = 3

const rankers = [
  { name: 'ReliefF, k = 10', by: relieff() },
  { name: 'MultiSURF', by: multisurf() },
  { name: 'mutual information', by: mutualInformation() },
]

/** The places of the two columns of the XOR in the rankings of the tables of one size: the worse of both. */
interface Line {
  readonly noise: number
  readonly name: string
  readonly places: readonly number[]
}

/** The rankings of tables with so many columns of noise, one table for each seed. */
export async function blindRelief(
  run: ExperimentRun,
  { noises, seeds } = { noises: [10, 30, 100, 300, 1000], seeds: [1, 2, 3, 4, 5] },
): Promise<ExperimentFindings> {
  const nextRun = partsOfRun(run, noises.length * seeds.length + 2)
  const lines: Line[] = []
  for (const noise of noises) {
    const places = rankers.map((): number[] => [])
    const pairs: number[] = []
    for (const seed of seeds) {
      const table = xorTable(seed, noise)
      const { rankings } = await rank(table, { target: 'y', by: rankers.map(({ by }) => by) }, nextRun())
      rankings.forEach(({ scores }, i) => places[i].push(worsePlace(scores.map(({ feature }) => feature))))
      if (noise <= mostPaired) pairs.push(await placeOfPair(table, run))
    }
    rankers.forEach(({ name }, i) => lines.push({ noise, name, places: places[i] }))
    if (pairs.length > 0) lines.push({ noise, name: 'information of pairs', places: pairs })
  }
  const [alone, withCopies] = [await weightsOf(0, nextRun()), await weightsOf(copies, nextRun())]
  const meanPlace = (name: string, noise: number) =>
    fixedText(meanOf(lines.find((line) => line.name === name && line.noise === noise)!.places), 0)
  const leastOfNoise = Math.min(
    ...[...withCopies].flatMap(([name, weight]) => (name.startsWith('noise') ? [weight] : [])),
  )
  const last = noises[noises.length - 1]
  const mostFound = (name: string) =>
    Math.max(
      ...lines
        .filter((line) => line.name === name && Math.max(...line.places) === 2)
        .map(({ noise }) => noise),
    )
  return {
    claimed:
      'RELIEF does not detect redundant variables; and its ability to detect interactions may be limited to two variables.',
    found: `The first holds, and more. ReliefF gives r and its ${copies} copies the same weight; and with them it falls from ${fixedText(alone.get('r')!, 3)} to ${fixedText(withCopies.get('r')!, 3)}, below that of the noise (${fixedText(leastOfNoise, 3)} or more), as rows that agree in four columns are near. So a good column with copies is lost, not found four times. Interactions of three columns are not tried here. One of two is found: a and b, whose XOR is y but for 10 % of the rows, are the first two of the ranking in all ${seeds.length} tables of ${rows} rows up to ${mostFound('ReliefF, k = 10')} columns of noise by ReliefF, and up to ${mostFound('MultiSURF')} by MultiSURF. Among ${last.toLocaleString('en')} the worse of both has place ${meanPlace('ReliefF, k = 10', last)} and ${meanPlace('MultiSURF', last)} on average: neighbours are chosen by all columns, so among many the near rows are near by chance. The information of pairs, which looks at no neighbours, puts a and b first in every table with up to ${mostPaired} columns of noise.`,
    tables: [
      {
        name: 'places',
        title: `Place of the worse of a and b, in ${seeds.length} tables of ${rows} rows`,
        columns: ['columns of noise', 'by', 'mean place', 'best', 'worst'],
        rows: lines.map(({ noise, name, places }) => [
          noise,
          name,
          meanOf(places),
          Math.min(...places),
          Math.max(...places),
        ]),
      },
      {
        name: 'copies',
        title: 'Weights by ReliefF of r, its copies and the others',
        columns: ['column', 'without copies', 'with copies'],
        rows: [...withCopies].map(([feature, weight]) => [feature, alone.get(feature) ?? null, weight]),
      },
    ],
    charts: [
      {
        kind: 'lines',
        name: 'places',
        title: 'Where an XOR stands among columns of noise',
        caption: `Place of the worse of its two columns: mean, best and worst of ${seeds.length} tables. By mutual information the place is one by chance. Of pairs it is the place of the pair.`,
        x: { label: 'columns of noise', scale: 'log' },
        y: { label: 'place in the ranking', scale: 'log' },
        points: lines.map(({ noise, name, places }) => ({
          x: noise,
          y: meanOf(places),
          low: Math.min(...places),
          high: Math.max(...places),
          series: name,
        })),
      },
    ],
  }
}

/** y = a xor b but for a tenth of the rows, and columns of noise: zeros and ones. */
function xorTable(seed: number, noise: number): Table {
  const { bits } = drawsOf(seed)
  const [a, b, wrong] = [bits(rows), bits(rows), bits(rows, 0.1)]
  const others = Array.from({ length: noise }, (_, i): [string, number[]] => [`noise${i + 1}`, bits(rows)])
  const y = a.map((bit, row) => bit ^ b[row] ^ wrong[row])
  // Ties go to the first column, so the noise comes first.
  return tableFromColumns([...others, ['a', a], ['b', b], ['y', y]], { '*': 'categorical' })
}

/** The place of a or b in a ranking, whichever is worse, from 1 on. */
function worsePlace(ranking: readonly string[]): number {
  return 1 + Math.max(ranking.indexOf('a'), ranking.indexOf('b'))
}

/** The place of the pair of a and b, by what they tell together. */
async function placeOfPair(table: Table, { signal, threads }: ExperimentRun): Promise<number> {
  const run = { ...(signal && { signal }), ...(threads !== undefined && { threads }) }
  const { pairs } = await interactions(table, { target: 'y', permutations: 0 }, run)
  const joint = (one: string, other: string) => pairs.find(({ a, b }) => a === one && b === other)!.joint
  const own = joint('a', 'b')
  return 1 + pairs.filter((pair) => pair.joint > own).length
}

/** The weights of a column that follows y, of copies of it, of a weaker column and of noise. */
async function weightsOf(count: number, run: ExperimentRun): Promise<ReadonlyMap<string, number>> {
  const { bits } = drawsOf(1)
  const y = bits(rows)
  const follow = (wrong: number) => bits(rows, wrong).map((bit, row) => bit ^ y[row])
  const [r, s] = [follow(0.2), follow(0.3)]
  const columns: [string, number[]][] = [
    ['r', r],
    ['s', s],
    ...Array.from({ length: 10 }, (_, i): [string, number[]] => [`noise${i + 1}`, bits(rows)]),
    ...Array.from({ length: count }, (_, i): [string, number[]] => [`copy ${i + 1} of r`, r]),
    ['y', y],
  ]
  const table = tableFromColumns(columns, { '*': 'categorical' })
  const { rankings } = await rank(table, { target: 'y', by: [relieff()] }, run)
  return new Map(rankings[0].scores.map(({ feature, score }) => [feature, Number(score)]))
}
