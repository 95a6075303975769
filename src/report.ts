export { chartCsv } from './report/figures/chart-csv.ts'
export { figureSvg } from './report/figures/figure.ts'
export type { FigureOptions } from './report/figures/figure.ts'
export { reportPage } from './report/page/page.ts'
