/** How chosen columns compare with the true ones. */
export interface TruthShare {
  /** |S ∩ T| / |T|, which ignores wrong columns. */
  readonly share: number
  /** |S ∖ T|. */
  readonly wrong: number
  readonly exact: boolean
}

/** The share of the true columns that were chosen, how many others were, and whether the sets are equal. */
export function truthShare(chosen: readonly string[], truth: readonly string[]): TruthShare {
  const isTrue = new Set(truth)
  const right = chosen.filter((name) => isTrue.has(name)).length
  const wrong = chosen.length - right
  return { share: right / isTrue.size, wrong, exact: wrong === 0 && right === isTrue.size }
}
