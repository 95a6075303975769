import type { Target } from './target-part.ts'

/** The columns of a target. */
export function targetNames(target: Target | null | undefined): readonly string[] {
  return [target ?? []].flat()
}

/** A target in words: `species, island`. */
export function targetInText(target: Target): string {
  return targetNames(target).join(', ')
}
