/** The greatest ratio of two sums over a set of so many members. */
export interface TraceRatio {
  /** Σ b / Σ w over the best set; infinite where its w are all 0. */
  readonly value: number
  /** The λ by which b − λw puts the members of the best set first. */
  readonly multiplier: number
}

/**
 * The greatest Σ_S b / Σ_S w over the sets S of `size` of the members that may be in it. Each round takes the members with the greatest
 * b − λw, and raises λ to their ratio: the ratio rises until the set stays the same, and then no set has a greater one (Dinkelbach 1967).
 */
export function bestTraceRatio(
  b: ArrayLike<number>,
  w: ArrayLike<number>,
  mayJoin: readonly boolean[],
  size: number,
): TraceRatio {
  const members = Array.from(mayJoin.keys()).filter((i) => mayJoin[i])
  let { value: multiplier } = ratioOf(b, w, members)
  if (!Number.isFinite(multiplier)) return { value: multiplier, multiplier: 0 }
  for (;;) {
    const score = (i: number) => b[i] - multiplier * w[i]
    const best = members.toSorted((i, j) => score(j) - score(i) || i - j).slice(0, size)
    const { value } = ratioOf(b, w, best)
    // Where the best members have no w at all, no greater multiplier would leave the others an order.
    if (!Number.isFinite(value)) return { value, multiplier }
    if (!(value > multiplier)) return { value: multiplier, multiplier }
    multiplier = value
  }
}

function ratioOf(
  b: ArrayLike<number>,
  w: ArrayLike<number>,
  members: readonly number[],
): { readonly value: number } {
  let [above, below] = [0, 0]
  for (const i of members) {
    above += b[i]
    below += w[i]
  }
  return { value: below > 0 ? above / below : above > 0 ? Infinity : 0 }
}
