import type { Ranking, RankResult, Report, ReportSection, Run, Source, Table } from '#core'
import { scoreIntervals, sourceOf } from '#analyses'
import type { TypedRankSpec } from '#analyses'
import { methodLabel } from '../command-text.ts'
import { givenText, subjectText } from '../data-text.ts'
import { marksOf } from '../findings-text.ts'
import { counted } from '../numbers.ts'
import { clean } from '../text.ts'
import { rankedNames, unfitNames, withUnfitLast } from '../unfit-columns.ts'
import { distributionCharts, mostPanels } from './distribution-charts.ts'
import { findingsTable } from './left-out-section.ts'
import { heatMap, mostInMap } from './pair-charts.ts'
import { penaltySections } from './path-section.ts'
import { paperText } from '../paper/methods-text.ts'
import { repetitionOf } from './repetition.ts'
import {
  attempt,
  checkReported,
  firstOf,
  inLanguage,
  nameOfData,
  ofOneTarget,
  runsOf,
  specOfColumns,
} from './report-run.ts'
import type { ReportRun } from './report-run.ts'
import { meanRankSection, ofMethod, scoresSection } from './scores-section.ts'
import { columnsOfData, dataText, listed, question, rounded, sentence } from './wording.ts'

/** The columns named in the answer. */
const mostNamed = 3

/**
 * A report of a ranking: the scores as bars with 95 % intervals by the jackknife, their p- and q-values, the
 * methods side by side, and the distributions and redundancy of the best columns. The intervals score the
 * columns ten times more.
 *
 * @example const page = reportPage(await rankReport(result, table))
 * @throws CribaError if it is interrupted
 */
export async function rankReport(
  ranked: RankResult,
  data: Table | Source,
  run: ReportRun = {},
): Promise<Report> {
  checkReported('rank', ranked, run)
  const { source, result: one } = await ofOneTarget(sourceOf(data), ranked, run)
  const result = withUnfitLast(ranked)
  const unfit = unfitNames(result)
  const { rankings } = result
  const { spec } = one
  const next = runsOf(run, 3)
  const known = new Set(source.columns.map(({ name }) => name))
  const again = { ...spec, drop: spec.drop.filter((name) => known.has(name)) } as TypedRankSpec
  const intervals = await attempt(() => scoreIntervals(source, again, next(), one))
  const best = firstOf(mostInMap, rankedNames(result))
  const report: Report = {
    title: `Ranking of columns${run.data === undefined ? '' : `: ${clean(run.data)}`}`,
    data: dataText(result.data),
    question: questionOf(result, run.data),
    answer: answerOf(result),
    sections: [
      ...rankings.map((ranking, place) =>
        scoresSection(ranking, nameOf('scores', place, rankings.length), ofMethod(intervals, place), unfit),
      ),
      ...(result.meanRank ? [meanRankSection(result)] : []),
      ...(await distributionSections(one, source, best, next())),
      await redundancySection(one, source, best, next()),
      ...rankings.flatMap(({ path }, place) =>
        penaltySections(path, nameOf('penalties', place, rankings.length)),
      ),
      ...findingsSections(result),
    ],
    warnings: result.warnings,
    repeat: { ...repetitionOf(ranked, run), paper: paperText(ranked, nameOfData(run), run.language) },
  }
  return inLanguage(report, result, run)
}

function questionOf({ data, rankings }: RankResult, name: string | undefined): string {
  const by = listed(
    rankings.map((one) => methodLabel(one)),
    Infinity,
  )
  if (data.target === null)
    return question(
      `How do the ${counted(data.features, 'column')} of ${clean(name ?? 'the table')} rank by ${by}`,
    )
  const target = subjectText(data) + givenText(data)
  if (data.features === 1) return `Does ${columnsOfData(data, name)} inform about ${target}?`
  return `Which of ${columnsOfData(data, name)} inform about ${target}, by ${by}?`
}

/** The best columns, and how many are significant if p-values say so. */
function answerOf(result: RankResult): string {
  const { rankings, data } = result
  const [first] = rankings
  const order = rankedNames(result)
  const by = rankings.length > 1 ? 'by the mean of their ranks' : `by ${methodLabel(first)}`
  const scoreOf = (feature: string) => first.scores.find((one) => one.feature === feature)!.score!
  const named = order.slice(0, mostNamed)
  const texts =
    rankings.length > 1
      ? named.map(clean)
      : named.map((feature) => `${clean(feature)} (${rounded(scoreOf(feature))})`)
  const best =
    order.length === 1
      ? `the only column that could be scored is ${texts[0]}`
      : `the first ${texts.length === order.length ? '' : `${texts.length} `}of ${counted(data.features, 'column')} ${by} ${texts.length === 1 ? 'is' : 'are'} ${listed(texts)}`
  const marks = marksOf(result.columns, result.warnings)
  const doubtful = named.filter((feature) => marks.has(feature))
  const check = doubtful.map((feature) => `${clean(feature)} (${marks.get(feature)!})`)
  const toCheck = check.length > 0 ? [sentence(`to check first: ${listed(check)}`)] : []
  return [sentence(best), ...toCheck, ...significance(first, rankings.length)].join(' ')
}

function significance({ scores, method }: Ranking, methods: number): readonly string[] {
  const tested = scores.filter(({ qValue }) => qValue !== undefined)
  if (tested.length === 0) return []
  const found = tested.filter(({ qValue }) => qValue! <= 0.05).length
  const by = methods > 1 ? `by ${method} ` : ''
  const verdict =
    found === 0 ? 'none of them differs from chance' : `${found} of ${tested.length} differ from chance`
  return [sentence(`${by}${verdict} at a false discovery rate of 5 %`)]
}

function nameOf(name: string, place: number, count: number): string {
  return count === 1 ? name : `${name}-${place + 1}`
}

async function distributionSections(
  { spec }: RankResult,
  source: Source,
  best: readonly string[],
  run: Run,
): Promise<readonly ReportSection[]> {
  const title = 'How the first columns are distributed'
  const found = await attempt(() => distributionCharts(source, spec, best.slice(0, mostPanels), run))
  return [
    { title, ...('found' in found ? found.found : { paragraphs: [sentence(`not shown: ${found.why}`)] }) },
  ]
}

async function redundancySection(
  { spec, data }: RankResult,
  source: Source,
  best: readonly string[],
  run: Run,
): Promise<ReportSection> {
  const title = 'Which of the first columns share information'
  const found = await attempt(() => heatMap(source, specOfColumns(spec, source, best), data.features, run))
  return 'found' in found
    ? { title, paragraphs: [], charts: [found.found] }
    : { title, paragraphs: [sentence(`not shown: ${found.why}`)] }
}

function findingsSections({ columns }: RankResult): readonly ReportSection[] {
  const table = findingsTable(columns)
  return table ? [{ title: 'Columns to check', paragraphs: [], tables: [table] }] : []
}
