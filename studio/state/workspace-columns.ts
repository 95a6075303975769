import type { Workspace } from './workspace.ts'

/* The columns of a workspace: those that are chosen, marked and dropped, and those that the data have. */

/** The marks after one more: alone, or besides others. */
export function markedWith(marks: readonly string[], name: string, isMore: boolean): readonly string[] {
  if (isMore) return toggled(marks, name)
  return marks.length === 1 && marks[0] === name ? [] : [name]
}

/** A list with a name in it, or without it if it was there. */
export function toggled(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
}

/** A column that a workspace names and data lack; null where they have all. */
export function columnLacking(
  { target, drop, set }: Workspace,
  columns: readonly { readonly name: string }[],
): string | null {
  const known = new Set(columns.map(({ name }) => name))
  return [...(target === null ? [] : [target]), ...set, ...drop].find((name) => !known.has(name)) ?? null
}

/** The columns that may be chosen: all but the target and those that were dropped. */
export function featuresOf(
  { target, drop }: Workspace,
  columns: readonly { readonly name: string }[],
): readonly string[] {
  const others = new Set([target, ...drop])
  return columns.flatMap(({ name }) => (others.has(name) ? [] : [name]))
}

/** What every question about columns begins with. */
export function dataSpecOf({ target, drop }: Workspace): {
  readonly target?: string
  readonly drop?: readonly string[]
} {
  // A column that was dropped may be the target.
  const others = drop.filter((name) => name !== target)
  return { ...(target !== null && { target }), ...(others.length > 0 && { drop: others }) }
}

/** A workspace without the columns that data lack. */
export function within(workspace: Workspace, columns: readonly { readonly name: string }[]): Workspace {
  const known = new Set(columns.map(({ name }) => name))
  const { target, drop, set, marks } = workspace
  return {
    ...workspace,
    target: target !== null && known.has(target) ? target : null,
    drop: drop.filter((name) => known.has(name)),
    set: set.filter((name) => known.has(name) && name !== target),
    marks: marks.filter((name) => known.has(name)),
  }
}
