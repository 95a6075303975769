/**
 * Columns in blocks, each orthonormal in itself, blocks in groups, and a target of variance 1: mean products
 * over the rows of a training set. Several targets are one, below one another, with coordinates for each.
 */
export interface PenalisedSet {
  /** The first coordinate of each block, and how many there are. */
  readonly starts: Uint32Array
  /** The first block of each group, and how many there are. */
  readonly groupStarts: Uint32Array
  /**
   * What the penalty of each block is multiplied with; infinite for a copy of another, and for a block
   * without coordinates.
   */
  readonly factors: Float64Array
  /** What the penalty of each group is multiplied with. */
  readonly groupFactors: Float64Array
  /**
   * The block that each is a copy of; itself where it is none. Whole groups are copies, which share their
   * weight evenly.
   */
  readonly original: Uint32Array
  /** For each group how many equal groups it stands for, itself counted. */
  readonly copies: Float64Array
  /** Mean products of the coordinates, row by row, and with the target. */
  readonly products: Float64Array
  readonly withTarget: Float64Array
  /** The greatest duality gap; the variance of the target is 1. */
  readonly tolerance: number
  /** Held-out rows in the same coordinates; null where none are. */
  readonly heldOut: HeldOutProducts | null
}

/** Sums over held-out rows, with the targets at the first places. */
export interface HeldOutProducts {
  readonly n: number
  /** Of products about their own means, row by row. */
  readonly comoment: Float64Array
  /** Their means, from the means of the training rows. */
  readonly shifts: Float64Array
  /** The unit of each target. */
  readonly units: Float64Array
  /** The variance of the targets in these units over the training rows. */
  readonly variance: number
  /**
   * What the weight of a coordinate, for a target of variance 1, gives places: the first term of each
   * coordinate, and how many there are; the place and the factor of each term. A coordinate has a weight for each
   * target, one after the other.
   */
  readonly terms: Uint32Array
  readonly places: Uint32Array
  readonly factors: Float64Array
}

/** The group of each block. */
export function groupsOfBlocks({ groupStarts }: Pick<PenalisedSet, 'groupStarts'>): Uint32Array {
  const groups = new Uint32Array(groupStarts[groupStarts.length - 1])
  for (let group = 1; group < groupStarts.length; group++) {
    groups.fill(group - 1, groupStarts[group - 1], groupStarts[group])
  }
  return groups
}

/** The weights of originals that stand for their copies. */
export function collapsed(set: PenalisedSet, weights: Float64Array): Float64Array {
  const { starts, original, copies } = set
  const groups = groupsOfBlocks(set)
  const collapsed = weights.slice()
  original.forEach((of, block) => {
    const factor = of === block ? copies[groups[block]] : 0
    for (let i = starts[block]; i < starts[block + 1]; i++) collapsed[i] *= factor
  })
  return collapsed
}

/** The weights of originals shared evenly with their copies. */
export function expanded(set: PenalisedSet, weights: Float64Array): Float64Array {
  const { starts, original, copies, products } = set
  const groups = groupsOfBlocks(set)
  const width = weights.length
  const shared = new Float64Array(width)
  original.forEach((of, block) => {
    const count = copies[groups[of]]
    for (let i = starts[block]; i < starts[block + 1]; i++) {
      if (of === block) shared[i] = weights[i] / count
      else
        for (let j = starts[of]; j < starts[of + 1]; j++)
          shared[i] += (products[i * width + j] * weights[j]) / count
    }
  })
  return shared
}

/**
 * Finds the groups whose blocks span the same, one by one, as those of a group before. `firstOfSpan`: for
 * each block the first that spans the same.
 */
export function copiesOfGroups(
  { starts }: Pick<PenalisedSet, 'starts'>,
  groupStarts: Uint32Array,
  firstOfSpan: Uint32Array,
): Pick<PenalisedSet, 'original' | 'copies'> {
  const original = Uint32Array.from(firstOfSpan.keys())
  const copies = new Float64Array(groupStarts.length - 1).fill(1)
  if (firstOfSpan.every((first, block) => first === block)) return { original, copies }
  const groupOf = groupsOfBlocks({ groupStarts })
  const blocksBySpan = new Map<string, readonly number[]>()
  for (let group = 0; group < copies.length; group++) {
    const blocks = original
      .slice(groupStarts[group], groupStarts[group + 1])
      .filter((block) => starts[block + 1] > starts[block])
    const sorted = [...blocks].sort((a, b) => firstOfSpan[a] - firstOfSpan[b] || a - b)
    const spans = sorted.map((block) => firstOfSpan[block]).join()
    const first = blocksBySpan.get(spans)
    if (sorted.length === 0) continue
    if (!first) blocksBySpan.set(spans, sorted)
    else {
      copies[groupOf[first[0]]]++
      sorted.forEach((block, i) => (original[block] = first[i]))
    }
  }
  return { original, copies }
}

/** A penalty for a target of variance 1: what norms are multiplied with, and squares. */
export interface ScaledPenalty {
  readonly norms: number
  readonly squares: number
}

/** Weights at a penalty. */
export interface PathPoint {
  readonly weights: Float64Array
  /** The mean squared residual. */
  readonly residual: number
  /**
   * A bound of the distance to the optimum: the duality gap; for `bridge` the greatest slope of the
   * objective.
   */
  readonly gap: number
}

/**
 * Where a path ends before its last penalty: where `most` blocks of coordinates are in or were, `entered` of
 * them before.
 */
export interface PathEnd {
  readonly most: number
  readonly entered: readonly number[]
}

/** Fits one penalty after the other, from the greatest on. */
export type PathSolver = (penalty: ScaledPenalty) => PathPoint
