import { endedEarly, isCutShort, isOuterMethod, targetInText } from '#core'
import type {
  Ranking,
  RankSpec,
  Report,
  ReportSection,
  ReportTable,
  Run,
  SelectResult,
  Source,
  SynergeticPair,
  Table,
} from '#core'
import { rankers } from '#methods'
import { interactions, rankForCut, sourceOf } from '#analyses'
import { subjectText } from '../data-text.ts'
import { decimalsOf, metricName, noBetterThanNone, predictsNothing, verdictText } from '../evidence-text.ts'
import { counted, fixed, grouped } from '../numbers.ts'
import { clean } from '../text.ts'
import { withUnfitLast } from '../unfit-columns.ts'
import { alternativeSections } from './alternatives-section.ts'
import { distributionCharts, mostPanels } from './distribution-charts.ts'
import { evidenceSections, stabilitySections } from './evidence-section.ts'
import { landscapeSections } from './landscape-section.ts'
import { alsoRelatedSections, leftOutSections } from './left-out-section.ts'
import { heatMap, mostInMap, mostNodes, synergyGraph } from './pair-charts.ts'
import { pathSections, penaltySections } from './path-section.ts'
import { paperText } from '../paper/methods-text.ts'
import { repetitionOf } from './repetition.ts'
import {
  attempt,
  checkReported,
  featuresOf,
  firstOf,
  inLanguage,
  nameOfData,
  ofOneTarget,
  runsOf,
  specOfColumns,
} from './report-run.ts'
import type { ReportRun } from './report-run.ts'
import { scoreBars } from './score-bars.ts'
import { sizeSections } from './size-section.ts'
import { allColumns, columnsOfData, dataText, listed, sentence } from './wording.ts'

/**
 * A report of a selection: what was asked, what was found, the evidence, how the columns were chosen, what
 * they share and how they are distributed, and how to repeat it. `data` are those of the selection: further
 * analyses of them give what the result has not.
 *
 * @example const page = reportPage(await selectReport(result, table))
 * @throws CribaError if it is interrupted
 */
export async function selectReport(
  result: SelectResult,
  data: Table | Source,
  run: ReportRun = {},
): Promise<Report> {
  checkReported('select', result, run)
  const { source, result: one } = await ofOneTarget(sourceOf(data), result, run)
  const { selected } = result
  const { spec } = one
  const next = runsOf(run, 5)
  const features = featuresOf(spec, source)
  const chosen = new Set(selected)
  const ranking = await attempt(() => rankingOf(one, source, features, next()))
  const best =
    'found' in ranking
      ? ranking.found.scores.flatMap(({ feature, score }) => (score === null ? [] : [feature]))
      : features
  const report: Report = {
    title: `Selection of columns${run.data === undefined ? '' : `: ${clean(run.data)}`}`,
    data: dataText(result.data),
    question: questionOf(result, run.data),
    answer: selectAnswer(result),
    sections: [
      ...evidenceSections(result),
      ...pathSections(result),
      ...(await landscapeSections(one, source, next())),
      ...sizeSections(result),
      ...stabilitySections(result),
      'found' in ranking
        ? {
            title: 'All columns by themselves',
            paragraphs: [],
            charts: [scoreBars(ranking.found, 'scores', { chosen })],
          }
        : { title: 'All columns by themselves', paragraphs: [sentence(`not shown: ${ranking.why}`)] },
      ...(await distributionSections(one, source, next())),
      await redundancySection(one, source, firstOf(mostInMap, selected, best), features.length, next()),
      ...(await synergySections(one, source, firstOf(mostNodes, selected, best), features.length, next())),
      ...penaltySections(spec.cut === 'chosen' ? result.path : undefined),
      ...alternativeSections(result),
      ...alsoRelatedSections(result),
      ...leftOutSections(result),
    ],
    warnings: result.warnings,
    repeat: { ...repetitionOf(result, run), paper: paperText(result, nameOfData(run), run.language) },
  }
  return inLanguage(report, result, run)
}

function questionOf({ data }: SelectResult, name: string | undefined): string {
  const columns = columnsOfData(data, name)
  const which = data.features === 1 ? `Does ${columns}` : `Which of ${columns}`
  if (data.target === null) return data.features === 1 ? `${which} stay?` : `${which} are to keep?`
  return `${which} inform about ${subjectText(data)}?`
}

/**
 * All columns by themselves: by the criterion if it ranks columns, else by their information about the
 * target, or by their variance.
 */
async function rankingOf(
  { spec }: SelectResult,
  source: Source,
  features: readonly string[],
  run: Run,
): Promise<Ranking> {
  const { method, options } = spec.criterion
  const isRanker = spec.criterion.note === undefined && rankers.some(({ id }) => id === method)
  const by = isRanker ? { method, options } : spec.target === null ? 'variance' : 'mutual-information'
  const given: RankSpec = {
    ...specOfColumns(spec, source, features),
    by: [by],
    seed: spec.seed,
    groups: isRanker ? spec.groups : null,
  }
  return withUnfitLast(await rankForCut(source, given, run, null)).rankings[0]
}

