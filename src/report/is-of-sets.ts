import type { SelectResult } from '../trace/selection.ts'

/** Whether a selection is told by sets, with no path or with a landscape beside it. */
export function isOfSets({ steps, selected, landscape }: SelectResult): boolean {
  return landscape !== undefined || (steps.length === 0 && selected.length > 0)
}
