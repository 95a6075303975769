import type { Truth } from '../trace/comparison.ts'

/** The share of the true columns that were chosen, how many others were, and whether the sets are equal. */
export function truthShare(chosen: readonly string[], truth: readonly string[]): Omit<Truth, 'splits'> {
  const isTrue = new Set(truth)
  const right = chosen.filter((name) => isTrue.has(name)).length
  const wrong = chosen.length - right
  return { share: right / isTrue.size, wrong, exact: wrong === 0 && right === isTrue.size }
}
