import type { Question } from './answers.svelte.ts'
import type { Studio } from './studio.svelte.ts'

/**
 * The score of the set on held-out rows: a selection that keeps exactly these columns in every fold and finds no gain large
 * enough for another, so that the folds, the learner and all columns are those of any other evidence.
 */
export function setQuestion(studio: Studio): Question<'select'> | null {
  const { set, target } = studio.workspace
  if (set.length === 0 || target === null || !studio.opened) return null
  const keep = [...set].sort()
  return ['select', { ...studio.dataSpec, keep, stop: 'gain:1e9', evidence: true }]
}
