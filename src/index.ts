export { rank } from './analyses/rank.ts'
export { compare } from './resample/compare.ts'
export type { CompareRun } from './resample/compare.ts'
export type { CompareSpec } from './spec/compare-spec.ts'
export type { TunedOption } from './spec/tuned-option.ts'
export type * from './trace/comparison.ts'
export { select } from './resample/select-with-evidence.ts'
export {
  bottleneck,
  chain,
  groups,
  informationByLevel,
  informationMatrix,
  interactions,
  score,
  selfInformation,
  transform,
} from './resample/verbs-on-demand.ts'
export type { Transformed } from './analyses/transform/transform.ts'
export { bottleneckColumn } from './analyses/information/bottleneck-column.ts'
export { divergence } from './measures/divergence.ts'
export { centrality } from './analyses/centrality.ts'
export type { CentralityMethod, CentralitySpec, NodeScore } from './analyses/centrality.ts'
export { planRank, planSelect } from './resample/plan.ts'
export { describe } from './resample/describe.ts'
export { methods } from './resample/catalogue.ts'
export { openSession } from './session/session.ts'
export type { Session, SessionOptions } from './session/session.ts'
export { standardise } from './analyses/standardise.ts'
export type { Scale } from './statistics/scale.ts'

export { tableFromColumns } from './columns/from-columns.ts'
export type { ColumnTypes, ColumnValues } from './columns/from-columns.ts'
export { tableFromRows } from './columns/from-rows.ts'
export { tableFromArrow } from './columns/from-arrow.ts'
export type { ArrowTable } from './columns/from-arrow.ts'
export { tableFromCsv } from './files/text/table-from-csv.ts'
export type { Table } from './columns/table.ts'
export type { CategoricalColumn, Column, NumericColumn } from './columns/column.ts'

