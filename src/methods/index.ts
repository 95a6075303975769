export { cv } from './criteria/cv.ts'
export { metricOption } from './criteria/families/learner-facts.ts'
export { PairTerms, bits, pairNeeds, relevanceFold, relevanceNeeds } from './criteria/families/pair-terms.ts'
export { findRankers } from './criteria/find-rankers.ts'
export {
  findAnyCriterion,
  findRanker,
  findSetCriterion,
  rankers,
  setCriteria,
  stepCriteria,
} from './criteria/registry.ts'
export type { RegisteredRanker, RegisteredSetMethod, RegisteredStepMethod } from './criteria/registry.ts'
export type { BinningMethod, BinningOptions } from './discretisers/binning-method.ts'
export { ownDiscretisers } from './discretisers/binning-method.ts'
export type { OwnDiscretiser } from './discretisers/binning-method.ts'
export { findDiscretiser } from './discretisers/discretiser.ts'
export { cutsBetween } from './discretisers/equal-width.ts'
export { gramOf, gramRequests, indicatorsOf, isWide, layOut } from './learners/gram.ts'
export type { Layout } from './learners/gram.ts'
export { metricsOf, trialsOf } from './learners/learner.ts'
export type {
  FittedLearner,
  Learner,
  LearnerMetric,
  LearnerTask,
  LearningProblem,
  LearningSet,
  Trial,
} from './learners/learner.ts'
export { defineLearner } from './learners/own-learner.ts'
export { fittedMetric, meanSquaresOf, pooledR2 } from './learners/metrics.ts'
export { findLearner, learnerOptions, learners } from './learners/registry.ts'
export { setsAlong } from './learners/row-learner.ts'
export { adjustedInformation } from './measures/adjusted-information.ts'
export {
  checkBeta,
  evaluateGrouping,
  rowsByClass,
  tieOfBits,
  worthOf,
  countGroups,
  groupRows,
  measureGrouping,
  numberGroups,
  sufficientStatistic,
} from './measures/grouping.ts'
export type { HardBottleneck, Grouping } from './measures/grouping.ts'
export {
  cholesky,
  factorRow,
  invertTriangle,
  rankTolerance,
  solveCholesky,
  solveRow,
} from './measures/cholesky.ts'
export { kolmogorovTail } from './measures/kolmogorov.ts'
export { matrixProduct, infinitePaths, perronOf } from './measures/perron.ts'
export type { Triangle } from './measures/cholesky.ts'
export { scoreClasses } from './measures/class-scores.ts'
export { concordanceTest } from './measures/harrell-concordance.ts'
export { PartialLikelihood, saturatedValue } from './measures/partial-likelihood.ts'
export { followUpOf } from './measures/risk-sets.ts'
export type { FollowUp } from './measures/risk-sets.ts'
export { collinearPairs, correlationT, correlations } from './measures/correlation.ts'
export { selfInformation } from './measures/divergence.ts'
export { ln2, plugIn, entropy, gainRatio } from './measures/estimators.ts'
export { conditionalInformation } from './criteria/families/neighbour-estimates.ts'
export { conditionalRule } from './criteria/families/neighbour-routes.ts'
export { fisherZ } from './measures/fisher-z.ts'
export { groupsOf } from './measures/groups-by-class.ts'
export { hypergeometricWeights } from './measures/hypergeometric.ts'
export { independenceTest } from './measures/independence.ts'
export { enoughOrders, isWithinOrders, lawHolds, shapeOfClass } from './measures/law.ts'
export type { Shape } from './measures/law.ts'
export { partialMoments } from './measures/partial-moments.ts'
export { partialFOf } from './measures/least-squares.ts'
export type { FittedResiduals } from './measures/least-squares.ts'
export { marginsOf } from './measures/tables.ts'
export { countRows, marginal, informationByLevel, tableEstimators } from './measures/table-estimators.ts'
export { kruskalWallis } from './measures/rank-tests.ts'
export { midRanks } from './measures/mid-ranks.ts'
export {
  firstOfSameSpan,
  orthonormalBlocks,
  productsOf,
  productsWithPlace,
  spansSame,
  weightsOfPlaces,
} from './measures/orthonormal-blocks.ts'
export type { OrthonormalBlocks } from './measures/orthonormal-blocks.ts'
export {
  addDraw,
  emptyDrawSums,
  fittedTail,
  createTableSampler,
  monteCarloTail,
  expandCounts,
} from './measures/monte-carlo.ts'
export { valuesAt } from './learners/labelled-rows.ts'
export type { DrawSums, FittedTail, MonteCarloTail } from './measures/monte-carlo.ts'
export { permutedGain, plainDraws } from './measures/permuted-gain.ts'
export type { PermutedGain, TableDraws, TableSamples } from './measures/permuted-gain.ts'
export {
  conditionalMutualInformation,
  entropyChain,
  entropyOf,
  informationChain,
  mutualInformation,
} from './measures/quantities.ts'
export type { Quantity } from './measures/quantities.ts'
export { jaccard, setStability } from './measures/set-stability.ts'
export {
  degreesOf,
  informationOf,
  jointLevels,
  leastExpected,
  marginTerms,
  strataOf,
  strataOfRows,
  sumOfLogs,
} from './measures/strata.ts'
export type { LevelsOfRows, Strata, StratumTable } from './measures/strata.ts'
export { symmetricEigen } from './measures/symmetric-eigen.ts'
export type { TableMargins } from './measures/tables.ts'
export {
  binomialAtLeast,
  binomialAtMost,
  chiSquareTail,
  gammaTail,
  lnChiSquareTail,
  studentQuantile,
  studentTail,
} from './measures/tails.ts'
export { canSquare, ratio, square } from './measures/test.ts'
export { bestTwo } from './searches/best.ts'
export { driveSets, driveSteps } from './searches/driver.ts'
export type { SearchGenerator } from './searches/driver.ts'
export { earlyDropping } from './searches/early-dropping.ts'
export { hiton } from './searches/hiton.ts'
export { incrementalAssociation } from './searches/incremental-association.ts'
export { maxMin } from './searches/max-min.ts'
export type {
  Bookmark,
  Candidates,
  Ending,
  Evaluation,
  IndependenceQuestion,
  IndependenceTest,
  Move,
  PValueEstimate,
  PartialFTest,
  Position,
  ScoredMembers,
  SetAsideCandidate,
  SetPair,
  StepProblem,
  SubsetProblem,
  UntestedCandidate,
} from './searches/problem.ts'
export { findSearch, searches } from './searches/registry.ts'
export type { RegisteredSearch, RegisteredStepSearch } from './searches/registry.ts'
export { withErrorsNamed } from './searches/own-search.ts'
export { defineSearch, ownSearches } from './searches/search.ts'
export type {
  Search,
  SearchLimits,
  SearchMethod,
  SearchSpec,
  SetLimits,
  SetReport,
  StepProposal,
  StepSearch,
  StepState,
  SubsetSearch,
} from './searches/search.ts'
export { pathAfter, pathWith } from './searches/path.ts'
export type { Path } from './searches/path.ts'
export type { Visited } from './searches/visited.ts'
export type {
  FittedPath,
  CriterionFacts,
  LevelsToo,
  RankCriterion,
  RankMethod,
  RankScores,
  RankStep,
  Reading,
  Reads,
  TargetOfSeveral,
  Types,
  Gaps,
} from './shapes/criterion.ts'
export {
  defineRank,
  merit,
  meritOfNone,
  readsOf,
  underOptions,
  unitsOf,
  recordOf,
} from './shapes/criterion.ts'
export { withScoresChecked } from './shapes/own-criterion.ts'
export { asRanker, asSetCriterion, ownCriteria } from './shapes/other-shapes.ts'
export { defineStep } from './shapes/step-criterion.ts'
export type {
  CandidateStep,
  Series,
  StepCriterion,
  StepMethod,
  StepScores,
  Sums,
} from './shapes/step-criterion.ts'
export { defineSubset } from './shapes/subset-criterion.ts'
export type { Recuts, SubsetCriterion, SubsetMethod, SubsetStep } from './shapes/subset-criterion.ts'
export { chosenCut, makeCut, parseCut, passesCut, falseDiscoveryRates } from './stops/cut.ts'
export type { Cut } from './stops/cut.ts'
export { none } from './stops/halt.ts'
export type { Because, Halt, NullHypothesis, NullTest, Proposal, StopDecision } from './stops/halt.ts'
export { partialFOptions } from './stops/partial-f.ts'
export { haltOf, ownStops, stopNames } from './stops/registry.ts'
export type { Stop } from './stops/registry.ts'
export { isSignificance, significanceOptions } from './stops/significance.ts'
