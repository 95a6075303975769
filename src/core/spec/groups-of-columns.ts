import { CribaError } from './error.ts'
import { namesIn, part } from './part-kinds.ts'

/** The columns of each group, by its name. */
export type GroupsOfColumns = Readonly<Record<string, readonly string[]>>

/** The part of a spec that has groups of columns. */
export function groupsOfColumns(help: string) {
  return part(
    {
      default: {},
      flag: '--groups <file>',
      help: `${help}: a CSV file of feature,group, or JSON`,
      description: 'The columns of each group, by its name.',
    },
    (_, given: GroupsOfColumns | null | undefined) => settleGroupsOfColumns(given ?? {}),
    { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  )
}

function settleGroupsOfColumns(groups: GroupsOfColumns): GroupsOfColumns {
  for (const [name, members] of Object.entries(groups)) {
    if (!namesIn(`group ${name}`, members)) {
      throw new CribaError('invalid', `invalid group ${name}: ${String(members)} (needs a list)`)
    }
  }
  return groups
}
