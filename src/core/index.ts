export { allocateCodes, allocateMask, allocateNumbers, codeBytes, sharedBuffer } from './columns/allocate.ts'
export { categoricalColumn, numericColumn } from './columns/build-column.ts'
export { isNumberOrTime, isSameFormat, timeOfFormat, unitOfFormat } from './columns/cell-format.ts'
export type { CellFormat } from './columns/cell-format.ts'
export { parseCell, parseCells } from './columns/parsed-cells.ts'
export {
  ambiguousThousands,
  decimalCommaWarning,
  isNearlyNumeric,
  mergedWarning,
  mixedWarning,
  nonFiniteWarning,
  notANumber,
  notARange,
  notATime,
  roundedWarning,
  typeMismatch,
  unclearRanges,
  undecidedDates,
  wordsAmong,
} from './columns/column-messages.ts'
export { countMissing, levelAt, mayIdentify } from './columns/column.ts'
export type { CategoricalColumn, Column, Missing, NumericColumn } from './columns/column.ts'
export { foldedWarning, foldLevels, knownOf, namesToFold } from './columns/fold-levels.ts'
export type { KnownLevels } from './columns/fold-levels.ts'
export { hasAmbiguousMark } from './columns/formatted-numbers.ts'
export { tableFromArrow } from './columns/from-arrow.ts'
export type { ArrowTable } from './columns/from-arrow.ts'
export { typeOf } from './columns/column-types.ts'
export type { ColumnTypes } from './columns/column-types.ts'
export { tableFromColumns } from './columns/from-columns.ts'
export type { ColumnValues } from './columns/from-columns.ts'
export type { DamagedCells } from './columns/damaged-codes.ts'
export { rangeValue } from './columns/range-texts.ts'
export { rangesAmong, rangesOfTexts } from './columns/ranges-of-texts.ts'
export { tableFromRows } from './columns/from-rows.ts'
export { columnOfCodes, LevelColumn } from './columns/level-column.ts'
export {
  groupsBy,
  mergedSpellings,
  spellingGroups,
  spellingKeys,
  spellingOf,
} from './columns/level-spelling.ts'
export type { Spelling } from './columns/level-spelling.ts'
export { labelledGaps } from './columns/labelled-codes.ts'
export { addedWords } from './spec/added-words.ts'
export {
  checkLists,
  checkSplitNames,
  indicatorItems,
  indicatorName,
  itemsOf,
  signOf,
  refuseTaken,
  splitLists,
} from './columns/split-lists.ts'
export type { ListSigns } from './columns/split-lists.ts'
export {
  dropMissing,
  missingTest,
  missingTexts,
  missingWordsOf,
  textsAmongNumbers,
} from './columns/missing-words.ts'
export type { MissingTest, MissingWords } from './columns/missing-words.ts'
export { numberColumn } from './columns/number-column.ts'
export { noMarks, ofWords } from './columns/detected-format.ts'
export type { ColumnMarks } from './columns/detected-format.ts'
export type { Commas, NumberOptions } from './columns/number-format-detector.ts'
export { checkNames, makeTable } from './columns/table.ts'
export type { BuiltColumn, Table } from './columns/table.ts'
export { blanks, isPadded, numberSource, parseNumber, wholeSource } from './columns/text-cells.ts'
export { clockOf, exactSeconds } from './columns/clock-texts.ts'
export { dayNumber, firstShortYear, fullYear } from './columns/day-numbers.ts'
export { monthNames, monthOf, plainLetters } from './columns/month-names.ts'
export { conversion, currencyNamed, unitNamed, unitOfName } from './columns/number-units.ts'
export type { TimeFormat } from './columns/time-format-detector.ts'
export { DigitTimes } from './columns/digit-times.ts'
export { TextFormatDetector } from './columns/text-format-detector.ts'
export { hintOf, wordsOfName } from './columns/time-names.ts'
export type { DetectedFormat } from './columns/detected-format.ts'
export type { DigitOrder } from './columns/digit-days.ts'
export { timesOfTexts } from './columns/times-of-texts.ts'
export { isSummary, isTotal, isTotalOf, partOfTotal } from './columns/total-words.ts'
export type {
  AlternativeSet,
  AlternativeSets,
  Alternatives,
  StandIn,
  StandInsOfColumn,
} from './results/alternatives.ts'
export type { AppliedColumn, AppliedTarget, ApplyResult, Shift, UnseenLevels } from './results/application.ts'
export type { BottleneckLevel, BottleneckResult } from './results/bottleneck.ts'
export type { Catalogue, CatalogueEntry, LearnerEntry, SearchEntry } from './results/catalogue.ts'
export type {
  ChainResult,
  InformationByLevelResult,
  LevelsResult,
  SelfInformationResult,
} from './results/chain.ts'
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
export type { ColumnDescription, Description, Frequencies, Histogram } from './results/description.ts'
export type {
  ColumnDistribution,
  DistributionBin,
  SampledColumn,
  SampledRows,
} from './results/distribution.ts'
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
export type { PSource } from './results/p-source.ts'
export type { ChosenPenalty, PathCoefficients, PenaltyPath } from './results/penalty-path.ts'
export type { Plan, PlannedLine } from './results/plan.ts'
export type {
  DataFacts,
  FeatureCoding,
  FeatureScore,
  GraphFacts,
  MeanRank,
  RankResult,
  Ranking,
  ResolvedRankSpec,
  WeightFacts,
} from './results/ranking.ts'
export type { Repetition, Report, ReportSection, ReportTable, ResultTable } from './results/report.ts'
export type { IntervalsOfMethod } from './results/score-interval.ts'
export type { ScoreResult, SetScore } from './results/score.ts'
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
export type { TrainingColumn, TrainingDistribution } from './results/training.ts'
export type { GeneratorEntry, GeneratorEntryOption, GeneratorList, TableTruth } from './results/truth.ts'
export type { RowPolicy, RowRange, UsedRows } from './results/used-rows.ts'
export type { Warning, WarningCode } from './results/warning.ts'
export type { ColumnFacts, PlannedWork, Run, Source, Work } from './source.ts'
export type { Budget } from './spec/budget.ts'
export { commandParts } from './spec/command-parts.ts'
export type { CommandName } from './spec/command-parts.ts'
export { compareParts, selectSpecOf, settleCompare } from './spec/compare-spec.ts'
export type { CompareSpec, SettledCompareSpec } from './spec/compare-spec.ts'
export { Definitions } from './spec/definitions.ts'
export { CribaError, alternatives, nearestName, oneLine, unknownName } from './spec/error.ts'
export type { ErrorCode } from './spec/error.ts'
export { evidenceParts, isSingleSplit } from './spec/evidence-spec.ts'
export type { EvidenceSpec, SettledEvidence } from './spec/evidence-spec.ts'
export { columnTypeOf, timeOfType } from './spec/given-types.ts'
export type { DateOrder, GivenType } from './spec/given-types.ts'
export type { GroupsOfColumns } from './spec/groups-of-columns.ts'
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
export { leastInWords, leastRows, shareInWords } from './spec/min-rows.ts'
export type { MethodObject, MethodText, Named, OptionText } from './spec/named-method.ts'
export { isNamePattern, matchingNames } from './spec/name-patterns.ts'
export { byCodePoint, firstFew, joinNames, splitNames } from './spec/names.ts'
export { acceptedText, applicableOptions, resolveOptions } from './spec/options.ts'
export type { OptionRule, OptionTable, OptionValue, OptionsOf, Weight } from './spec/options.ts'
export { isOuterMethod, outerMethodIds } from './spec/outer-methods.ts'
export type { OuterMethodId } from './spec/outer-methods.ts'
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
export { choice, flag, number, text, whole } from './spec/part-kinds.ts'
export type { FlagWords, GivenTo, PartFlag, PartTable } from './spec/parts.ts'
export { censoredValues, decimalMarks } from './spec/censored.ts'
export { raggedPolicies } from './spec/ragged.ts'
export type { RaggedPolicy } from './spec/ragged.ts'
export { readingParts } from './spec/reading-parts.ts'
export { MendableError } from './spec/mendable-error.ts'
export { joinMends, mendText, remedy } from './spec/remedy.ts'
export type { Mend, Remedy } from './spec/remedy.ts'
export { flagName, flagWords, shellWord } from './spec/flag-text.ts'
export { queryColumn, queryOption, queryValue, replacingQuery } from './spec/query-text.ts'
export type { TextOptions } from './spec/text-options.ts'
export {
  dataPartOf,
  dataParts,
  discretisers,
  rankParts,
  settleDescribe,
  settleRank,
} from './spec/rank-spec.ts'
export type {
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
export { createSpecFunction } from './spec/spec-function.ts'
export type { SpecWithOptions } from './spec/spec-function.ts'
export { refuseRepeatsInTime } from './spec/split-spec.ts'
export type { SettledSplit } from './spec/split-spec.ts'
export type { TunedOption } from './spec/tuned-option.ts'
export { version } from './spec/version.ts'
export {
  roundedWeight,
  weightText,
  invalidWeight,
  mostWeight,
  samplingGrid,
  samplingScale,
  scaledWeight,
} from './statistics/weights.ts'
export { weightColumnOf } from './spec/weights-spec.ts'
export { ascendingOrder } from './statistics/ascending-order.ts'
export type { ClassPath, ClassPathRequest, Path, PathPenalty, PathRequest } from './statistics/path.ts'
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
export {
  assignParts,
  countParts,
  keyHashes,
  emptyFoldError,
  keyHash,
  keyPrefix,
} from './statistics/division.ts'
export type { ColumnsOfDivision, Division, SplitColumns } from './statistics/division.ts'
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
  drawBelow,
  scatter,
  seeded,
} from './statistics/permutation.ts'
export type { Exchange, RandomStream } from './statistics/permutation.ts'
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
export {
  cutsBelow,
  levelNames,
  levelOfMissing,
  levelOfValue,
  permuteVariable,
  plainVariable,
  absorbsMissing,
  countLevels,
} from './statistics/variable.ts'
export {
  VariableMap,
  checkRequests,
  countSets,
  readsPermuted,
  requestKey,
  underViews,
  variablesRead,
} from './statistics/request.ts'
export {
  emptyMoments,
  emptyMomentsOfFamily,
  makeConstantsExact,
  mergeMoments,
  putMoments,
} from './statistics/moments.ts'
export type { Moments, MomentsOfFamily, MomentsRequest } from './statistics/moments.ts'
export { emptyNearest, metricCodes, otherVariablesOf, scales } from './statistics/nearest.ts'
export type { DistanceMetric, Nearest, NearestRequest, NearestWanted, Scale } from './statistics/nearest.ts'
export { interpolate, rankOf } from './statistics/order.ts'
export type { OrderRequest, OrderStatistics, Quantile, Tie } from './statistics/order.ts'
export { limits } from './statistics/request-kind.ts'
export type { Answer, Answers, DirectKind, DirectRequest, Request } from './statistics/request.ts'
export type { Rows, RowsRequest } from './statistics/rows.ts'
export type { SamplingScale } from './statistics/weights.ts'
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
export type { Coding, Level, Permutation, Variable } from './statistics/variable.ts'
export { Pauses } from './pauses.ts'
export { unlessAborted } from './unless-aborted.ts'
export { mayBeValue } from './columns/value-characters.ts'
