import type { GroupsResult, ResultTable } from '#core'
import { dataNote } from '../data-text.ts'
import { groupNotes } from '../groups-text.ts'
import { csvLines, tableOf } from './result-table.ts'
import type { CsvStyle } from './result-table.ts'

/**
 * Groups, a row for each column, a column in no group with the reason; or the columns that could stand in for
 * one.
 */
export function groupsTables(result: GroupsResult, name: string): readonly ResultTable[] {
  const { groups, leftOut, standIns, data } = result
  const notes = [dataNote(data, name), ...groupNotes(result)]
  if (standIns) {
    const { feature, others } = standIns
    const columns = {
      feature: (other: (typeof others)[number]) => other.feature,
      similarity: (other: (typeof others)[number]) => other.similarity,
    }
    return [tableOf(others, columns, [...notes, `columns that could stand in for ${feature}`])]
  }
  const members = groups.flatMap((group, place) =>
    group.members.map((member) => ({ place, group, member, feature: member.feature, why: null })),
  )
  const others = leftOut.map((one) => ({ ...one, place: null, group: null, member: null }))
  const table = tableOf(
    [...members, ...others],
    {
      group: ({ place }) => (place === null ? null : place + 1),
      feature: ({ feature }) => feature,
      representative: ({ group }) => group?.representative,
      similarity: ({ member }) => member?.similarity,
      relevance: ({ member }) => member?.relevance,
      cohesion: ({ group }) => group?.cohesion,
      height: ({ group }) => group?.height,
      stability: ({ group }) => group?.stability,
      why: ({ why }) => why,
    },
    notes,
  )
  return [table]
}

/** Groups as `select --groups` reads them, by their representatives: `{ "group": ["feature", …] }`. */
export function groupsFileJson({ groups }: GroupsResult): string {
  const members = groups.map(({ representative, members }) => [
    representative,
    members.map(({ feature }) => feature),
  ])
  return `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`
}

/** The groups as lines of `feature,group`. */
export function groupsFileCsv({ groups }: GroupsResult, style: CsvStyle = {}): string {
  const rows = groups.flatMap(({ representative, members }) =>
    members.map(({ feature }) => [feature, representative]),
  )
  return `${csvLines([['feature', 'group'], ...rows], style)}\n`
}
