import type { Chart } from '../../trace/chart.ts'

/** A chart as an SVG picture that stands by itself. */
export function figureSvg(chart: Chart): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>${chart.name}</title></svg>`
}
