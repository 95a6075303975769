export * from '#methods/functions'
export {
  defineDiscretiser,
  defineRank,
  defineSearch,
  defineStep,
  defineStop,
  defineSubset,
  fbed,
  hitonPc,
  iamb,
  interIamb,
  mmpc,
} from '#analyses'
export { defineLearner, pathAfter, pathWith, rankers, setCriteria, stepCriteria } from '#methods'
export type {
  Candidates,
  Halt,
  Move,
  OwnDiscretiser,
  Path,
  Proposal,
  SearchMethod,
  SearchSpec,
  SetLimits,
  SetReport,
  StepProposal,
  StepSearch,
  StepState,
  Stop,
  StopDecision,
  SubsetSearch,
  Visited,
} from '#methods'
