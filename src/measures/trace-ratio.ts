/**
 * The λ by which b − λw puts the `size` members with the greatest Σ b / Σ w first, among those that may be in the set. Each round takes
 * the members with the greatest b − λw, and raises λ to their ratio: it rises until the set stays the same, and then no set has a
 * greater one (Dinkelbach 1967). Where the w of the best set are all 0 its ratio is infinite, and λ the last one that found it.
 */
export function traceMultiplier(
  b: ArrayLike<number>,
  w: ArrayLike<number>,
  mayJoin: readonly boolean[],
  size: number,
): number {
  const members = Array.from(mayJoin.keys()).filter((i) => mayJoin[i])
  const ratioOf = (set: readonly number[]) => {
    const within = set.reduce((sum, i) => sum + w[i], 0)
    return within > 0 ? set.reduce((sum, i) => sum + b[i], 0) / within : Infinity
  }
  let multiplier = ratioOf(members)
  // Without any w the order is that of b.
  if (multiplier === Infinity) return 0
  for (;;) {
    const score = (i: number) => b[i] - multiplier * w[i]
    const ratio = ratioOf(members.toSorted((i, j) => score(j) - score(i) || i - j).slice(0, size))
    if (!(ratio > multiplier) || ratio === Infinity) return multiplier
    multiplier = ratio
  }
}
