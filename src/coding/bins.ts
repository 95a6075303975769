/**
 * As many bins as leave five rows a cell in the widest table a step asks for: bins² × classes, or bins³ for a numeric
 * target; at least 2, at most 10.
 */
export function defaultBins(n: number, classes: number | null): number {
  const fits = (bins: number) => bins * bins * (classes ?? bins) * 5 <= n
  let bins = 2
  while (bins < 10 && fits(bins + 1)) bins++
  return bins
}
