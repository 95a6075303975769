import { targetInText } from '#core'
import type { BarChart, Interactions, PairInteraction, Report, ReportTable, Source, Table } from '#core'
import { sourceOf } from '#analyses'
import { counted, formatProbability, grouped } from '../numbers.ts'
import { clean } from '../text.ts'
import { columnsOfPairs, heatMap, mostInMap, mostNodes, strongestPairs, synergyGraph } from './pair-charts.ts'
import { repetitionOf } from './repetition.ts'
import { attempt, checkReported, inLanguage, ofOneTarget, runsOf, specOfColumns } from './report-run.ts'
import type { ReportRun } from './report-run.ts'
import { mostBars } from './score-bars.ts'
import { columnsOfData, dataText, rounded, sentence, shownOf } from './wording.ts'

/** The most pairs of a table. */
const mostPairs = 500

/**
 * A report of the interactions of pairs: the graph of synergy and redundancy, the strongest pairs as bars and
 * as a table, and the redundancy of the columns.
 *
 * @example const page = reportPage(await interactionsReport(result, table))
 * @throws CribaError if it is interrupted
 */
export async function interactionsReport(
  result: Interactions,
  data: Table | Source,
  run: ReportRun = {},
): Promise<Report> {
  checkReported('interactions', result, run)
  const { source, result: one } = await ofOneTarget(sourceOf(data), result, run)
  const { pairs, units } = result
  const { spec } = one
  const target = targetInText(result.data.target!)
  const byStrength = columnsOfPairs(pairs, mostInMap)
  const nodes = new Set(byStrength.slice(0, mostNodes))
  const among = pairs.filter(({ a, b }) => nodes.has(a) && nodes.has(b))
  const map = await attempt(() =>
    heatMap(source, specOfColumns(spec, source, byStrength), result.data.features, runsOf(run, 1)()),
  )
  const report: Report = {
    title: `Interactions of columns${run.data === undefined ? '' : `: ${clean(run.data)}`}`,
    data: dataText(result.data),
    question: `Which pairs of ${columnsOfData(result.data, run.data)} tell more about ${clean(target)} together than apart, and which repeat each other?`,
    answer: answerOf(result),
    sections: [
      {
        title: 'Synergy and redundancy',
        paragraphs: [],
        charts: [synergyGraph(among, { target, units, all: result.data.features }), pairBars(result)],
        tables: [pairsTable(result)],
      },
      {
        title: 'Which columns share information, whatever the target',
        ...('found' in map
          ? { paragraphs: [], charts: [map.found] }
          : { paragraphs: [sentence(`not shown: ${map.why}`)] }),
      },
    ],
    warnings: result.warnings,
    repeat: repetitionOf(result, run),
  }
  return inLanguage(report, result, run)
}

function answerOf({ pairs, units }: Interactions): string {
  const synergy = pairs.find(({ interaction }) => interaction > 0)
  const redundancy = pairs.find(({ interaction }) => interaction < 0)
  const text = ({ a, b, interaction, pValue }: PairInteraction) => {
    const p = pValue === undefined ? '' : `, p ${formatProbability(pValue)} of this pair alone`
    return `${clean(a)} and ${clean(b)} (${rounded(interaction)} ${units}${p})`
  }
  const most = synergy
    ? `the strongest synergy is that of ${text(synergy)}`
    : 'none tells more together than apart'
  const least = redundancy ? `the strongest redundancy is that of ${text(redundancy)}` : 'none repeats itself'
  return sentence(`of ${counted(pairs.length, 'pair')} ${most}; ${least}`)
}

function pairBars({ pairs, units }: Interactions): BarChart {
  const shown = strongestPairs(pairs, mostBars).toSorted((a, b) => b.interaction - a.interaction)
  return {
    kind: 'bars',
    name: 'interactions',
    title: 'The strongest interactions',
    caption: sentence(
      `${shownOf(shown.length, pairs.length, 'pair')}, the strongest of each sign: above 0 two columns tell more together than apart, below 0 they repeat each other`,
    ),
    value: { label: `interaction (${units})` },
    bars: shown.map(({ a, b, interaction }) => ({
      label: `${a} × ${b}`,
      value: interaction,
      series: interaction < 0 ? 'redundancy' : 'synergy',
    })),
  }
}

function pairsTable({ pairs, units }: Interactions): ReportTable {
  const hasP = pairs.some(({ pValue }) => pValue !== undefined)
  const shown = pairs.slice(0, mostPairs)
  const which =
    shown.length < pairs.length
      ? `the first ${grouped(shown.length)} of ${grouped(pairs.length)} pairs`
      : 'all pairs'
  return {
    name: 'interactions',
    title: `Information in ${units}: ${which}`,
    columns: [
      'a',
      'b',
      'interaction',
      'I(a)',
      'I(b)',
      'I(a,b)',
      'similarity',
      ...(hasP ? ['p', 'p from'] : []),
    ],
    rows: shown.map(({ a, b, interaction, iA, iB, joint, similarity, pValue, pFrom }) => [
      a,
      b,
      interaction,
      iA,
      iB,
      joint,
      similarity,
      ...(hasP ? [pValue ?? null, pFrom ?? null] : []),
    ]),
  }
}
