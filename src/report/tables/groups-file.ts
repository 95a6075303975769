import type { GroupsResult } from '#core'
import { csvLines } from './csv.ts'

/** Groups as `select --groups` reads them, by their representatives: `{ "group": ["feature", …] }`. */
export function groupsFileJson({ groups }: GroupsResult): string {
  const members = groups.map(({ representative, members }) => [
    representative,
    members.map(({ feature }) => feature),
  ])
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`
}

/** The groups as lines of `feature,group`. */
export function groupsFileCsv({ groups }: GroupsResult): string {
  const rows = groups.flatMap(({ representative, members }) =>
    members.map(({ feature }) => [feature, representative]),
  )
  return `${csvLines([['feature', 'group'], ...rows])}\n`
}
