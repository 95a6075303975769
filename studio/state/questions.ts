import type { SelectResult } from '#core'
import type { Question } from './answers.svelte.ts'
import { firstOfPathQuestion, pathQuestion } from './path.ts'
import type { Studio } from './studio.svelte.ts'

/**
 * The relevance of all columns, by which those of a map and of a landscape are chosen: as the ranking asks
 * it.
 */
export function relevanceQuestion({ opened, workspace, dataSpec }: Studio): Question<'rank'> | null {
  if (!opened || workspace.target === null) return null
  return ['rank', { ...dataSpec, by: ['mutual-information'] }]
}

/** The set as the first `k` columns of the path that was found. */
interface SetOnPath {
  readonly result: SelectResult & Required<Pick<SelectResult, 'evidence'>>
  readonly k: number
  /** Whether these are all that the path chose. */
  readonly isWhole: boolean
  /** The held-out score of the first k columns, each fold with a path of its own. */
  readonly score: { readonly mean: number; readonly sd: number | null }
}

/**
 * Where the set is just what the path chose, or its first columns: then its score is that of a selection
 * which was repeated without the rows of each fold.
 */
export function setOnPath(studio: Studio): SetOnPath | null {
  const { set } = studio.workspace
  const question = set.length > 0 ? pathQuestion(studio) : null
  const result = question && studio.known(question)?.value
  if (!result?.evidence) return null
  const { selected, evidence } = result
  const k = set.length
  const first = new Set(selected.slice(0, k))
  if (k > selected.length || !set.every((name) => first.has(name))) return null
  const isWhole = k === selected.length
  const score = isWhole ? evidence.selected : evidence.sizes?.scores.find(({ columns }) => columns === k)
  return score ? { result: { ...result, evidence }, k, isWhole, score } : null
}

/**
 * The score of the set on held-out rows: a selection that starts with exactly these columns in every fold and
 * ends there, so that the folds, the learner and all columns are those of any other evidence. Where the set
 * is on the path, the selection of so many columns; null where that is known.
 */
export function setQuestion(studio: Studio): Question<'select'> | null {
  const { set, target } = studio.workspace
  if (set.length === 0 || target === null || !studio.opened) return null
  const path = setOnPath(studio)
  if (path) return path.isWhole ? null : firstOfPathQuestion(studio, path.result, path.k)
  return ['select', { ...studio.dataSpec, startFrom: [...set].sort(), k: set.length, evidence: true }]
}
