import { joinVariables, membersOf, singles, variablesOf } from '#core'
import type {
  Entropies,
  EntropyRequest,
  Family,
  MomentsOfFamily,
  MomentsRequest,
  Variable,
  View,
} from '#core'
import { correlations } from '../../measures/correlation.ts'
import { bitsOf } from '../../measures/estimators.ts'
import type { Gaps, RankScores } from '../../shapes/criterion.ts'

/**
 * The variables of a family and the pairs of them that stand in one of its sets, each once, by their places.
 */
export interface PairsOfSets {
  readonly variables: readonly Variable[]
  readonly first: readonly number[]
  readonly second: readonly number[]
  /** The number of the pair of two variables, by their places in either order. */
  readonly pairOf: (a: number, b: number) => number
}

/** Finds the distinct pairs of a family; a lattice has all of them. */
export function pairsOfSets(sets: Family): PairsOfSets {
  const variables = [...variablesOf(sets)]
  const places = new Map(variables.map((variable, place) => [variable, place]))
  const first: number[] = []
  const second: number[] = []
  // A row of numbers for the greater place of a pair, made when it is met: 1 more than the pair's number, 0
  // for none.
  const known: (Int32Array | undefined)[] = []
  const meet = (a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a]
    const row = (known[high] ??= new Int32Array(high))
    if (row[low] > 0) return
    first.push(low)
    second.push(high)
    row[low] = first.length
  }
  if ('of' in sets) variables.forEach((_, b) => variables.slice(0, b).forEach((__, a) => meet(a, b)))
  else {
    for (const set of membersOf(sets)) {
      const members = set.map((variable) => places.get(variable)!)
      members.forEach((b, i) => members.slice(0, i).forEach((a) => meet(a, b)))
    }
  }
  return { variables, first, second, pairOf: (a, b) => (a < b ? known[b]![a] : known[a]![b]) - 1 }
}

/** Which entropies are asked for besides those of each column and the target. */
export interface RequestedPairs {
  readonly pairs: boolean
  /** Those of pairs together with the target. */
  readonly conditional: boolean
}

/**
 * What criteria of pairs ask for, once for a family: H(X), H(Y), H(X,Y) of each column, H(X_i,X_j) and
 * H(X_i,X_j,Y) of each pair, all over the rows that have a target; of pairs with gaps also what is of fewer
 * columns, over the rows of the pair.
 */
export function pairEntropyNeeds(
  sets: Family,
  target: Variable,
  asked: RequestedPairs,
  view: View,
  gaps?: Gaps['gaps'],
): readonly EntropyRequest[] {
  const found = pairsOfSets(sets)
  const { variables, first, second } = found
  const withTarget: Family = { base: [target], each: variables }
  const pairs: Family =
    'of' in sets
      ? { of: variables, sizes: [2, 2] }
      : { list: first.map((a, pair) => [variables[a], variables[second[pair]]]) }
  const pairsWithTarget = joinVariables(pairs, [target])
  const alone = [target]
  const targets = { list: variables.map(() => alone) }
  const isAsked = first.length > 0
  return [
    { kind: 'entropy', family: singles(variables), within: withTarget, view },
    { kind: 'entropy', family: targets, within: withTarget, view },
    { kind: 'entropy', family: withTarget, view },
    ...(isAsked && asked.pairs
      ? [{ kind: 'entropy', family: pairs, within: pairsWithTarget, view } as const]
      : []),
    ...(isAsked && asked.conditional ? [{ kind: 'entropy', family: pairsWithTarget, view } as const] : []),
    ...gapPairNeeds(found, pairsWithGaps(found, gaps), target, asked, view),
  ]
}

/** The pairs of which a column has gaps, by their numbers: their terms are over rows of their own. */
export function pairsWithGaps(
  { variables, first, second }: PairsOfSets,
  gaps: Gaps['gaps'],
): readonly number[] {
  if (!gaps) return []
  const isOpen = variables.map((variable) => gaps.has(variable))
  return first.flatMap((a, pair) => (isOpen[a] || isOpen[second[pair]] ? [pair] : []))
}

/**
 * H(X_i), H(X_j) of such pairs, and where the target counts H(X_i,Y), H(X_j,Y), H(Y), over the rows complete
 * in X_i, X_j, Y.
 */
function gapPairNeeds(
  { variables, first, second }: PairsOfSets,
  own: readonly number[],
  target: Variable,
  { pairs, conditional }: RequestedPairs,
  view: View,
): readonly EntropyRequest[] {
  if (own.length === 0 || (!pairs && !conditional)) return []
  const [a, b] = [first, second].map((places) => own.map((pair) => variables[places[pair]]))
  const within = { list: a.map((variable, i) => [target, variable, b[i]]) }
  const alone = [target]
  const families = [
    singles(a),
    singles(b),
    ...(conditional
      ? [joinVariables(singles(a), alone), joinVariables(singles(b), alone), { list: a.map(() => alone) }]
      : []),
  ]
  return families.map((family) => ({ kind: 'entropy', family, within, view }))
}

/**
 * What was answered of such pairs: of both columns together, with the target, and what `ownPairNeeds` asked
 * for.
 */
