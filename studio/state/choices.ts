import type { Studio } from './studio.svelte.ts'
import { withoutColumn, withTarget } from './workspace-columns.ts'

/* What columns are for: the target, and groups of rows. */

/** Makes a column the target, or none. */
export function chooseTarget(studio: Studio, target: string | null): void {
  studio.change(withTarget(studio.workspace, target))
  if (target !== null) studio.said = studio.texts.data.isTarget(target)
}

/** Keeps the rows of each level of a column together, or of none. */
export function chooseGroup(studio: Studio, group: string | null): void {
  studio.change({ ...withoutColumn(studio.workspace, group), group })
  const { isGroup, noGroup } = studio.texts.data
  studio.said = group === null ? noGroup : isGroup(group)
}
