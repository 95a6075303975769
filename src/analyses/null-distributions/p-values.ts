/** Counts, for each of some statistics, the permutations whose statistic is at least as good. */
interface Exceedances {
  add(place: number, permutation: number): void
  pValues(): Float64Array
}

/**
 * The exceedances of permutations 1 to `permutations`, of which number i is of kind i mod `kinds`. p is (1 +
 * exceedances) / (1 + permutations) of the kind for which it is largest, so it holds where one of the kinds
 * keeps what the null hypothesis leaves.
 */
export function exceedancesOf(places: number, permutations: number, kinds: number): Exceedances {
  const all = Array.from({ length: kinds }, (_, kind) => ({
    counts: new Float64Array(places),
    drawn: Math.floor((permutations + kinds - kind) / kinds) - Number(kind === 0),
  }))
  return {
    add: (place, permutation) => {
      all[permutation % kinds].counts[place]++
    },
    pValues: () =>
      Float64Array.from({ length: places }, (_, place) =>
        Math.max(...all.map(({ counts, drawn }) => (1 + counts[place]) / (1 + drawn))),
      ),
  }
}

/** A p-value in a message; one that underflows is not shown as 0. */
export function pInWords(p: number): string {
  return p === 0 ? 'p < 1e-307' : `p = ${p.toPrecision(2)}`
}
