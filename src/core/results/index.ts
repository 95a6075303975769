// The types of all results.
export type * from './alternatives.ts'
export type * from './application.ts'
export type * from './chart.ts'
export type * from './comparison.ts'
export type { ColumnDistribution, DistributionBin, SampledColumn, SampledRows } from './description.ts'
export type * from './evidence.ts'
export type * from './experiment.ts'
export type {
  ChainResult,
  ChainTerm,
  InformationByLevelResult,
  LevelInformation,
  LevelsResult,
  SelfInformationResult,
} from './levels.ts'
export type * from './report.ts'
export type { IntervalsOfMethod, ScoreInterval } from './score.ts'
export type * from './truth.ts'
