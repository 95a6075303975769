import type { BarChart, Evidence, ReportSection, SelectResult } from '#core'
import { setStability } from '#methods'
import { metricName, splitsText } from '../evidence-text.ts'
import { counted } from '../numbers.ts'
import { mostBars } from './score-bars.ts'
import { allColumns, capital, intervalText, listed, rounded, sentence, shownOf } from './wording.ts'

/** Up to so many splits have bars of their own. */
const mostSplits = 10

/**
 * How well the chosen columns predict held-out rows, beside all columns and none; no section without
 * evidence.
 */
export function evidenceSections(result: SelectResult): readonly ReportSection[] {
  const { evidence } = result
  if (!evidence) return []
  const { learner, reads, folds } = evidence
  const metric = metricName(evidence.metric)
  const splits = splitsText(result)
  return [
    {
      title: 'How well the chosen columns predict',
      paragraphs: [
        sentence(
          `the measure is ${metric} of ${learner} on held-out rows, ${splits}; for each the whole selection ran without its rows`,
        ),
        sentence(`the learner ${learner} reads ${reads}`),
      ],
      charts: [evidenceBars(evidence, metric, splits)],
      tables: [
        {
          name: 'evidence',
          title: `${capital(metric)} on held-out rows`,
          columns: ['split', 'all columns', 'selected', 'none', 'columns', 'selected columns'],
          rows: [
            ...folds.map(({ all, selected, none, features }, i) => [
              String(i + 1),
              all,
              selected,
              none,
              features.length,
              listed(features, Infinity),
            ]),
            ['mean', evidence.all.mean, evidence.selected.mean, evidence.none.mean, meanSize(evidence), null],
            ['standard deviation', evidence.all.sd, evidence.selected.sd, evidence.none.sd, null, null],
          ],
        },
      ],
    },
  ]
}

function meanSize({ folds }: Evidence): number {
  return folds.reduce((sum, { features }) => sum + features.length, 0) / folds.length
}

/** All columns, the selected ones and none: in each split if they are few, and their means. */
function evidenceBars(evidence: Evidence, metric: string, splits: string): BarChart {
  const { folds, units, better } = evidence
  const series = [
    [allColumns(evidence.columns), 'all'],
    ['selected', 'selected'],
    ['none', 'none'],
  ] as const
  const isListed = folds.length > 1 && folds.length <= mostSplits
  const means = series.map(([name, key]) => {
    const { mean, sd } = evidence[key]
    return {
      label: folds.length > 1 ? 'mean' : 'one split',
      series: name,
      value: mean,
      ...(sd !== null && { low: mean - sd, high: mean + sd }),
    }
  })
  const ofSplits = folds.flatMap((fold, i) =>
    series.map(([name, key]) => ({
      label: `split ${i + 1}`,
      series: name,
      value: fold[key],
    })),
  )
  return {
    kind: 'bars',
    name: 'evidence',
    title: `${capital(metric)} on held-out rows`,
    caption: sentence(
      `with all columns, with those selected without the held-out rows, and with none; ${splits}; ${better} is better${folds.length > 1 ? '; the lines at the means are ± one standard deviation' : ''}`,
    ),
    value: { label: `${metric} (${units})` },
    bars: isListed ? [...means, ...ofSplits] : means,
  }
}

/** In how many splits of the evidence each column was chosen; no section for fewer than two. */
export function stabilitySections({ evidence, selected, data }: SelectResult): readonly ReportSection[] {
  const folds = evidence?.folds ?? []
  if (folds.length < 2) return []
  const counts = new Map(selected.map((feature) => [feature, 0]))
  for (const { features } of folds)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const ran = `the selection ran ${folds.length} times, each time without the held-out rows of one split`
  if (counts.size === 0)
    return [{ title: 'Stability', paragraphs: [sentence(`${ran}, and chose no column`)] }]
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a)
  const chosen = new Set(selected)
  const { jaccard, kuncheva, nogueira } = setStability(
    folds.map(({ features }) => new Set(features)),
    data.features,
  )
  const indices = [
    `two splits have a share of ${rounded(jaccard)} of their columns in common (mean Jaccard similarity)`,
    ...(nogueira
      ? [
          `Nogueira's Φ is ${rounded(nogueira.value)} (${intervalText(nogueira.interval)}; 0 for sets drawn at random, 1 for equal sets)`,
        ]
      : []),
    ...(kuncheva === null ? [] : [`Kuncheva's consistency is ${rounded(kuncheva)}`]),
  ]
  const shown = sorted.slice(0, mostBars)
  return [
    {
      title: 'Stability',
      paragraphs: [sentence(ran), ...indices.map(sentence)],
      charts: [
        {
          kind: 'bars',
          name: 'stability',
          title: 'How often each column was chosen',
          caption: sentence(
            `in how many of ${counted(folds.length, 'split')} a column was chosen; ${shownOf(shown.length, sorted.length, 'column')} that ${sorted.length === 1 ? 'was' : 'were'} chosen at least once or from all rows, the latter in colour`,
          ),
          value: { label: 'splits', from: 0, to: folds.length },
          bars: shown.map(([label, value]) => ({
            label,
            value,
            ...(chosen.has(label) && { chosen: true as const }),
          })),
        },
      ],
      tables: [
        {
          name: 'stability',
          title: 'How often each column was chosen',
          columns: ['column', 'splits', 'chosen from all rows'],
          rows: sorted.map(([feature, count]) => [feature, count, chosen.has(feature) ? 'yes' : 'no']),
        },
      ],
    },
  ]
}