async function distributionSections(
  { selected, spec }: SelectResult,
  source: Source,
  run: Run,
): Promise<readonly ReportSection[]> {
  if (selected.length === 0) return []
  const title = 'How the chosen columns are distributed'
  const found = await attempt(() => distributionCharts(source, spec, selected.slice(0, mostPanels), run))
  if ('why' in found) return [{ title, paragraphs: [sentence(`not shown: ${found.why}`)] }]
  const more =
    selected.length > mostPanels
      ? [`The first ${mostPanels} of ${selected.length} chosen columns are shown.`]
      : []
  return [{ title, ...found.found, paragraphs: [...more, ...found.found.paragraphs] }]
}

async function redundancySection(
  { spec }: SelectResult,
  source: Source,
  features: readonly string[],
  all: number,
  run: Run,
): Promise<ReportSection> {
  const title = 'Which columns share information'
  const found = await attempt(() => heatMap(source, specOfColumns(spec, source, features), all, run))
  return 'found' in found
    ? { title, paragraphs: [], charts: [found.found] }
    : { title, paragraphs: [sentence(`not shown: ${found.why}`)] }
}

async function synergySections(
  result: SelectResult,
  source: Source,
  features: readonly string[],
  all: number,
  run: Run,
): Promise<readonly ReportSection[]> {
  const { spec, selected } = result
  if (spec.target === null) return []
  const target = targetInText(spec.target)
  const title = 'Which columns tell more together'
  const found = await attempt(() =>
    interactions(source, { ...specOfColumns(spec, source, features), target, permutations: 0 }, run),
  )
  const pairs = pairsTable(result.synergies?.found ?? [])
  if ('why' in found) return [{ title, paragraphs: [sentence(`not shown: ${found.why}`)], tables: pairs }]
  const chart = synergyGraph(found.found.pairs, {
    target,
    units: found.found.units,
    all,
    chosen: new Set(selected),
  })
  return [{ title, paragraphs: [], charts: [chart], tables: pairs }]
}

/** The pairs with information that only both have, which the search could not find. */
function pairsTable(found: readonly SynergeticPair[]): readonly ReportTable[] {
  if (found.length === 0) return []
  return [
    {
      name: 'synergetic-pairs',
      title: 'Pairs with information that neither column has alone (bits; p of the pair alone)',
      columns: ['a', 'b', 'I(a)', 'I(b)', 'I(a,b)', 'interaction', 'p'],
      rows: found.map(({ a, b, iA, iB, joint, interaction, pValue }) => [
        a,
        b,
        iA,
        iB,
        joint,
        interaction,
        pValue,
      ]),
    },
  ]
}

/** The answer of a selection in one or two sentences: which columns to keep, and how well they predict. */
function selectAnswer(result: SelectResult): string {
  return [whichColumns(result), ...howWell(result)].join(' ')
}

function whichColumns(result: SelectResult): string {
  const { selected, data, stopped, method } = result
  const of = counted(data.features, 'column')
  const to = data.target === null ? '' : ` to predict ${clean(targetInText(data.target))}`
  const isCut = isCutShort({ stopped })
  const search = stopped === 'unreachable' ? 'The search lost its server' : 'The search was interrupted'
  const count = selected.length
  if (count === 0) {
    if (isCut) return `${search} before any column was chosen.`
    const why = isOuterMethod(method) ? `${method} keeps none` : `${method} stopped with: ${clean(stopped)}`
    return sentence(`none of the ${of} was kept${to}: ${why}`)
  }
  const kept =
    data.features === 1
      ? `the only column was kept${to}`
      : count === data.features
        ? `all ${of} were kept${to}`
        : `${grouped(count)} of the ${of} ${count === 1 ? 'was' : 'were'} kept${to}`
  if (predictsNothing(result)) {
    const which = `${count === 1 ? 'one' : grouped(count)} of the ${of} passed the search${to} (${listed(selected)})`
    return sentence(`${which}, but ${noBetterThanNone(result)}: none is recommended`)
  }
  const early = isCut ? search : `The search ended early, because ${stopped}`
  const interrupted = endedEarly(result) ? [`${early}: this is its best result so far.`] : []
  return [sentence(`${kept}: ${listed(selected)}`), ...interrupted].join(' ')
}

/** The score with the chosen columns, with all and with none, and what that means. */
function howWell({ evidence, selected }: SelectResult): readonly string[] {
  if (!evidence) return []
  const { all, none, learner, metric } = evidence
  const decimals = decimalsOf([all, evidence.selected, none])
  const [ofAll, ofSelected, ofNone] = [all, evidence.selected, none].map(({ mean }) => fixed(mean, decimals))
  const scores = `on held-out rows ${learner} has ${metricName(metric)} ${ofSelected} with columns chosen this way, ${ofAll} with ${allColumns(evidence.columns)} and ${ofNone} with none`
  // The verdict is of the way of choosing: without the rows of a split it may choose others.
  return [sentence(scores), ...(selected.length > 0 ? [verdictText(evidence, decimals)] : [])]
}
