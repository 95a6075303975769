import type { ChosenTask, Workspace } from './workspace.ts'

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
  { target, drop, group, set }: Workspace,
  columns: readonly { readonly name: string }[],
): string | null {
  const known = new Set(columns.map(({ name }) => name))
  return (
    [...[target, group].filter((name) => name !== null), ...set, ...drop].find((name) => !known.has(name)) ??
    null
  )
}

/** The columns that may be chosen: all but the target, those that were dropped and that of the groups of rows. */
export function featuresOf(
  { target, drop, group }: Workspace,
  columns: readonly { readonly name: string }[],
): readonly string[] {
  const others = new Set([target, group, ...drop])
  return columns.flatMap(({ name }) => (others.has(name) ? [] : [name]))
}

/** The target, and the task where it was chosen. */
export function targetSpecOf({ target, task }: Workspace): {
  readonly target?: string
  readonly task?: ChosenTask
} {
  return { ...(target !== null && { target, ...(task !== null && { task }) }) }
}

interface DescribeSpec extends ReturnType<typeof targetSpecOf> {
  readonly drop?: readonly string[]
}

/** What a question about the data begins with. */
export function describeSpecOf(workspace: Workspace): DescribeSpec {
  // A column that was dropped may be the target.
  const drop = workspace.drop.filter((name) => name !== workspace.target)
  return { ...targetSpecOf(workspace), ...(drop.length > 0 && { drop }) }
}

export interface DataSpec extends DescribeSpec {
  readonly group?: string
}

/** What a question about the columns that may be chosen begins with. */
export function dataSpecOf(workspace: Workspace): DataSpec {
  const { group } = workspace
  return { ...describeSpecOf(workspace), ...(group !== null && { group }) }
}

/** The set without a column that may be chosen no more. */
export function withoutColumn({ set }: Workspace, column: string | null): Pick<Workspace, 'set'> {
  return { set: set.filter((name) => name !== column) }
}

/** Another target, of which nothing is said yet. */
export function withTarget(workspace: Workspace, target: string | null): Partial<Workspace> {
  const group = workspace.group === target ? null : workspace.group
  return { ...withoutColumn(workspace, target), target, task: null, group }
}

/** A workspace without the columns that data lack. */
export function within(workspace: Workspace, columns: readonly { readonly name: string }[]): Workspace {
  const known = new Set(columns.map(({ name }) => name))
  const { target, drop, group, set, marks } = workspace
  return {
    ...workspace,
    target: target !== null && known.has(target) ? target : null,
    drop: drop.filter((name) => known.has(name)),
    group: group !== null && known.has(group) ? group : null,
    set: set.filter((name) => known.has(name) && name !== target && name !== group),
    marks: marks.filter((name) => known.has(name)),
  }
}