export { mutualInformation } from './criteria/mutual-information.ts'
export { informationGain } from './criteria/information-gain.ts'
export { gainRatio } from './criteria/gain-ratio.ts'
export { symmetricalUncertainty } from './criteria/symmetrical-uncertainty.ts'
export { giniGain } from './criteria/gini-gain.ts'
export { mdfs } from './criteria/mdfs.ts'
export { chi2 } from './criteria/chi2.ts'
export { chi2Frequency } from './criteria/chi2-frequency.ts'
export { cramersV } from './criteria/cramers-v.ts'
export { anovaF } from './criteria/anova-f.ts'
export { tTest } from './criteria/t-test.ts'
export { welchT } from './criteria/welch-t.ts'
export { welchAnova } from './criteria/welch-anova.ts'
export { kruskalWallis } from './criteria/kruskal-wallis.ts'
export { auc } from './criteria/auc.ts'
export { wilcoxon } from './criteria/wilcoxon.ts'
export { fisher } from './criteria/fisher.ts'
export { pearson } from './criteria/pearson.ts'
export { zScore } from './criteria/z-score.ts'
export { zScoreJoint } from './criteria/z-score-joint.ts'
export { r2 } from './criteria/r2.ts'
export { relief } from './criteria/relief.ts'
export { relieff } from './criteria/relieff.ts'
export { rrelieff } from './criteria/rrelieff.ts'
export { surf } from './criteria/surf.ts'
export { surfStar } from './criteria/surf-star.ts'
export { multisurf } from './criteria/multisurf.ts'
export { multisurfStar } from './criteria/multisurf-star.ts'
export { forestImportance } from './criteria/forest-importance.ts'
export { importance } from './criteria/importance.ts'
export { defineLearner } from './learners/own-learner.ts'
export type {
  LearnerRows,
  OwnLearner,
  OwnLearnerFacts,
  OwnLearnerName,
  Predictions,
  Predictor,
} from './spec/own-learner.ts'
export { permutationImportance } from './criteria/permutation-importance.ts'
export { lasso } from './criteria/lasso.ts'
export { laplacianScore } from './criteria/laplacian-score.ts'
export { semiSupervisedLaplacian } from './criteria/semi-supervised-laplacian.ts'
export { spec } from './criteria/spec.ts'
export { traceRatio } from './criteria/trace-ratio.ts'
export { fRegression } from './criteria/f-regression.ts'
export { spearman } from './criteria/spearman.ts'
export { kendall } from './criteria/kendall.ts'
export { xi } from './criteria/xi.ts'
export { distanceCorrelation } from './criteria/distance-correlation.ts'
export { hsic } from './criteria/hsic.ts'
export { jmi } from './criteria/jmi.ts'
export { jmi3 } from './criteria/jmi3.ts'
export { mim } from './criteria/mim.ts'
export { mifs } from './criteria/mifs.ts'
export { mrmr } from './criteria/mrmr.ts'
export { cife } from './criteria/cife.ts'
export { extendedMrmr } from './criteria/extended-mrmr.ts'
export { gmi } from './criteria/gmi.ts'
export { cmim } from './criteria/cmim.ts'
export { jmim } from './criteria/jmim.ts'
export { njmim } from './criteria/njmim.ts'
export { disr } from './criteria/disr.ts'
export { icap } from './criteria/icap.ts'
export { ranking } from './search/ranking.ts'
export { recursiveElimination } from './search/recursive-elimination.ts'
export { forward } from './search/forward.ts'
export { backward } from './search/backward.ts'
export { step } from './search/step.ts'
export { plusLMinusR } from './search/plus-l-minus-r.ts'
export { floatingForward } from './search/floating-forward.ts'
export { floatingBackward } from './search/floating-backward.ts'
export { beam } from './search/beam.ts'
export { bestFirst } from './search/best-first.ts'
export { exhaustive } from './search/exhaustive.ts'
export { branchAndBound } from './search/branch-and-bound.ts'
export { random } from './search/random.ts'
export { annealing } from './search/annealing.ts'
export { genetic } from './search/genetic.ts'
export { particleSwarm } from './search/particle-swarm.ts'
export { incrementalAssociation } from './search/incremental-association.ts'
export { maxMin } from './search/max-min.ts'
export { iamb, mmpc } from './analyses/selection/markov-blanket.ts'
export { fcbf } from './criteria/fcbf.ts'
export { temporalMrmr } from './criteria/temporal-mrmr.ts'
export { joint } from './criteria/joint.ts'
export { jointMi } from './criteria/joint-mi.ts'
export { totalCorrelation } from './criteria/total-correlation.ts'
export { multiInformation } from './criteria/multi-information.ts'
export { coInformation } from './criteria/co-information.ts'
export { interaction } from './criteria/interaction.ts'
export { entropy } from './criteria/entropy.ts'
export { klDivergence } from './criteria/kl-divergence.ts'
export { cv } from './criteria/cv.ts'
export { deltaTest } from './criteria/delta-test.ts'
export { miDt } from './criteria/mi-dt.ts'
export { miDtInverse } from './criteria/mi-dt-inverse.ts'
export { sumMi } from './criteria/sum-mi.ts'
export { meanMi } from './criteria/mean-mi.ts'
export { quadraticMi } from './criteria/quadratic-mi.ts'
export { classDistance } from './criteria/class-distance.ts'
export { cfs } from './criteria/cfs.ts'
export { consistency } from './criteria/consistency.ts'
export { sse } from './criteria/sse.ts'
export { gammaTest } from './criteria/gamma-test.ts'
export { qpfs } from './criteria/qpfs.ts'
export { spectralCmi } from './criteria/spectral-cmi.ts'
export { eigenvectorCentrality } from './criteria/eigenvector-centrality.ts'
export { elasticNet } from './criteria/elastic-net.ts'
export { groupLasso } from './criteria/group-lasso.ts'
export { sparseGroupLasso } from './criteria/sparse-group-lasso.ts'
export { sparseNaiveBayes } from './criteria/sparse-naive-bayes.ts'
export { adaptiveLasso } from './criteria/adaptive-lasso.ts'
export { ard } from './criteria/ard.ts'
export { sparseLogistic } from './criteria/sparse-logistic.ts'
export { sparseLda } from './criteria/sparse-lda.ts'
export { bridge } from './criteria/bridge.ts'
export { fusedLasso } from './criteria/fused-lasso.ts'
export { infiniteFs } from './criteria/infinite-fs.ts'
export { variance } from './criteria/variance.ts'
export { vif } from './criteria/vif.ts'
export { rankers, setCriteria, stepCriteria } from './criteria/registry.ts'
export { defineSubset } from './criteria/subset-criterion.ts'
export type { SubsetCriterion, SubsetMethod, SubsetStep } from './criteria/subset-criterion.ts'
export { defineStep } from './criteria/step-criterion.ts'
export type {
  CandidateStep,
  Series,
  StepCriterion,
  StepMethod,
  StepScores,
  Sums,
} from './criteria/step-criterion.ts'
export type { SearchMethod, SearchSpec } from './search/search.ts'
export { defineRank } from './criteria/criterion.ts'
export type { CriterionFacts, RankCriterion, RankMethod, RankScores, RankStep } from './criteria/criterion.ts'

