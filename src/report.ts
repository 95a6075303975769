export { figureSvg } from './report/figures/figure.ts'
export { reportPage } from './report/page/page.ts'
