import { BestSets, sortBestFirst, compareMaskedSets } from './best-sets.ts'
import type { MaskedSet } from './best-sets.ts'
import { ParetoFront } from './pareto-front.ts'

/** The best sets by the first of two merits, and the Pareto front of both, whose sets are marked. */
export class BestWithFront {
  readonly #best: BestSets
  readonly #front = new ParetoFront()

  constructor(most: number) {
    this.#best = new BestSets(most)
  }

  /** That of the front: of sets tied by the first merit the best by the second. */
  get first(): MaskedSet | null {
    return this.#front.first
  }

  get tied(): number {
    return this.#best.tied
  }

  /** Continues from the sets and the number of ties kept by an earlier run. */
  resume(sets: readonly MaskedSet[], tied: number): void {
    this.#best.resume(sets, tied)
    this.#front.resume(sets)
  }

  /** Adds a set that has both merits. */
  add(set: MaskedSet): void {
    if (Number.isNaN(set.merit) || Number.isNaN(set.other)) return
    this.#best.add(set)
    this.#front.add(set)
  }

  kept(): readonly MaskedSet[] {
    return withFront(this.#best.kept(), this.#front.kept())
  }

  /** The best sets and those of the front, best first. */
  inOrder(): readonly MaskedSet[] {
    const front = this.#front.inOrder()
    const inFront = new Set(front.map(({ mask }) => mask))
    const sets = sortBestFirst(
      withFront(this.#best.inOrder(), front),
      ({ merit }) => merit,
      compareMaskedSets,
    )
    return sets.map((set) => (inFront.has(set.mask) ? { ...set, front: true as const } : set))
  }
}

/** Sets, and those of the front that are not among them. */
function withFront(sets: readonly MaskedSet[], front: readonly MaskedSet[]): readonly MaskedSet[] {
  const known = new Set(sets.map(({ mask }) => mask))
  return [...sets, ...front.filter(({ mask }) => !known.has(mask))]
}
