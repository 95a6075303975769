import { methodText, targetInText } from '#core'
import type { BarChart, Comparison, MatrixChart, Report, ReportSection, Source, Table } from '#core'
import { comparisonFacts } from '../comparison-facts.ts'
import { metricName } from '../evidence-text.ts'
import { formatProbability } from '../numbers.ts'
import { clean } from '../text.ts'
import { qualitySection } from './quality-section.ts'
import { repetitionOf } from './repetition.ts'
import { checkReported, inLanguage } from './report-run.ts'
import type { ReportRun } from './report-run.ts'
import { columnsOfData, dataText, listed, question, rounded, sentence } from './wording.ts'

/**
 * A report of a comparison of methods: their quality with intervals for each learner, their differences,
 * stability, time and agreement, and the columns they chose. All of it is in the result; the data are not
 * read again.
 *
 * @example const page = reportPage(await compareReport(result, table))
 */
export async function compareReport(
  result: Comparison,
  _data: Table | Source,
  run: ReportRun = {},
): Promise<Report> {
  checkReported('compare', result, run)
  const { methods, spec, data } = result
  const labels = methods.map((_, place) => methodText(spec.methods[place]))
  const learners = methods[0]?.evidence ?? []
  const report: Report = {
    title: `Comparison of methods${run.data === undefined ? '' : `: ${clean(run.data)}`}`,
    data: dataText(data),
    question: question(
      `Which method chooses best among ${columnsOfData(data, run.data)} for ${clean(targetInText(data.target!))}: ${listed(labels, Infinity)}`,
    ),
    answer: answerOf(result, labels),
    sections: [
      ...learners.map((_, place) => qualitySection(result, labels, place)),
      stabilitySection(result, labels),
      ...agreementSections(result, labels),
      chosenSection(result, labels),
    ],
    warnings: result.warnings,
    repeat: repetitionOf(result, run),
  }
  return inLanguage(report, result, run)
}

/** The method with the best mean, and which differ from it. */
function answerOf(result: Comparison, labels: readonly string[]): string {
  const { methods, stopped } = result
  if (methods.length === 0) return 'The comparison was interrupted before the first method was evaluated.'
  const [{ learner, metric }] = methods[0].evidence
  const { best, differing, least } = comparisonFacts(result)
  const score = rounded(methods[best].evidence[0].selected.mean)
  const own = `from the columns that ${clean(labels[best])} chooses ${learner} predicts ${methods.length === 1 ? 'held-out rows' : 'best'} (${metricName(metric)} ${score}${methods.length === 1 ? '' : ' on held-out rows'})`
  const unfinished = stopped === 'interrupted' ? ['The comparison was interrupted: methods are missing.'] : []
  if (methods.length === 1) return [sentence(own), ...unfinished].join(' ')
  const others = differing.flatMap(({ a, b }) => (a === best ? [labels[b]] : b === best ? [labels[a]] : []))
  const verdict =
    least === null
      ? 'a single split does not say which differences are more than chance'
      : others.length === 0
        ? 'no difference from the others is significant (5 %, corrected by Holm)'
        : `it differs significantly from ${listed(others)} (5 %, corrected by Holm)`
  return [sentence(own), sentence(verdict), ...unfinished].join(' ')
}

function stabilitySection({ methods }: Comparison, labels: readonly string[]): ReportSection {
  const measured = methods.filter(({ stability }) => stability?.nogueira)
  const hasTruth = methods.some(({ truth }) => truth)
  const chart: BarChart = {
    kind: 'bars',
    name: 'stability',
    title: 'Stability',
    caption:
      "Nogueira's Φ of the sets chosen in the splits: 0 for sets drawn at random, 1 for equal sets. 95 % intervals.",
    value: { label: 'Φ' },
    bars: methods.flatMap(({ stability }, i) => {
      const phi = stability?.nogueira
      return phi ? [{ label: labels[i], value: phi.value, low: phi.interval[0], high: phi.interval[1] }] : []
    }),
  }
  const time: BarChart = {
    kind: 'bars',
    name: 'time',
    title: 'Time',
    caption: 'Seconds of the selection from all rows on this machine.',
    value: { label: 'seconds' },
    bars: methods.map(({ seconds }, i) => ({ label: labels[i], value: seconds })),
  }
  return {
    title: 'Stability and time',
    paragraphs: [],
    charts: [...(measured.length > 0 ? [chart] : []), time],
    tables: [
      {
        name: 'methods',
        title: 'The methods',
        columns: [
          'method',
          'columns',
          'Φ',
          'Jaccard',
          'Kuncheva',
          'evaluations',
          'seconds',
          ...(hasTruth ? ['share of the true columns', 'wrong columns'] : []),
        ],
        rows: methods.map(({ selected, stability, evaluations, seconds, truth }, i) => [
          labels[i],
          selected.length,
          stability?.nogueira?.value ?? null,
          stability?.jaccard ?? null,
          stability?.kuncheva ?? null,
          evaluations,
          seconds,
          ...(hasTruth ? [truth?.share ?? null, truth?.wrong ?? null] : []),
        ]),
      },
    ],
  }
}

function agreementSections(
  { agreement, methods }: Comparison,
  labels: readonly string[],
): readonly ReportSection[] {
  if (methods.length < 2) return []
  const of = (a: number, b: number) =>
    a === b
      ? 1
      : (agreement.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a))?.jaccard ??
        null)
  const chart: MatrixChart = {
    kind: 'matrix',
    name: 'agreement',
    title: 'Agreement of the methods',
    caption: 'The share of their columns that two methods chose both, |A ∩ B| / |A ∪ B|, from all rows.',
    labels,
    values: labels.map((_, a) => labels.map((__, b) => of(a, b))),
    value: { label: 'Jaccard similarity', from: 0, to: 1 },
  }
  return [{ title: 'Agreement', paragraphs: [], charts: [chart] }]
}

function chosenSection({ methods, consensus }: Comparison, labels: readonly string[]): ReportSection {
  const { w, pValue, ranking } = consensus
  return {
    title: 'The columns chosen',
    paragraphs:
      w === null
        ? []
        : [
            sentence(
              `Kendall's W of the methods is ${rounded(w)}${pValue === null ? '' : ` (p ${formatProbability(pValue)})`}: 0 for no agreement on the order, 1 for the same order`,
            ),
          ],
    tables: [
      {
        name: 'chosen',
        title: 'Columns chosen from all rows',
        columns: ['method', 'columns'],
        rows: methods.map(({ selected }, i) => [labels[i], selected.join(', ')]),
      },
      {
        name: 'consensus',
        title: 'Columns by their mean rank over the methods',
        columns: ['column', 'mean rank', 'methods that chose it'],
        rows: ranking.map(({ feature, meanRank, chosen }) => [feature, meanRank, chosen]),
      },
    ],
  }
}
