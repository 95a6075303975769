/** Indices of variables: the axes of a contingency table, or the variables of a criterion. */
export type Axes = readonly number[]

/** The joint entropy of the variables at `axes`, multiplied by `times`. */
export interface Term {
  readonly axes: Axes
  readonly times: number
}

/**
 * A linear combination of entropies of sets of variables, independent of their estimator. Each set occurs
 * once, its axes ascending; the entropy of no variables is 0 and left out.
 */
export interface Quantity {
  readonly terms: readonly Term[]
  /** It is 0 or more by definition, so values below 0 are rounding and become 0. */
  readonly neverNegative: boolean
}

/** H[X]. */
export function entropyOf(x: Axes): Quantity {
  return quantity([h(x)], true)
}

/** H[Y|X] = H[X,Y] − H[X] (S1 eq 3). */
export function conditionalEntropy(y: Axes, given: Axes): Quantity {
  return quantity([h([...y, ...given]), minus(h(given))], true)
}

/** I[X;Y] = H[X] + H[Y] − H[X,Y], of two variables or two sets (S1 eq 4, 6). */
export function mutualInformation(x: Axes, y: Axes): Quantity {
  return multiInformation([x, y])
}

/** I[X;Y|Z] = H[X,Z] + H[Y,Z] − H[X,Y,Z] − H[Z] (S1 eq 10). */
export function conditionalMutualInformation(x: Axes, y: Axes, given: Axes): Quantity {
  const terms = [h([...x, ...given]), h([...y, ...given]), minus(h([...x, ...y, ...given])), minus(h(given))]
  return quantity(terms, true)
}

/** Multi-information or total correlation, ΣH[X_i] − H[X_1, …, X_k] (S1 eq 5; Watanabe 1960). */
export function multiInformation(parts: readonly Axes[]): Quantity {
  return quantity([...parts.map(h), minus(h(parts.flat()))], true)
}

/**
 * Co-information Σ_M (−1)^(|M|+1) H[X_M] over the non-empty sets M of parts (McGill 1954; Fano 1961): for two
 * parts their mutual information, for three the negative of their interaction; it has either sign.
 */
export function coInformation(parts: readonly Axes[]): Quantity {
  let terms: Term[] = []
  for (const part of parts) {
    terms = [
      ...terms,
      h(part),
      ...terms.map(({ axes, times }) => ({ axes: [...axes, ...part], times: -times })),
    ]
  }
  return quantity(terms, false)
}

/** I[C;Y|X] − I[C;Y]: above 0 synergy of X and Y about C, below 0 redundancy (S1 section 3.1). */
export function interaction(target: Axes, x: Axes, y: Axes): Quantity {
  const apart = mutualInformation(target, y).terms.map(minus)
  return quantity([...conditionalMutualInformation(target, y, x).terms, ...apart], false)
}

/** H[X_1], H[X_2|X_1], H[X_3|X_1,X_2], …: they add up to H[X_1, …, X_k] (S1 eq 12). */
export function entropyChain(order: readonly Axes[]): readonly Quantity[] {
  return order.map((x, i) => conditionalEntropy(x, order.slice(0, i).flat()))
}

/** I[C;X_1], I[C;X_2|X_1], I[C;X_3|X_1,X_2], …: they add up to I[C;X_1, …, X_k] (S1 eq 14). */
export function informationChain(target: Axes, order: readonly Axes[]): readonly Quantity[] {
  return order.map((x, i) => conditionalMutualInformation(target, x, order.slice(0, i).flat()))
}

function h(axes: Axes): Term {
  return { axes, times: 1 }
}

function minus({ axes, times }: Term): Term {
  return { axes, times: -times }
}

function quantity(terms: readonly Term[], neverNegative: boolean): Quantity {
  const sets = new Map<string, Term>()
  for (const { axes, times } of terms) {
    const set = [...new Set(axes)].sort((a, b) => a - b)
    const key = set.join()
    sets.set(key, { axes: set, times: (sets.get(key)?.times ?? 0) + times })
  }
  return {
    terms: [...sets.values()].filter(({ axes, times }) => axes.length > 0 && times !== 0),
    neverNegative,
  }
}