interface GapPairAnswers {
  readonly joint: Entropies | undefined
  readonly triples: Entropies | undefined
  readonly own: readonly Entropies[]
}

/** The terms of pairs, those of such pairs over their own rows. */
export function overPairRows(
  { redundancy, conditional }: TermsOfPairs,
  pairs: readonly number[],
  { joint, triples, own: [a, b, ay, by, y] }: GapPairAnswers,
): Pick<TermsOfPairs, 'redundancy' | 'conditional' | 'pairRows'> {
  const [shared, given] = [redundancy.slice(), conditional.slice()]
  const rows = new Float64Array(Math.max(shared.length, given.length)).fill(Infinity)
  pairs.forEach((pair, i) => {
    if (joint) shared[pair] = bitsOf([a, i, 1], [b, i, 1], [joint, pair, -1])
    if (triples) given[pair] = bitsOf([ay, i, 1], [by, i, 1], [triples, pair, -1], [y, i, -1])
    if (a) rows[pair] = a.n[i]
  })
  return { redundancy: shared, conditional: given, pairRows: rows }
}

/** What a criterion of pairs makes the merit of a set from. */
export interface SetSums {
  readonly size: number
  /** Σ over its columns of what each shares with the target. */
  readonly relevance: number
  /** Σ over its pairs, each once, of what the two share. */
  readonly redundancy: number
  /** Σ over its pairs, each once, of what the two share where the target is known. */
  readonly conditional: number
}

/**
 * The terms of a family: of each column, and of each pair in the order of `pairs`; empty where not asked for.
 */
export interface TermsOfPairs {
  /** Total weight of the rows behind each column. */
  readonly n: Float64Array
  readonly relevance: Float64Array
  readonly redundancy: Float64Array
  readonly conditional: Float64Array
  /** Total weight of the rows behind each pair, where those are not the rows of its columns. */
  readonly pairRows?: Float64Array
}

/**
 * The sums of each set of a family, made into merits; the weight of its rows is the least of a column, or a
 * pair.
 */
export function sumPairs(
  sets: Family,
  { variables, pairOf }: PairsOfSets,
  { n, relevance, redundancy, conditional, pairRows }: TermsOfPairs,
  merit: (sums: SetSums) => number,
): RankScores {
  const places = new Map(variables.map((variable, place) => [variable, place]))
  const [isRedundant, isConditional] = [redundancy.length > 0, conditional.length > 0]
  const score: number[] = []
  const rows: number[] = []
  for (const set of membersOf(sets)) {
    const members = set.map((variable) => places.get(variable)!)
    const sums = { size: members.length, relevance: 0, redundancy: 0, conditional: 0 }
    let least = Infinity
    for (let i = 0; i < members.length; i++) {
      sums.relevance += relevance[members[i]]
      least = Math.min(least, n[members[i]])
      for (let j = 0; (isRedundant || isConditional) && j < i; j++) {
        const pair = pairOf(members[i], members[j])
        if (isRedundant) sums.redundancy += redundancy[pair]
        if (isConditional) sums.conditional += conditional[pair]
        if (pairRows) least = Math.min(least, pairRows[pair])
      }
    }
    score.push(merit(sums))
    rows.push(least)
  }
  return { n: Float64Array.from(rows), score: Float64Array.from(score) }
}

/**
 * What |ρ| of each column with the target and of each pair ask for, each over the rows complete in its own
 * columns.
 */
export function correlationNeeds(
  { variables, first, second }: PairsOfSets,
  target: Variable,
  view: View,
): readonly MomentsRequest[] {
  const ofTarget = { base: [target], each: variables }
  const pairs = { list: first.map((a, pair) => [variables[a], variables[second[pair]]]) }
  const families = first.length > 0 ? [ofTarget, pairs] : [ofTarget]
  return families.map((family) => ({ kind: 'moments', family, of: 'values', view }))
}

/**
 * |ρ| of each column with the target and of each pair; `unsquarable` are columns, and −1 the target, too
 * large to square.
 */
export function correlationTerms(
  [ofTarget, ofPairs]: readonly MomentsOfFamily[],
  { first, second }: PairsOfSets,
): TermsOfPairs & { readonly pairRows: Float64Array; readonly unsquarable: ReadonlySet<number> } {
  const [alone, pairs] = [correlations(ofTarget), ofPairs ? correlations(ofPairs) : []]
  const unsquarable = new Set<number>()
  alone.forEach(({ unsquarable: variable }, i) => {
    if (variable !== undefined) unsquarable.add(variable === 0 ? -1 : i)
  })
  pairs.forEach(({ unsquarable: variable }, pair) => {
    if (variable !== undefined) unsquarable.add((variable === 0 ? first : second)[pair])
  })
  const sizes = (of: readonly { readonly rho: number }[]) => Float64Array.from(of, ({ rho }) => Math.abs(rho))
  return {
    n: Float64Array.from(alone, ({ n }) => n),
    relevance: sizes(alone),
    redundancy: sizes(pairs),
    conditional: new Float64Array(0),
    pairRows: Float64Array.from(pairs, ({ n }) => n),
    unsquarable,
  }
}
