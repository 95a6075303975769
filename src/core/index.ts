export { countMissing, levelAt, mayIdentify } from './columns/column.ts'
export type { CategoricalColumn, Column, CountedColumn, Missing, NumericColumn } from './columns/column.ts'
export { allocateCodes, allocateMask, allocateNumbers, codeBytes, sharedBuffer } from './columns/allocate.ts'
export { columnOfCodes, LevelColumn } from './columns/level-column.ts'
export { orderByCodePoint } from './columns/sorted-texts.ts'
export {
  censoredValues,
  decimalMarks,
  raggedPolicies,
  readingParts,
  typesPart,
} from './spec/reading-options.ts'
export type { CensoredValue, RaggedPolicy, TextOptions } from './spec/reading-options.ts'
export { addedWords, areAdded, plainWords } from './spec/added-words.ts'
export { nonFiniteWarning, NumberColumn, numberColumn, roundedWarning } from './columns/number-column.ts'
export { checkNames, makeTable } from './columns/table.ts'
export type { BuiltColumn, Table } from './columns/table.ts'
export { formulaBytes, safeCell } from './columns/safe-cell.ts'
export type {
  AlternativeSet,
  AlternativeSets,
  Alternatives,
  StandIn,
  StandInsOfColumn,
} from './results/alternatives.ts'
export type {
  AppliedColumn,
  AppliedTarget,
  ApplyResult,
  Shift,
  UnseenLevels,
  TrainingColumn,
  TrainingDistribution,
} from './results/application.ts'
export type {
  BottleneckLevel,
  BottleneckResult,
  ChainResult,
  InformationByLevelResult,
  LevelsResult,
  SelfInformationResult,
} from './results/levels.ts'
export type { Catalogue, CatalogueEntry, LearnerEntry, SearchEntry } from './results/catalogue.ts'
export type {
  Axis,
  Bar,
  BarChart,
  Chart,
  GraphChart,
  HistogramChart,
  LandscapeChart,
  LineChart,
  MatrixChart,
  PointChart,
  ScatterChart,
} from './results/chart.ts'
export type { ColumnRecord, Finding, FindingKind } from './results/column-record.ts'
export type {
  Agreement,
  ComparedMethod,
  Comparison,
  Consensus,
  MethodDifference,
  Stability,
  Truth,
} from './results/comparison.ts'
export type {
  ColumnDescription,
  Description,
  Frequencies,
  Histogram,
  ColumnDistribution,
  DistributionBin,
  SampledColumn,
  SampledRows,
} from './results/description.ts'
export type {
  FoldEvent,
  MethodEvent,
  RunEvent,
  ScoreEvent,
  SetEvent,
  StepEvent,
  WarningEvent,
} from './results/event.ts'
export type {
  Difference,
  Evidence,
  SizeChoice,
  SizeCurve,
  SizeRuleOfCurve,
  Spread,
  Verdict,
} from './results/evidence.ts'
export type { ExperimentList, ExperimentResult } from './results/experiment.ts'
export type { ColumnGroup, GroupMember, GroupsResult, StandIns, TreeMerge } from './results/groups.ts'
export type {
  InformationMatrix,
  Interactions,
  OwnInformation,
  PairInteraction,
} from './results/interactions.ts'
export type {
  PSource,
  DataFacts,
  EventFacts,
  FeatureCoding,
  FeatureScore,
  GraphFacts,
  MeanRank,
  RankEachResult,
  RankResult,
  Ranking,
  ResolvedRankSpec,
  WeightFacts,
  RowPolicy,
  RowRange,
  UsedRows,
  ChosenPenalty,
  PathCoefficients,
  PenaltyPath,
} from './results/ranking.ts'
export type { Plan, PlannedLine } from './results/plan.ts'
export type {
  Repetition,
  Report,
  ReportLanguage,
  ReportSection,
  ReportTable,
  ResultTable,
} from './results/report.ts'
export type { IntervalsOfMethod, ScoreResult, SetScore } from './results/score.ts'
export { columnSetAside, endedEarly, isCutShort } from './results/selection.ts'
export type {
  AlsoRelated,
  Explanation,
  ExplanationStep,
  PrefilterFacts,
  ResolvedSelectSpec,
  ScoredSet,
  SelectResult,
  SelectionStep,
  SetAside,
  SynergeticPair,
  Synergies,
} from './results/selection.ts'
export type { GeneratorEntry, GeneratorEntryOption, GeneratorList, TableTruth } from './results/truth.ts'
export type { Warning, WarningCode } from './results/warning.ts'
export type { ColumnFacts, PlannedWork, Run, Source, Work } from './source.ts'
export type { Budget } from './spec/budget.ts'
export { checkRun } from './spec/checked-run.ts'
export { commandParts } from './spec/command-parts.ts'
export type { CommandName } from './spec/command-parts.ts'
export { compareParts, selectSpecOf, settleCompare } from './spec/compare-spec.ts'
export type { CompareSpec, SettledCompareSpec, TunedOption } from './spec/compare-spec.ts'
export { Definitions, namesDefinition } from './spec/definitions.ts'
export { CribaError, alternatives, nearestName, oneLine, unknownName } from './spec/error.ts'
export type { ErrorCode } from './spec/error.ts'
export { evidenceParts, isSingleSplit } from './spec/evidence-spec.ts'
export type { EvidenceSpec, SettledEvidence } from './spec/evidence-spec.ts'
export {
  checkTable,
  givenNames,
  invalidPart,
  namesIn,
  objectIn,
  recordIn,
  isRecord,
  shownValue,
  textIn,
} from './spec/given.ts'
export { calledOwn, valueOfOwn, withoutPromises } from './spec/own-calls.ts'
export {
  columnTypeOf,
  invalidType,
  isGivenType,
  orderOfType,
  settleTypes,
  timeOfType,
} from './spec/given-types.ts'
export type { DateOrder, GivenType } from './spec/given-types.ts'
export {
  dataPartOf,
  dataParts,
  discretisers,
  rankParts,
  settleDescribe,
  settleRank,
  weightColumnOf,
} from './spec/rank-spec.ts'
export type {
  GroupsOfColumns,
  ColumnType,
  DataSpec,
  Discretiser,
  OwnDiscretiserName,
  MissingPolicy,
  RankSpec,
  SettledDataSpec,
  SettledRankSpec,
  Task,
  TimeKind,
} from './spec/rank-spec.ts'
export { groupsParts, settleGroups } from './spec/groups-spec.ts'
export type { GroupsSpec, Linkage, SettledGroupsSpec, Similarity } from './spec/groups-spec.ts'
export {
  settleBottleneck,
  settleChain,
  settleInformationByLevel,
  settleSelfInformation,
} from './spec/levels-spec.ts'
export type {
  BottleneckForm,
  BottleneckSpec,
  ChainSpec,
  InformationByLevelSpec,
  SelfInformationSpec,
  SettledBottleneckSpec,
} from './spec/levels-spec.ts'
export { methodText, parseMethod } from './spec/method-text.ts'
export type { AnyText, MethodSpec, Shape } from './spec/method-text.ts'
export { createSpecFunction } from './spec/method-function.ts'
export type { SpecWithOptions, MethodObject, MethodText, Named, OptionText } from './spec/method-function.ts'
export { isOuterMethod, outerMethodIds } from './spec/outer-methods.ts'
export type { OuterMethodId } from './spec/outer-methods.ts'
export { byCodePoint, firstFew, joinNames, splitNames } from './spec/names.ts'
export { isNamePattern, matchingNames } from './spec/name-patterns.ts'
export { unknownMethod } from './spec/names-elsewhere.ts'
export { acceptedText, applicableOptions, resolveOptions } from './spec/options.ts'
export type { OptionRule, OptionTable, OptionValue, OptionsOf, Weight } from './spec/options.ts'
export type {
  LearnerRows,
  OwnLearner,
  OwnLearnerFacts,
  OwnLearnerName,
  OwnModel,
  Predictions,
  Predictor,
} from './spec/own-learner.ts'
export { inUnits, interactionsParts, settleInformationMatrix, settleInteractions } from './spec/pairs-spec.ts'
export type {
  InformationMatrixSpec,
  InformationUnit,
  InteractionsSpec,
  SettledInteractionsSpec,
} from './spec/pairs-spec.ts'
export { choice, flag, number, settleParts, text, whole } from './spec/parts.ts'
export type { FlagWords, GivenTo, PartFlag, PartsOf, PartTable } from './spec/parts.ts'
export { joinMends, mendText, remedy } from './spec/remedy.ts'
export type { Mend, Remedy } from './spec/remedy.ts'
export { MendableError } from './spec/mendable-error.ts'
export { NotKeptError } from './spec/not-kept-error.ts'
export { flagName, flagWords, shellWord, queryOption } from './spec/flag-text.ts'
export { queryWarning } from './results/query-warning.ts'
export { onesOrNothing, queryColumn, queryValue, replacingQuery } from './spec/query-text.ts'
export { scoreParts, settleScore } from './spec/score-spec.ts'
export type { ScoreSpec, SettledScoreSpec } from './spec/score-spec.ts'
export { selectParts, settleSelect } from './spec/select-spec.ts'
export type {
  OwnCriterion,
  SelectSpec,
  SettledSelectSpec,
  SplitRows,
  SubsetFunction,
} from './spec/select-spec.ts'
export { refuseRepeatsInTime } from './spec/split-spec.ts'
export type { SettledSplit } from './spec/split-spec.ts'
export { showUnseen } from './spec/unseen.ts'
export { version } from './spec/version.ts'
export {
  invalidWeight,
  mostWeight,
  samplingGrid,
  samplingScale,
  scaledWeight,
  roundedWeight,
  weightText,
  leastRows,
  leastInWords,
  shareInWords,
} from './statistics/weights.ts'
export type { SamplingScale } from './statistics/weights.ts'
export { ascendingOrder } from './statistics/ascending-order.ts'
export type {
  LikelihoodPath,
  LikelihoodPathRequest,
  Path,
  PathPenalty,
  PathRequest,
} from './statistics/path.ts'
export { variableKey, viewKey } from './statistics/keys.ts'
export type { Contrasts, ContrastsRequest, Neighbourhood } from './statistics/contrasts.ts'
export { emptyCounts, refuseLargeTable } from './statistics/counts.ts'
export type { Counts, CountsRequest } from './statistics/counts.ts'
export { emptyDensity } from './statistics/density.ts'
export type {
  BandwidthRule,
  Density,
  DensityFlaw,
  DensityRequest,
  DensityShape,
} from './statistics/density.ts'
export { emptyDependence, partsOfDependence } from './statistics/dependence.ts'
export type { Dependence, DependenceRequest } from './statistics/dependence.ts'
export { assignParts, countParts, keyHashes, emptyFoldError } from './statistics/division.ts'
export type { ColumnsOfDivision, Division, SplitColumns } from './statistics/division.ts'
export { keyHash, keyPrefix } from './statistics/key-hash.ts'
export {
  EntropySums,
  countedFamilies,
  emptyEntropies,
  memberOf,
  nLog2n,
  weightLog2Weight,
} from './statistics/entropies.ts'
export type { Entropies, EntropyAnswer, EntropyRequest } from './statistics/entropies.ts'
export {
  exchangeOf,
  variablesOfExchange,
  drawRows,
  permutedRows,
  rowNumbers,
  seedWith,
} from './statistics/permutation.ts'
export type { Exchange } from './statistics/permutation.ts'
export { drawBelow, scatter, seeded } from './statistics/random-stream.ts'
export type { RandomStream } from './statistics/random-stream.ts'
export {
  countMembers,
  joinVariables,
  mapFamily,
  membersOf,
  singles,
  variablesOf,
  widestOf,
  widthOf,
  buildSetTree,
  walkTree,
} from './statistics/family.ts'
export type { Family, SetTree } from './statistics/family.ts'
export type {
  FitRequest,
  Fits,
  HeldOutPermutations,
  Trial,
  AodeOptions,
  ForestOptions,
  Growth,
  ImportanceKind,
  KnnOptions,
  CoxOptions,
  LdaOptions,
  LinearSvmOptions,
  LogisticOptions,
  MlpOptions,
  ModelId,
  ModelOptions,
  ModelSpec,
  PerceptronOptions,
  QdaOptions,
  TreeOptions,
} from './statistics/fit.ts'
export type { Forms, FormsRequest, Graph } from './statistics/forms.ts'
export { permuteVariable, plainVariable, absorbsMissing, countLevels, scales } from './statistics/variable.ts'
export type { Coding, EventVariable, Level, Permutation, Variable, Scale } from './statistics/variable.ts'
export { eventColumnOf } from './spec/event-text.ts'
export { jointSeparator } from './statistics/joint-column.ts'
export type { JointColumn, JointPart } from './statistics/joint-column.ts'
export { cutsBelow, levelNames, levelOfMissing, levelOfValue } from './statistics/levels.ts'
export {
  VariableMap,
  checkRequests,
  countSets,
  readsPermuted,
  isRequest,
  requestKey,
  underViews,
  variablesRead,
} from './statistics/request.ts'
export type { Answer, Answers, DirectKind, DirectRequest, Request } from './statistics/request.ts'
export {
  emptyMoments,
  emptyMomentsOfFamily,
  makeConstantsExact,
  mergeMoments,
  putMoments,
} from './statistics/moments.ts'
export type { Moments, MomentsOfFamily, MomentsRequest } from './statistics/moments.ts'
export { emptyNearest, metricCodes, otherVariablesOf } from './statistics/nearest.ts'
export type {
  ConditionalRule,
  DistanceMetric,
  LocalPermutations,
  Nearest,
  NearestRequest,
  NearestWanted,
} from './statistics/nearest.ts'
export { interpolate, rankOf } from './statistics/order.ts'
export type { OrderRequest, OrderStatistics, Quantile, Tie } from './statistics/order.ts'
export { limits } from './statistics/request-kind.ts'
export type { Rows, RowsRequest } from './statistics/rows.ts'
export {
  comparisonOf,
  isSampled,
  splitsOf,
  splitsOfAll,
  allRows,
  variablesOfView,
  viewOfPermutation,
} from './statistics/view.ts'
export type { Split, Splits, Sample, View } from './statistics/view.ts'
export { areNearStatistics, isNear, tiedRuns } from './statistics/ties.ts'
export { targetInText, targetNames } from './spec/target-names.ts'
export type { Target } from './spec/target-part.ts'
export { Pauses, unlessAborted } from './interruption.ts'
