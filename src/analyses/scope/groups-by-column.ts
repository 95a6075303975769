import { CribaError, unknownName } from '#core'
import type { GroupsOfColumns } from '#core'

/** The group of each column that has one. */
export function groupsByColumn(
  groups: GroupsOfColumns,
  namesInScope: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const groupOf = new Map<string, string>()
  for (const [group, members] of Object.entries(groups)) {
    if (members.length === 0) throw new CribaError('invalid', `invalid group: ${group} (it has no columns)`)
    for (const name of members) {
      const other = groupOf.get(name)
      if (other !== undefined) {
        throw new CribaError('invalid', `invalid group: ${group} (column ${name} is in group ${other} too)`)
      }
      if (!namesInScope.has(name)) throw unknownName(`column of group ${group}`, name, [...namesInScope])
      groupOf.set(name, group)
    }
  }
  for (const group of Object.keys(groups)) {
    if (namesInScope.has(group) && groupOf.get(group) !== group) {
      throw new CribaError('invalid', `invalid group: ${group} (a column outside it has that name)`)
    }
  }
  return groupOf
}
