import type { GroupsResult, ResultTable } from '#core'
import { dataNote } from '../data-line.ts'
import { groupNotes } from '../groups-text.ts'
import { tableOf } from './result-table.ts'

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