export { MemorySource } from './sources/memory/source.ts'
export type { ColumnFacts, PlannedWork, Run, Source } from './sources/source.ts'
export type { Answers, Request } from './statistics/request.ts'
export type { Family } from './statistics/family.ts'
export type { Coding, Level, Variable } from './statistics/variable.ts'
export type { View } from './statistics/view.ts'
export { emptyCounts, mergeCounts } from './statistics/counts.ts'
export type { Counts } from './statistics/counts.ts'
export { emptyMoments, mergeMoments } from './statistics/moments.ts'
export type { Moments } from './statistics/moments.ts'

export { CribaError } from './spec/error.ts'
export type { ErrorCode } from './spec/error.ts'
export type { ColumnType, DataSpec, Discretiser, MissingPolicy, Task } from './spec/rank-spec.ts'
export type {
  MethodName,
  RankerGiven,
  SetMethodGiven,
  StopGiven,
  TypedRankSpec as RankSpec,
  TypedScoreSpec as ScoreSpec,
  TypedSelectSpec as SelectSpec,
} from './analyses/typed-specs.ts'
export type { DateOrder, GivenType } from './spec/given-types.ts'
export type { RaggedPolicy } from './spec/ragged.ts'
export type { ChosenPenalty, PathCoefficients, PenaltyPath } from './trace/penalty-path.ts'
export type { MethodSpec, Shape } from './spec/method-text.ts'
export type { OwnCriterion, SplitRows, SubsetFunction } from './spec/select-spec.ts'
export type {
  BottleneckForm,
  BottleneckSpec,
  ChainSpec,
  InformationByLevelSpec,
  SelfInformationSpec,
} from './spec/levels-spec.ts'
export type { GroupsSpec, Linkage, Similarity } from './spec/groups-spec.ts'
export type { InformationMatrixSpec, InformationUnit, InteractionsSpec } from './spec/pairs-spec.ts'
export type { ColumnRecord, Finding, FindingKind } from './trace/column-record.ts'
export type { ColumnDescription, Description, Frequencies, Histogram } from './trace/description.ts'
export type { Plan, PlannedLine } from './trace/plan.ts'
export type { InformationMatrix, Interactions, PairInteraction } from './trace/interactions.ts'
export type { ColumnGroup, GroupMember, GroupsResult, StandIns, TreeMerge } from './trace/groups.ts'
export type { Catalogue, CatalogueEntry, LearnerEntry, SearchEntry } from './trace/catalogue.ts'
export type {
  DataFacts,
  FeatureCoding,
  FeatureScore,
  GraphFacts,
  Ranking,
  RankResult,
  ResolvedRankSpec,
} from './trace/ranking.ts'
export type { Checkpoint, SelectRun } from './analyses/selection/checkpoint.ts'
export type * from './trace/alternatives.ts'
export type * from './trace/evidence.ts'
export type { EvidenceSpec } from './spec/evidence-spec.ts'
export type { ScoredSet, SelectionStep, SelectResult, SetAside } from './trace/selection.ts'
export type { TrainingColumn, TrainingDistribution } from './trace/training.ts'
export type * from './trace/application.ts'
export type { ScoreResult, SetScore } from './trace/score.ts'
export type { BottleneckLevel, BottleneckResult } from './trace/bottleneck.ts'
export type * from './trace/chain.ts'
export type * from './trace/chart.ts'
export type * from './trace/experiment.ts'
export type * from './trace/report.ts'
export type * from './trace/truth.ts'
export type { FoldEvent, RunEvent, ScoreEvent, SetEvent, StepEvent, WarningEvent } from './trace/event.ts'
export type { Warning, WarningCode } from './trace/warning.ts'
export { version } from './spec/version.ts'
