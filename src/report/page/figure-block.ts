import type { Chart } from '#core'
import { chartCsv } from '../figures/chart-csv.ts'
import { figureSvg } from '../figures/figure.ts'
import { dataAddress, escapeHtml } from './escape.ts'
import { sliderBlock } from './slider-block.ts'

/** The widths for which figures are laid out: a page on a desk or on paper, and one in a hand. */
export const widths = { wide: 704, narrow: 358 } as const

/** A figure with its numbered caption and its files. It is laid out twice, and the page shows what fits. */
export function figureBlock(chart: Chart, number: number): string {
  const files = [
    fileLink(`${chart.name}.svg`, 'SVG', `Figure ${number}`, dataAddress('image/svg+xml', figureSvg(chart))),
    `<button type="button" class="png" data-name="${escapeHtml(chart.name)}" aria-label="PNG of Figure ${number}" hidden>PNG</button>`,
    fileLink(`${chart.name}.csv`, 'CSV', `Figure ${number}`, dataAddress('text/csv', chartCsv(chart))),
  ]
  return [
    `<figure id="figure-${number}">`,
    ...(['wide', 'narrow'] as const).map(
      (form) => `<div class="${form}">${figureSvg(chart, { width: widths[form], use: 'page' })}</div>`,
    ),
    chart.kind === 'landscape' ? sliderBlock(chart, `figure-${number}`, widths) : '',
    `<figcaption><b>Figure ${number}.</b> ${captionOf(chart)}</figcaption>`,
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
export function fileLink(name: string, text: string, of: string, address: string): string {
  return `<a download="${escapeHtml(name)}" href="${address}" aria-label="${text} of ${of}">${text}</a>`
}
