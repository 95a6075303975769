import { CribaError, endedEarly, isCutShort } from '#core'
import type {
  Chart,
  LandscapeChart,
  PointChart,
  ReportSection,
  ReportTable,
  Run,
  ScoredSet,
  SelectResult,
  Source,
} from '#core'
import { noiseLandscape, selectAny } from '#analyses'
import type { NoiseOfSet } from '#analyses'
import { methodLabel } from '../command-text.ts'
import { counted, grouped } from '../numbers.ts'
import { attempt } from './report-run.ts'
import { cell, sentence, shownOf } from './wording.ts'

/** More sets are not listed again for a figure; the most sets of a table. */
const [mostSets, mostRows] = [4095, 30]

/**
 * The sets that a search of sets evaluated: their information against their noise, the front of two criteria,
 * or the best of each size.
 */
export async function landscapeSections(
  result: SelectResult,
  source: Source,
  run: Run,
): Promise<readonly ReportSection[]> {
  const { method, criterion, search, pareto } = result.spec
  const title = 'The sets of columns'
  const isPart = endedEarly(result)
  const early = `the search ended early (${result.stopped})`
  // A method that resamples makes many searches, and lists the sets of none.
  if (method !== null) return []
  if (pareto) {
    const paragraphs = isPart ? [sentence(`${early}: this is the front of the sets it had evaluated`)] : []
    return result.landscape ? [{ title, paragraphs, ...frontOf(result) }] : []
  }
  const isExhaustive = search.method === 'exhaustive' && criterion.note === undefined
  if (isExhaustive && (criterion.method === 'mi-dt' || criterion.method === 'mi-dt-inverse')) {
    if (isPart) return [{ title, paragraphs: [sentence(`not shown: ${early}`)] }]
    const landscape = await attempt(() => noiseLandscape(source, result, mostSets, run))
    if ('why' in landscape) return [{ title, paragraphs: [sentence(`not shown: ${landscape.why}`)] }]
    const { sets, isWhole } = landscape.found
    const chart = noiseChart(result, sets, isWhole)
    return [{ title, paragraphs: [noiseText(result, sets)], charts: [chart], tables: [noiseTable(sets)] }]
  }
  const known = result.landscape ?? []
  const sets =
    !isPart && isExhaustive && known.length < result.evaluations && result.evaluations <= mostSets
      ? await allSets(result, source, run)
      : known
  if (sets.length < 2) return []
  const paragraphs = isPart
    ? [sentence(`${early}: these are sets that it had evaluated, and others may be better`)]
    : []
  return [{ title, paragraphs, charts: [sizesOf(result, sets)], tables: [setsTable(result, sets)] }]
}

async function allSets(result: SelectResult, source: Source, run: Run): Promise<readonly ScoredSet[]> {
  const names = new Set(source.columns.map(({ name }) => name))
  const { spec } = result
  const { landscape = [], stopped } = await selectAny(
    source,
    {
      ...spec,
      drop: spec.drop.filter((name) => names.has(name)),
      landscape: 'all',
      evidence: false,
      why: null,
      alternatives: false,
    },
    run,
  )
  if (isCutShort({ stopped })) throw new CribaError('interrupted', 'interrupted')
  return landscape
}

function noiseText({ selected, spec }: SelectResult, sets: readonly NoiseOfSet[]): string {
  const front = sets.filter((set) => set.front).length
  const j = spec.criterion.method === 'mi-dt' ? 'α·information − β·noise' : 'information + 1/(noise + β)'
  return sentence(
    `of all sets ${front} are in the Pareto front: no other set has more information and no more noise; by ${j} the best is that of ${counted(selected.length, 'column')}`,
  )
}

