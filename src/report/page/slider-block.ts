import type { LandscapeChart } from '#core'
import { bestOf, bestSentence, comparedSets, landscapeFrame } from '../figures/landscape.ts'
import { escapeHtml, scriptJson } from './escape.ts'
import type { Landscape } from './page-script.ts'

/** The sliders of α and β with what their script needs; the best set at the start is there without a script too. */
export function sliderBlock(
  chart: LandscapeChart,
  id: string,
  widths: { readonly wide: number; readonly narrow: number },
): string {
  const best = bestOf(chart)
  if (best === undefined) return ''
  const data = scriptJson(dataOf(chart, widths))
  return [
    '<div class="landscape">',
    '<div class="sliders" hidden>',
    slider(`${id}-alpha`, 'α', chart.x.label, chart.alpha),
    slider(`${id}-beta`, 'β', chart.y.label, chart.beta),
    '</div>',
    `<p class="best" aria-live="polite">${escapeHtml(bestSentence(best, chart.alpha, chart.beta))}</p>`,
    `<script type="application/json">${data}</script>`,
    '</div>',
  ].join('\n')
}

function slider(id: string, sign: string, label: string, value: number): string {
  const inTenths = Number(value.toFixed(1)) === value
  const range = `min="${Math.min(0, value)}" max="${Math.max(10, value)}" step="${inTenths ? '0.1' : 'any'}"`
  return [
    `<label for="${id}"><i>${sign}</i>, weight of ${escapeHtml(label)}</label>`,
    `<input type="range" id="${id}" ${range} value="${value}">`,
    `<output for="${id}">${inTenths ? value.toFixed(1) : value}</output>`,
  ].join('\n')
}

/** Sets as positions in the list of names. */
function dataOf(
  chart: LandscapeChart,
  widths: { readonly wide: number; readonly narrow: number },
): Landscape {
  const sets = comparedSets(chart)
  const names = [...new Set(sets.flatMap(({ features }) => features))]
  const places = new Map(names.map((name, i) => [name, i]))
  return {
    names,
    sets: sets.map(({ features }) => features.map((name) => places.get(name)!)),
    x: sets.map(({ x }) => x),
    y: sets.map(({ y }) => y),
    frames: { wide: landscapeFrame(chart, widths.wide), narrow: landscapeFrame(chart, widths.narrow) },
  }
}
