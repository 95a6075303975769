export { methods } from './catalogue.ts'
export {
  defineDiscretiser,
  defineRank,
  defineSearch,
  defineStep,
  defineStop,
  defineSubset,
} from './define.ts'
export { lostCellsQuery, oneQuery } from './scope/one-query.ts'
export { describe } from './describe.ts'
export { distributions } from './distributions/distributions.ts'
export { isLogarithmic } from './distributions/edges.ts'
export { sampledRows } from './distributions/sampled-rows.ts'
export { compare } from './evidence/compare.ts'
export type { CompareRun } from './evidence/compare.ts'
export { noiseLandscape } from './evidence/noise-landscape.ts'
export type { NoiseOfSet } from './evidence/noise-landscape.ts'
export { select } from './select.ts'
export { similarityMatrix } from './grouping/similarity-matrix.ts'
export { bottleneckColumn } from './information/bottleneck-column.ts'
export { centrality } from './information/centrality.ts'
export type { CentralityMethod, CentralitySpec, NodeScore } from './information/centrality.ts'
export { selectAny } from './outer/select-any.ts'
export { planRank, planSelect } from './plan.ts'
export { rank, rankEach } from './rank.ts'
export { meanRanks } from './ranking/ranking-of-scores.ts'
export { rankForCut } from './ranking/rank.ts'
export { intervalOfScore } from './held-out/evidence-splits.ts'
export { groupsOfRows, scoreIntervals } from './resample/score-intervals.ts'
export { oneTarget } from './scope/one-target.ts'
export { pickMethod } from './scope/pick-method.ts'
export { sourceOf } from './scope/scope.ts'
export { standardise } from './coding/standardise.ts'
export type {
  MethodName,
  OwnMethod,
  OwnSpec,
  OwnStop,
  RankerGiven,
  SetMethodGiven,
  StopGiven,
  TypedRankSpec,
  TypedScoreSpec,
  TypedSelectSpec,
} from './scope/typed-specs.ts'
export type { Checkpoint, SelectRun } from './selection/checkpoint.ts'
export { fbed, hitonPc, iamb, interIamb, mmpc } from './selection/markov-blanket.ts'
export { isMethod } from './selection/start-of-search.ts'
export { openSession } from './session/session.ts'
export type { Session, SessionOptions } from './session/session.ts'
export { refuseMissingColumns } from './transform/chosen-columns.ts'
export { applySelection, isSelection } from './transform/transform.ts'
export type { Transformed } from './transform/transform.ts'
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
} from './verbs.ts'
