import { select, tableFromColumns } from '../../src/index.ts'
import { joint } from '../../src/methods.ts'
import type { Table } from '../../src/index.ts'
import { drawsOf } from '../draws.ts'
import type { Experiment, ExperimentFindings, ExperimentRun } from '../experiment.ts'
import { meanOf } from '../numbers.ts'
import { partsOfRun } from '../run-parts.ts'
import { whole } from '../whole.ts'

/** The notes' greedy search on words that have nothing to do with the class. */
export const greedyOnNoise: Experiment = {
  name: 'greedy-on-noise',
  title: 'Seven words by greedy search, and by greedy search on noise',
  source: 'Information and Interaction Among Features (36-350 Data Mining, 2009), section 4.1.2',
  summary: 'the same greedy search on 3,600 words of noise: why a gain needs a null distribution',
  run: (run) => searchNoise(run),
}

const classes = Array.from({ length: 102 }, (_, story) => (story < 57 ? 'art' : 'music'))
const published = [
  { word: 'art', bits: 0.32 },
  { word: 'youre', bits: 0.49 },
  { word: 'features', bits: 0.62 },
  { word: 'music', bits: 0.75 },
  { word: 'gallery', bits: 0.84 },
  { word: 'heavy', bits: 0.9 },
  { word: 'second', bits: 0.96 },
]

/** The probability of the j-th most frequent word in a story: Zipf's law, or a coin. */
const kinds = [
  { kind: 'rare words', probability: (j: number) => Math.min(0.5, 30 / j) },
  { kind: 'coins', probability: () => 0.5 },
]

interface Path {
  readonly kind: string
  readonly seed: number
  /** Information of the first 1, 2, … words about the class. */
  readonly bits: readonly number[]
  /** What the default stop selects. */
  readonly selected: number
}

/** The search in tables of so many words, one for each seed. */
export async function searchNoise(
  run: ExperimentRun,
  { words, seeds } = { words: 3600, seeds: [1, 2, 3] },
): Promise<ExperimentFindings> {
  const nextRun = partsOfRun(run, 2 * kinds.length * seeds.length)
  const paths: Path[] = []
  for (const { kind, probability } of kinds) {
    for (const seed of seeds) {
      const table = noiseTable(seed, words, probability)
      const spec = { target: 'class', criterion: joint() }
      const { steps } = await whole(select(table, { ...spec, k: published.length }, nextRun()))
      const { selected } = await whole(select(table, spec, nextRun()))
      paths.push({ kind, seed, bits: steps.map(({ score }) => score), selected: selected.length })
    }
  }
  return {
    claimed:
      'The greedy search for the seven most informative of the words finds 0.32, 0.49, 0.62, 0.75, 0.84, 0.90 and 0.96 bits about the class of 102 stories; it does not know when to stop.',
    found: foundText(paths, words),
    tables: [pathTable(paths)],
    charts: [pathChart(paths)],
  }
}

/** 102 stories of the two classes and words that occur at random. */
function noiseTable(seed: number, words: number, probability: (j: number) => number): Table {
  const draws = drawsOf(seed)
  const columns = Array.from({ length: words }, (_, i): [string, string[]] => [
    `word${i + 1}`,
    draws.bits(classes.length, probability(i + 1)).map((bit) => (bit === 1 ? 'yes' : 'no')),
  ])
  return tableFromColumns([...columns, ['class', classes]])
}

/** The smallest and the largest value of the paths of a kind at a place. */
function rangeOf(paths: readonly Path[], kind: string, value: (path: Path) => number): [number, number] {
  const values = paths.filter((path) => path.kind === kind).map(value)
  return [Math.min(...values), Math.max(...values)]
}

function foundText(paths: readonly Path[], words: number): string {
  const text = (range: readonly number[]) => [...new Set(range.map((bits) => bits.toFixed(2)))].join(' to ')
  const last = published.length - 1
  const first = Math.max(...paths.map(({ bits }) => bits[0]))
  const [rare, coins] = kinds.map(({ kind }) => text(rangeOf(paths, kind, ({ bits }) => bits[last])))
  const gains = text([
    Math.min(...paths.flatMap(({ bits }) => [1, 2, 3].map((i) => bits[i] - bits[i - 1]))),
    Math.max(...paths.flatMap(({ bits }) => [1, 2, 3].map((i) => bits[i] - bits[i - 1]))),
  ])
  const selected = paths.reduce((sum, path) => sum + path.selected, 0)
  return `The stories are not printed, so the path cannot be recomputed. On ${words.toLocaleString('en')} words of noise the same search reaches ${rare} bits with words as rare as in texts and ${coins} with coins, in seven steps. "art" is beyond noise: the best first word of noise tells ${first.toFixed(2)} bits at most. The gains after it are not: 0.17, 0.13 and 0.13 bits, against ${gains} in steps 2 to 4 of noise. Left to its default stop, which tests each gain against its null distribution, criba selects ${selected} words in the ${paths.length} tables of noise.`
}

function pathTable(paths: readonly Path[]) {
  const columns = kinds.flatMap(({ kind }) => [`${kind}: least`, `${kind}: most`])
  return {
    name: 'path',
    title: 'Information about the class after each step, in bits',
    columns: ['step', 'word', 'printed', ...columns],
    rows: published.map(({ word, bits }, i) => [
      i + 1,
      word,
      bits,
      ...kinds.flatMap(({ kind }) => rangeOf(paths, kind, (path) => path.bits[i])),
    ]),
  }
}

function pathChart(paths: readonly Path[]) {
  const ofNotes = published.map(({ bits }, i) => ({ x: i + 1, y: bits, series: 'words of the notes' }))
  const ofNoise = kinds.flatMap(({ kind }) =>
    published.map((_, i) => {
      const values = paths.filter((path) => path.kind === kind).map(({ bits }) => bits[i])
      const [low, high] = [Math.min(...values), Math.max(...values)]
      return { x: i + 1, y: meanOf(values), low, high, series: `noise, ${kind}` }
    }),
  )
  return {
    kind: 'lines',
    name: 'path',
    title: 'Seven steps of greedy search',
    caption:
      'Information about the class of the words selected so far: the path that the notes print, and the same search on words of noise (mean, least and most of three tables).',
    x: { label: 'words selected' },
    y: { label: 'information about the class (bits)', from: 0 },
    points: [...ofNotes, ...ofNoise],
  } as const
}
