export {
  chartCsv,
  figureSvg,
  reportPage,
  compareReport,
  describeReport,
  experimentReport,
  groupsReport,
  interactionsReport,
  rankReport,
  selectReport,
} from '#report/on-demand'
export type { FigureOptions, ReportRun } from '#report/on-demand'
export { distributions, scoreIntervals } from '#analyses'
export type {
  ColumnDistribution,
  DistributionBin,
  IntervalsOfMethod,
  SampledColumn,
  SampledRows,
  ScoreInterval,
} from '#core/results'
