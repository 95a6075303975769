import { targetInText } from '#core'
import type { ColumnRecord, ReportSection, ReportTable, SelectResult } from '#core'
import { counted } from '../numbers.ts'
import { clean } from '../text.ts'
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

/** The columns that follow the target though they were not chosen; no section if there are none. */
export function alsoRelatedSections({ alsoRelated = [], data }: SelectResult): readonly ReportSection[] {
  if (alsoRelated.length === 0) return []
  const columns = counted(alsoRelated.length, 'column')
  return [
    {
      title: 'What else follows the target',
      paragraphs: [
        sentence(
          `${columns} ${alsoRelated.length === 1 ? 'was' : 'were'} not chosen though each is related to ${clean(targetInText(data.target!))} by itself, at a false discovery rate of 5 % over all columns; beside the chosen column that is named it has least information`,
        ),
      ],
      tables: [
        {
          name: 'also-related',
          title: 'Columns that are also related to the target',
          columns: ['column', 'p', 'q', 'p from', 'covered by'],
          rows: alsoRelated.map(({ feature, pValue, qValue, pFrom, coveredBy }) => [
            feature,
            pValue,
            qValue,
            pFrom,
            coveredBy,
          ]),
        },
      ],
    },
  ]
}

/** What was found about columns, a row for each finding; null without any. */
export function findingsTable(
  columns: readonly Pick<ColumnRecord, 'name' | 'findings' | 'setApart'>[],
): ReportTable | null {
  const rows = columns.flatMap(({ name, findings = [], setApart }) =>
    findings.map(({ kind, message }) => [name, kind, message, setApart ? 'yes' : 'no']),
  )
  if (rows.length === 0) return null
  const hasApart = columns.some(({ setApart }) => setApart)
  const columnsOf = ['column', 'finding', 'what', ...(hasApart ? ['set apart'] : [])]
  return {
    name: 'findings',
    title: 'Findings about columns',
    columns: columnsOf,
    rows: rows.map((row) => row.slice(0, columnsOf.length)),
  }
}