/** Information against noise; sliders move α and β where the score is linear in both. */
function noiseChart(
  { spec, selected }: SelectResult,
  sets: readonly NoiseOfSet[],
  isWhole: boolean,
): LandscapeChart | PointChart {
  const { method, options } = spec.criterion
  const shown = sets.filter(
    ({ information, noise }) => Number.isFinite(information) && Number.isFinite(noise),
  )
  const which = isWhole
    ? shownOf(shown.length, sets.length, 'set')
    : `the ${grouped(sets.length)} sets of the Pareto front; the others are too many to draw`
  const x = { label: 'information (nats)' }
  const y = { label: 'noise variance, delta test' }
  if (method === 'mi-dt') {
    return {
      kind: 'landscape',
      name: 'landscape',
      title: 'Information and noise of the sets',
      caption: sentence(`${which}; the best has the greatest α·information − β·noise`),
      x,
      y,
      sets: shown.map(({ features, information, noise, front }) => ({
        features,
        x: information,
        y: noise,
        ...(front && { front }),
      })),
      alpha: Number(options['alpha']),
      beta: Number(options['beta']),
    }
  }
  const own = JSON.stringify(selected)
  return {
    kind: 'points',
    name: 'landscape',
    title: 'Information and noise of the sets',
    caption: sentence(which),
    x,
    y,
    points: shown.map(({ features, information, noise, front }) => ({
      x: information,
      y: noise,
      series: JSON.stringify(features) === own ? 'chosen' : front ? 'Pareto front' : 'other sets',
      label: features.join(', '),
    })),
  }
}

function noiseTable(sets: readonly NoiseOfSet[]): ReportTable {
  const front = sets.filter((set) => set.front).slice(0, mostRows)
  return {
    name: 'pareto-front',
    title: 'The Pareto front of information and noise',
    columns: ['columns', 'information (nats)', 'noise variance', 'set'],
    rows: front.map(({ features, information, noise }) => [
      features.length,
      cell(information),
      cell(noise),
      features.join(', '),
    ]),
  }
}

/** The Pareto front of two criteria. */
function frontOf({ landscape: sets = [], spec, selected }: SelectResult): {
  readonly charts: readonly Chart[]
  readonly tables: readonly ReportTable[]
} {
  const [first, second] = [methodLabel(spec.criterion), methodLabel(spec.pareto!)]
  const own = JSON.stringify(selected)
  // Beside a landscape, those of the front are marked.
  const landscape = spec.landscape === null ? sets : sets.filter((set) => set.front)
  const chart: PointChart = {
    kind: 'points',
    name: 'pareto-front',
    title: 'The Pareto front',
    caption: sentence(
      `the ${counted(landscape.length, 'set')} that no other set beats by both criteria; the chosen one is the best by ${first}`,
    ),
    x: { label: first },
    y: { label: second },
    points: landscape
      .filter(({ scores }) => scores!.every(Number.isFinite))
      .map(({ features, scores }) => ({
        x: scores![0],
        y: scores![1],
        series: JSON.stringify(features) === own ? 'chosen' : 'Pareto front',
        label: features.join(', '),
      })),
  }
  const table: ReportTable = {
    name: 'pareto-front',
    title: 'The Pareto front',
    columns: ['columns', first, second, 'set'],
    rows: landscape
      .slice(0, mostRows)
      .map(({ features, scores }) => [features.length, scores![0], scores![1], features.join(', ')]),
  }
  return { charts: [chart], tables: [table] }
}

/** The best set of each size. */
function bestOfSizes({ better }: SelectResult, sets: readonly ScoredSet[]): readonly ScoredSet[] {
  const best = new Map<number, ScoredSet>()
  for (const set of sets) {
    const before = best.get(set.features.length)
    const isBetter = before && (better === 'higher' ? set.score > before.score : set.score < before.score)
    if (!before || isBetter) best.set(set.features.length, set)
  }
  return [...best].toSorted(([a], [b]) => a - b).map(([, set]) => set)
}

function sizesOf(result: SelectResult, sets: readonly ScoredSet[]): Chart {
  const { units, better, selected, method, evaluations } = result
  return {
    kind: 'lines',
    name: 'best-sets',
    title: 'The best set of each size',
    caption: sentence(
      `the best score by ${method} of ${shownOf(sets.length, evaluations, 'set')}; ${better} is better`,
    ),
    x: { label: 'number of columns' },
    y: { label: `score (${units})` },
    points: bestOfSizes(result, sets)
      .filter(({ score }) => Number.isFinite(score))
      .map(({ features, score }) => ({ x: features.length, y: score, series: 'best set of the size' })),
    marks: selected.length > 0 ? [{ x: selected.length, label: `chosen: ${selected.length}` }] : [],
  }
}

function setsTable({ units }: SelectResult, sets: readonly ScoredSet[]): ReportTable {
  return {
    name: 'best-sets',
    title: 'The best sets',
    columns: ['columns', `score (${units})`, 'set'],
    rows: sets
      .slice(0, mostRows)
      .map(({ features, score }) => [features.length, cell(score), features.join(', ')]),
  }
}
