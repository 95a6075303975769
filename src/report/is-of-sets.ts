import type { SelectResult } from '../trace/selection.ts'

/** Whether whole sets were looked at, with no way from one to the next. */
export function isOfSets({ steps, selected, landscape }: SelectResult): boolean {
  return landscape !== undefined || (steps.length === 0 && selected.length > 0)
}
