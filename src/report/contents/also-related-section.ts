import type { ReportSection, SelectResult } from '#core'
import { counted } from '../numbers.ts'
import { clean } from '../text.ts'
import { sentence } from './wording.ts'

/** The columns that follow the target though they were not chosen; no section if there are none. */
export function alsoRelatedSections({ alsoRelated = [], data }: SelectResult): readonly ReportSection[] {
  if (alsoRelated.length === 0) return []
  const columns = counted(alsoRelated.length, 'column')
  return [
    {
      title: 'What else follows the target',
      paragraphs: [
        sentence(
          `${columns} ${alsoRelated.length === 1 ? 'was' : 'were'} not chosen though each is related to ${clean(data.target!)} by itself, at a false discovery rate of 5 % over all columns; beside the chosen column that is named it has least information`,
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
