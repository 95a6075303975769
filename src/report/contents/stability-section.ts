import type { ReportSection, SelectResult } from '#core'
import { setStability } from '#methods'
import { counted } from '../numbers.ts'
import { mostBars } from './score-bars.ts'
import { intervalText, rounded, sentence, shownOf } from './wording.ts'

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
