import type { ReportSection, SelectResult } from '#core'
import { counted } from '../numbers.ts'
import { clean } from '../text.ts'
import { findingsTable } from './findings-table.ts'
import { sentence } from './wording.ts'

/** The columns that were evaluated and rejected, those set apart before, and what was found about columns. */
export function leftOutSections({
  setAside,
  selected,
  uncut = selected,
  columns,
  why,
}: SelectResult): readonly ReportSection[] {
  const apart = columns.filter(({ setApart }) => setApart)
  const found = findingsTable(columns)
  if (setAside.length === 0 && !found && !why) return []
  const given = new Set(uncut)
  const rejected = setAside.map(({ feature, because, pValue, tooFewRows }) => [
    feature,
    given.has(because)
      ? tooFewRows
        ? `too few rows to decide beside ${because}`
        : `it repeats ${because}`
      : because,
    pValue ?? null,
  ])
  return [
    {
      title: 'Columns that were not chosen',
      paragraphs: [
        ...(setAside.length > 0
          ? [
              sentence(
                `${counted(setAside.length, 'column')} ${setAside.length === 1 ? 'was' : 'were'} evaluated and rejected`,
              ),
            ]
          : []),
        ...(apart.length > 0
          ? [
              sentence(
                `${counted(apart.length, 'column')} ${apart.length === 1 ? 'was' : 'were'} set apart before the search, because no method can use ${apart.length === 1 ? 'it' : 'them'} well`,
              ),
            ]
          : []),
        ...(why ? [sentence(`why ${clean(why.feature)}: ${clean(why.explanation)}`)] : []),
      ],
      tables: [
        ...(rejected.length > 0
          ? [
              {
                name: 'set-aside',
                title: 'Columns that were rejected',
                columns: ['column', 'because', 'p'],
                rows: rejected,
              },
            ]
          : []),
        ...(found ? [found] : []),
      ],
    },
  ]
}
