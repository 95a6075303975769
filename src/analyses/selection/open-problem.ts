import type { Warning } from '#core'
import { driveSets, driveSteps } from '#methods'
import type {
  Evaluation,
  RankCriterion,
  SearchLimits,
  StepCriterion,
  StepProblem,
  SubsetProblem,
} from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { unitsAsSeries } from './candidate-input.ts'
import type { CandidateInput, ScoredUnits } from './candidate-input.ts'
import { FunctionSets } from './function-sets.ts'
import type { NullTests } from './null-tests.ts'
import { RankCandidates } from './rank-problem.ts'
import { isFunction } from './scorer.ts'
import type { Scorer } from './scorer.ts'
import type { RunningSearch, ScoredProblem, SearchSetup } from './search-setup.ts'
import { areCandidates } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import { SetCache } from './set-cache.ts'
import { StepCandidates } from './step-problem.ts'
import { CandidateSets } from './subset-problem.ts'
import type { ColumnSets } from './subset-problem.ts'
import { independenceOfUnits, testOfUnits, UnitSets, UnitSteps } from './unit-problems.ts'

/** Starts the search over the candidates, as the units that it moves. */
export function openSearch(setup: SearchSetup, limits: SearchLimits): RunningSearch {
  const { scorer, search } = setup.chosen
  const { record, options } = search
  if (record.takes === 'subset') {
    const { sets, ...scored } = openSets(setup, scorer)
    return { ...scored, sets, walk: driveSets(record, sets, limits, options) }
  }
  const { steps, ...scored } = openAnySteps(setup, scorer)
  return { ...scored, steps, walk: driveSteps(record, steps, limits, options) }
}

/** What a criterion of sets tells of one set; nothing where it scores none, or is a function. */
export async function warningsOfSet(
  { opened: criterion }: Scorer,
  batcher: RequestBatcher,
  input: CandidateInput,
  set: readonly number[],
): Promise<readonly Warning[]> {
  if (criterion.shape !== 'subset' || isFunction(criterion)) return []
  return new CandidateSets(batcher, criterion, input).warningsOf(set)
}

/** Sets of candidates with their merits, and the rows behind these. */
type CandidateSetsOf = (setup: SearchSetup, input: CandidateInput) => ColumnSets

/** Candidates of a search of steps, and of sets. */
type OpenSteps = ScoredProblem & { readonly steps: StepProblem }
type OpenSets = ScoredProblem & { readonly sets: SubsetProblem }

/** Single columns, scored once. */
function openRanks(setup: SearchSetup, criterion: RankCriterion): OpenSteps {
  const { batcher, nullTests, budget, prepared, searchUnits, most } = setup
  const { input, names } = prepared
  const scores = new RankCandidates(batcher, criterion, input, nullTests, { budget, most })
  return ofUnits(scores, { input, searchUnits, names })
}

/** Candidates beside those selected. A criterion of series takes each unit as one candidate. */
function openSteps(setup: SearchSetup, criterion: StepCriterion): OpenSteps {
  const { batcher, nullTests, budget, prepared, searchUnits, groups } = setup
  const columns = { input: prepared.input, searchUnits, names: prepared.names }
  const scoredUnits = criterion.ofSeries ? unitsAsSeries(columns, groups) : columns
  return ofUnits(new StepCandidates(batcher, criterion, scoredUnits.input, nullTests, budget), scoredUnits)
}

function ofUnits(scores: StepCandidates | RankCandidates, scoredUnits: ScoredUnits): OpenSteps {
  const { searchUnits } = scoredUnits
  const steps = areCandidates(searchUnits, scores.size) ? scores : new UnitSteps(scores, searchUnits)
  return { scores, scoredUnits, steps }
}

/** Sets of units; `isInformation` where their gains are tested as such. */
function openSets(
  setup: SearchSetup,
  scorer: Scorer,
  isInformation = false,
): OpenSets & { readonly scores: SetCache } {
  const { prepared, searchUnits, budget, checkpoint, chosen } = setup
  const { input, secondInput, names } = prepared
  const scores = new SetCache(setsOf(scorer)(setup, input), budget, checkpoint, isInformation)
  const bySecond = secondInput && setsOf(chosen.second!)(setup, secondInput)
  return { scores, scoredUnits: { searchUnits, names }, sets: new UnitSets(scores, searchUnits, bySecond) }
}

/** Candidates beside those selected, each scored by the set that it makes with them. */
function openStepsOfSets(setup: SearchSetup, scorer: Scorer): OpenSteps {
  const { sets, scores, scoredUnits } = openSets(setup, scorer, scorer.can.testIndependence)
  const { nullTests, searchUnits } = setup
  const independence: typeof nullTests.independence = (questions) => {
    scores.countTests(questions.reduce((sum, { candidates }) => sum + candidates.length, 0))
    return nullTests.independence(questions)
  }
  const steps = new SetSteps(sets, searchUnits, { ...nullTests, independence })
  return { scores, scoredUnits, steps }
}

/** Candidates beside those selected, by a criterion of any shape. */
function openAnySteps(setup: SearchSetup, scorer: Scorer): OpenSteps {
  const { opened: criterion } = scorer
  switch (criterion.shape) {
    case 'rank':
      return openRanks(setup, criterion)
    case 'step':
      return openSteps(setup, criterion)
    case 'subset':
      return openStepsOfSets(setup, scorer)
  }
}

/** How sets of candidates get their merits, by a criterion of sets. */
function setsOf({ opened: criterion }: Scorer): CandidateSetsOf {
  if (criterion.shape !== 'subset') throw new TypeError(`${criterion.id} scores no sets`)
  return isFunction(criterion)
    ? (setup, input) => new FunctionSets(criterion, input, setup)
    : ({ batcher }, input) => new CandidateSets(batcher, criterion, input)
}

/**
 * Units scored by the merit of the set that each would make. The gain of a unit is what it adds to the merit
 * of the selected set.
 */
class SetSteps implements StepProblem {
  readonly size: number
  readonly test: NullTests['test']
  readonly pValues: NullTests['pValues']
  readonly independence: NonNullable<StepProblem['independence']>
  readonly partialF?: NonNullable<StepProblem['partialF']>
  readonly #sets: SubsetProblem

  constructor(sets: SubsetProblem, searchUnits: SearchUnits, { test, independence, pValues }: NullTests) {
    this.size = sets.size
    this.test = testOfUnits(test, searchUnits)
    this.independence = independenceOfUnits(independence, searchUnits)
    this.pValues = pValues
    const { partialFs } = sets
    if (partialFs) {
      this.partialF = async (selected, joining) => {
        const [found] = await partialFs([{ smaller: selected, larger: [...selected, ...joining] }])
        return found
      }
    }
    this.#sets = sets
  }

  async evaluate(selected: readonly number[], barred: ReadonlySet<number> = new Set()): Promise<Evaluation> {
    const isClosed = new Set([...selected, ...barred])
    const each = Array.from({ length: this.size }, (_, i) => i).filter(
      (candidate) => !isClosed.has(candidate),
    )
    const merit = new Float64Array(this.size).fill(NaN)
    if (each.length === 0) return { merit, gain: merit }
    const merits = await this.#sets.merits({ base: selected, each })
    each.forEach((candidate, i) => (merit[candidate] = merits[i]))
    const before = await this.meritOf(selected)
    return { merit, gain: merit.map((value) => value - before) }
  }

  /** The merit of those selected. */
  async meritOf(selected: readonly number[]): Promise<number> {
    if (selected.length < this.#sets.least) return this.#sets.ofNone
    const [merit] = await this.#sets.merits({ list: [selected] })
    return merit
  }
}
