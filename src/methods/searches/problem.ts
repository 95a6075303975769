import type { CribaError, Family, PSource } from '#core'
import type { Because, NullHypothesis, NullTest } from '../stops/halt.ts'

/* The interface between searches and data: candidates by number, and their merits; greater is always
   better. */

/** The merit of each candidate given the selected ones. */
export interface Evaluation {
  /**
   * NaN for a candidate without a score, selected or excluded. Merits outside the best ones requested may be
   * upper bounds.
   */
  readonly merit: Float64Array
  /** Orders equal merits, the greatest first. */
  readonly tieOrder?: Float64Array
  /**
   * How much the merit of the selected would rise; the sum of the gains along a path compares paths of one
   * length.
   */
  readonly gain: Float64Array
  /** Which candidates the criterion itself chooses, where it does. */
  readonly chosen?: Uint8Array
}

/** The candidates of a search that adds some to the selected ones. */
export interface Candidates {
  /** How many candidates there are. */
  readonly size: number
  /**
   * Evaluates the candidates that are neither selected nor excluded; the best `places` merits are exact, by
   * default 2.
   */
  evaluate(selected: readonly number[], excluded?: ReadonlySet<number>, places?: number): Promise<Evaluation>
  /** Scores some candidates as if there were no others; absent where the others change no score. */
  evaluateAmong?(remaining: readonly number[]): Promise<Evaluation>
  /**
   * Tests of independence from the target, where the criterion is an information of levels: for each question
   * one of each candidate.
   */
  independence?(questions: readonly IndependenceQuestion[]): Promise<readonly (readonly IndependenceTest[])[]>
  /** The p-value of each single candidate, as accurate as a cut at a false discovery rate needs it. */
  pValues(rate: number): Promise<readonly PValueEstimate[]>
  /** The merit of the selected candidates, where sets have merits. */
  meritOf?(selected: readonly number[]): Promise<number>
}

/** Candidates, and what a stop may ask about those that would join. */
export interface StepProblem extends Candidates {
  /**
   * The gain of candidates that would join together, given the selected ones, and its null distribution;
   * `rivals` gives all candidates that could join. Null where there is nothing to permute.
   */
  test(
    selected: readonly number[],
    joining: readonly number[],
    hypothesis: NullHypothesis,
    rivals: () => readonly number[],
  ): Promise<NullTest | null>
  /** The partial F of candidates that would join together, where the criterion is a linear fit. */
  readonly partialF?: (selected: readonly number[], joining: readonly number[]) => Promise<PartialFTest>
}

/** A problem for searches over sets of candidates. */
export interface SubsetProblem {
  readonly size: number
  /**
   * The number of members of the smallest set: 1, or 0 where every set also contains kept columns, or none
   * have a merit.
   */
  readonly least: number
  /** The merit of no columns, from which the gain of the first column is measured. */
  readonly ofNone: number
  /** The merit of each set, in the family's order; NaN where it has none. */
  merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array>
  /** Their merits by a second criterion, where the Pareto front of two is requested. */
  secondMerits?(sets: Family<number>): Promise<Float64Array>
  /** The partial F of the larger set of each pair beside the smaller, where the criterion is a linear fit. */
  readonly partialFs?: (pairs: readonly SetPair[]) => Promise<readonly PartialFTest[]>
  /** Merits never fall as columns join, so only a test of the gains can end a search. */
  readonly isMonotone?: boolean
}

/** A set of candidates within a larger one. */
export interface SetPair {
  readonly smaller: readonly number[]
  readonly larger: readonly number[]
}

/** A partial F and its p-value; NaN where the larger fit leaves no degrees of freedom. */
export interface PartialFTest {
  readonly f: number
  readonly pValue: number
  /** The logarithm of the p-value, also where that is too small for a double. */
  readonly lnP: number
}

/**
 * G² scaled to its exact mean, G² as it is, Fisher's z of the partial correlation of numbers, or local permutations of
 * information by neighbours.
 */
export const independenceTests = ['scaled', 'g2', 'fisher-z', 'cmi-knn'] as const
export type IndependenceTestName = (typeof independenceTests)[number]

/** Some candidates, each of which is tested for independence from the target given others. */
export interface IndependenceQuestion {
  readonly given: readonly number[]
  readonly candidates: readonly number[]
  /** `scaled` where it is not said. */
  readonly test?: IndependenceTestName
}

/** The test of one candidate. */
export interface IndependenceTest {
  /** What it tells of the target beside those given. */
  readonly bits: number
  readonly pValue: number
  /** The logarithm of the p-value, also where that is too small for a double. */
  readonly lnP: number
  /** Why there are too few rows for the test; null where there are enough. */
  readonly lacking: string | null
  readonly by: PSource
}

/** A p-value with its origin. */
export interface PValueEstimate {
  /** NaN where it is not known. */
  readonly pValue: number
  readonly by: PSource
  /** The p-value of a fitted distribution is accurate within this factor. */
  readonly within?: number
}

/** The addition or removal of one candidate. */
export interface Move {
  readonly action: 'add' | 'remove'
  readonly candidate: number
  readonly merit: number
  /** The second best candidate, if there was one. */
  readonly runnerUp: number | null
  /** The difference to its merit; 0 for a tie. */
  readonly gap: number
  readonly tie: boolean
  /** The p-value, its origin, and the factor within which it is accurate. */
  readonly pValue?: number
  readonly by?: PSource
  readonly within?: number
  /** The p-value corrected for the number of all candidates. */
  readonly qValue?: number
  /** The partial F of the candidate, of a linear fit. */
  readonly f?: number
}

/** A candidate that was the best but did not join. */
export interface SetAsideCandidate {
  readonly candidate: number
  readonly because: Because
  /** Absent where there were too few rows for a test. */
  readonly pValue?: number
  /** It is significant by itself, but not among so many candidates. */
  readonly isUndecided?: boolean
  /** The candidates given which it was tested, or was to be, for independence from the target. */
  readonly given?: readonly number[]
  /** Why it could not be tested. */
  readonly lacking?: string
}

/** The state of a search: the best selection so far, and the last move. */
export interface Position {
  readonly selected: readonly number[]
  /** NaN where no candidate is selected. */
  readonly merit: number
  readonly move?: Move
  readonly setAside?: SetAsideCandidate
  /** The best sets at the time of the call, best first. */
  readonly best?: () => readonly ScoredMembers[]
  /** The point from which an interrupted search can be resumed. */
  readonly bookmark?: () => Bookmark
}

/** The progress of an interrupted search, as plain data. */
export interface Bookmark {
  readonly done: number
  readonly sets: readonly (readonly number[])[]
  /** How many other sets were tied with the best. */
  readonly tied: number
}

/** The end of a search. */
export interface Ending {
  /** The reason. */
  readonly stopped: string
  /** The error that ended it, if a server could not be reached. */
  readonly failure?: CribaError
  /** The best sets, best first. */
  readonly best?: readonly ScoredMembers[]
  /** How many other sets are tied with the best. */
  readonly tied?: number
  /** Of candidates that were selected, how many of their tests of independence lacked rows. */
  readonly untested?: readonly UntestedCandidate[]
}

/** A candidate some tests of which lacked rows. */
export interface UntestedCandidate {
  readonly candidate: number
  readonly lacking: number
  readonly tests: number
}

/** A set of candidates and its merit. */
export interface ScoredMembers {
  readonly members: readonly number[]
  readonly merit: number
  /** The merit by a second criterion, where there is one. */
  readonly other?: number
  /** It is in the Pareto front of both, where other sets are listed too. */
  readonly front?: true
}
