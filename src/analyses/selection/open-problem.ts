import type { RankCriterion } from '../../criteria/criterion.ts'
import type { StepCriterion } from '../../criteria/step-criterion.ts'
import type { StepProblem, SubsetProblem } from '../../search/problem.ts'
import { RankCandidates } from './rank-problem.ts'
import type { ScoredProblem, SearchSetup } from './running-search.ts'
import { areCandidates } from './search-units.ts'
import { unitsAsSeries } from './series-units.ts'
import type { ScoredUnits } from './series-units.ts'
import { SetCache } from './set-cache.ts'
import { SetSteps } from './set-steps.ts'
import type { ColumnSets } from './subset-problem.ts'
import { StepCandidates } from './step-problem.ts'
import type { CandidateInput } from './step-problem.ts'
import { UnitSets } from './unit-sets.ts'
import { UnitSteps } from './unit-steps.ts'

/* Candidates scored by a criterion, as the units that a search moves: one function for each kind of criterion. */

/** Sets of candidates with their merits, and the rows behind these. */
export type CandidateSetsOf = (setup: SearchSetup, input: CandidateInput) => ColumnSets

/** Candidates of a search of steps, and of sets. */
export type OpenSteps = ScoredProblem & { readonly steps: StepProblem }
type OpenSets = ScoredProblem & { readonly sets: SubsetProblem }

/** Single columns, scored once. */
export function openRanks(setup: SearchSetup, criterion: RankCriterion): OpenSteps {
  const { batcher, nullTests, budget, prepared, searchUnits, most } = setup
  const { input, names } = prepared
  const scores = new RankCandidates(batcher, criterion, input, nullTests, { budget, most })
  return ofUnits(scores, { input, searchUnits, names })
}

/** Candidates beside those selected. A criterion of series takes each unit as one candidate. */
export function openSteps(setup: SearchSetup, criterion: StepCriterion): OpenSteps {
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

/** Sets of units. */
export function openSets(
  setup: SearchSetup,
  setsOf: CandidateSetsOf,
  isInformation = false,
): OpenSets & { readonly scores: SetCache } {
  const { prepared, searchUnits, budget, checkpoint, chosen } = setup
  const { input, secondInput, names } = prepared
  const scores = new SetCache(setsOf(setup, input), budget, checkpoint, isInformation)
  const bySecond = secondInput && chosen.second!.sets!(setup, secondInput)
  return { scores, scoredUnits: { searchUnits, names }, sets: new UnitSets(scores, searchUnits, bySecond) }
}

/** Candidates beside those selected, each scored by the set that it makes with them; `isInformation` where gains are tested as such. */
export function openStepsOfSets(
  setup: SearchSetup,
  setsOf: CandidateSetsOf,
  isInformation: boolean,
): OpenSteps {
  const { sets, scores, scoredUnits } = openSets(setup, setsOf, isInformation)
  const { nullTests, searchUnits } = setup
  const independence: typeof nullTests.independence = (questions) => {
    scores.countTests(questions.reduce((sum, { candidates }) => sum + candidates.length, 0))
    return nullTests.independence(questions)
  }
  const steps = new SetSteps(sets, searchUnits, { ...nullTests, independence })
  return { scores, scoredUnits, steps }
}
