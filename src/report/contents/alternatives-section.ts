import type { ReportSection, SelectResult } from '#core'
import { counted } from '../numbers.ts'
import { clean } from '../text.ts'
import { cell, rounded, sentence } from './wording.ts'

/** The most sets listed. */
const mostSets = 30

/** The columns that can stand in for chosen ones, and sets as good; no section if they were not asked for. */
export function alternativeSections({ alternatives }: SelectResult): readonly ReportSection[] {
  if (!alternatives) return []
  const { columns, sets, untested } = alternatives
  const standIns = columns.flatMap(({ feature, standIns }) =>
    standIns.map(({ feature: other, copy, information, lost, pValue, score }) => [
      feature,
      other,
      information,
      lost,
      pValue,
      score ?? null,
      copy ? 'copy' : null,
    ]),
  )
  const reasons = columns.flatMap(({ feature, why }) =>
    why === undefined ? [] : [sentence(`for ${clean(feature)}: ${clean(why)}`)],
  )
  return [
    {
      title: 'Alternatives',
      paragraphs: [
        standIns.length === 0
          ? 'No other column can stand in for a chosen one.'
          : 'These columns can stand in for a chosen one. Lost is what the chosen column tells of the target beside its stand-in, in bits, and p that this is nothing.',
        ...reasons,
        ...(untested.length > 0
          ? [sentence(`${counted(untested.length, 'column')} had too few rows for a test`)]
          : []),
        ...(sets
          ? [
              sentence(
                `${counted(sets.asGood.length, 'set')} of ${sets.evaluated} tried ${sets.asGood.length === 1 ? 'is' : 'are'} within one standard error of the selected columns, or better (${rounded(sets.selected)}${sets.error === null ? '' : ` ± ${rounded(sets.error)}`}) on the same held-out rows`,
              ),
            ]
          : []),
      ],
      tables: [
        ...(standIns.length > 0
          ? [
              {
                name: 'stand-ins',
                title: 'Columns that can stand in for a chosen one',
                columns: ['chosen', 'stand-in', 'bits', 'lost', 'p', 'score with it', 'note'],
                rows: standIns,
              },
            ]
          : []),
        ...(sets && sets.asGood.length > 0
          ? [
              {
                name: 'sets-as-good',
                title: 'Sets within one standard error of the selected columns',
                columns: ['columns', 'score', 'difference', 'low', 'high', 'swaps'],
                rows: sets.asGood
                  .slice(0, mostSets)
                  .map(({ features, score, difference, interval: [low, high], swaps }) => [
                    features.join(', '),
                    score,
                    difference,
                    cell(low),
                    cell(high),
                    swaps.map((swap) => `${swap.in} for ${swap.out}`).join(', '),
                  ]),
              },
            ]
          : []),
      ],
    },
  ]
}
