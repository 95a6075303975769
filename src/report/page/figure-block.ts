import { showUnseen } from '#core'
import type { Chart, LandscapeChart, ReportLanguage } from '#core'
import { chartCsv } from '../figures/chart-csv.ts'
import { figureSvg } from '../figures/figure.ts'
import { bestOf, bestSentence, comparedSets, landscapeFrame } from '../figures/landscape.ts'
import { figureWords } from '../figures/words.ts'
import type { CsvStyle } from '../tables/result-table.ts'
import { dataAddress, escapeHtml, scriptJson } from './escape.ts'
import type { Landscape } from './script.ts'
import { pageWords } from './words.ts'

/** The widths for which figures are laid out: a page on a desk or on paper, and one in a hand. */
const widths = { wide: 704, narrow: 358 } as const

/** A figure with its numbered caption and its files. It is laid out twice, and the page shows what fits. */
export function figureBlock(chart: Chart, number: number, style: CsvStyle, language: ReportLanguage): string {
  const words = pageWords[language]
  const label = words.figure(number)
  const files = [
    fileLink(
      `${chart.name}.svg`,
      'SVG',
      words.fileOf('SVG', label),
      dataAddress('image/svg+xml', figureSvg(chart, { language })),
    ),
    `<button type="button" class="png" data-name="${escapeHtml(chart.name)}" aria-label="${words.fileOf('PNG', label)}" hidden>PNG</button>`,
    fileLink(
      `${chart.name}.csv`,
      'CSV',
      words.fileOf('CSV', label),
      dataAddress('text/csv', chartCsv(chart, style)),
    ),
  ]
  return [
    `<figure id="figure-${number}">`,
    ...(['wide', 'narrow'] as const).map(
      (form) =>
        `<div class="${form}">${figureSvg(chart, { width: widths[form], use: 'page', language })}</div>`,
    ),
    chart.kind === 'landscape' ? sliderBlock(chart, `figure-${number}`, language) : '',
    `<figcaption><b>${label}.</b> ${captionOf(chart)}</figcaption>`,
    `<p class="files">${files.join(' ')}</p>`,
    '</figure>',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function captionOf({ title, caption }: Chart): string {
  const stop = /[.!?…]$/.test(title) ? '' : '.'
  return `<b>${escapeHtml(title)}${stop}</b> ${escapeHtml(caption)}`
}

/** A link that saves a file. */
export function fileLink(name: string, text: string, label: string, address: string): string {
  return `<a download="${escapeHtml(name)}" href="${address}" aria-label="${label}">${text}</a>`
}

/**
 * The sliders of α and β with what their script needs; the best set at the start is there without a script
 * too.
 */
function sliderBlock(chart: LandscapeChart, id: string, language: ReportLanguage): string {
  const best = bestOf(chart)
  if (best === undefined) return ''
  const data = scriptJson(dataOf(chart))
  const words = pageWords[language]
  const sentence = bestSentence(best, chart.alpha, chart.beta, figureWords[language])
  return [
    '<div class="landscape">',
    '<div class="sliders" hidden>',
    slider(`${id}-alpha`, 'α', words.weightOf(chart.x.label), chart.alpha),
    slider(`${id}-beta`, 'β', words.weightOf(chart.y.label), chart.beta),
    '</div>',
    `<p class="best" aria-live="polite">${escapeHtml(sentence)}</p>`,
    `<script type="application/json">${data}</script>`,
    '</div>',
  ].join('\n')
}

function slider(id: string, sign: string, label: string, value: number): string {
  const inTenths = Number(value.toFixed(1)) === value
  const range = `min="${Math.min(0, value)}" max="${Math.max(10, value)}" step="${inTenths ? '0.1' : 'any'}"`
  return [
    `<label for="${id}"><i>${sign}</i>, ${escapeHtml(label)}</label>`,
    `<input type="range" id="${id}" ${range} value="${value}">`,
    `<output for="${id}">${inTenths ? value.toFixed(1) : value}</output>`,
  ].join('\n')
}

/** Sets as positions in the list of names. */
function dataOf(chart: LandscapeChart): Landscape {
  const sets = comparedSets(chart)
  const names = [...new Set(sets.flatMap(({ features }) => features))]
  const places = new Map(names.map((name, i) => [name, i]))
  return {
    names: names.map((name) => showUnseen(name)),
    sets: sets.map(({ features }) => features.map((name) => places.get(name)!)),
    x: sets.map(({ x }) => x),
    y: sets.map(({ y }) => y),
    frames: { wide: landscapeFrame(chart, widths.wide), narrow: landscapeFrame(chart, widths.narrow) },
  }
}
