import * as Plot from '@observablehq/plot'
import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import type { LandscapeChart } from '#core'
import { shortNumber } from '../numbers.ts'
import { legend } from './legend.ts'
import type { LegendItem } from './legend.ts'
import { colour } from './palette.ts'
import { endRoom, plotted, tickWidth } from './panel.ts'
import { hasPlace, placeNote, placer, scaleOf } from './scale.ts'
import type { Scale } from './scale.ts'
import { dots, emptyDrawing, tag, textTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { textWidth } from './text-width.ts'
import { isoPath, pixelOf, setLabel, winnerOf } from './winner.ts'
import type { Frame } from './winner.ts'
import type { FigureWords } from './words.ts'

type SetPoint = LandscapeChart['sets'][number]

const free = { label: '' }

/**
 * All sets by information and noise, their Pareto front, and the best by α·x − β·y with the line of its
 * equals.
 */
export function landscapeDrawing(
  chart: LandscapeChart,
  width: number,
  words: FigureWords,
  inPage = false,
): Drawing {
  const { sets, x: xAxis, y: yAxis, alpha, beta } = chart
  const placed = sets.filter((set) => hasPlace(xAxis, set.x) && hasPlace(yAxis, set.y))
  const notes = [
    ...placeNote(
      xAxis,
      sets.map(({ x }) => x),
      'x',
      words,
    ),
    ...placeNote(
      yAxis,
      sets.map(({ y }) => y),
      'y',
      words,
    ),
  ]
  const best = bestOf(chart)
  const sentence = best === undefined ? [] : [bestSentence(best, alpha, beta, words)]
  if (placed.length === 0) return emptyDrawing([...notes, ...sentence], words)
  const panel = panelOf(chart, placed, width)
  const { left, right, top, bottom, height } = panel
  const [placeX, placeY] = [placer(panel.x, left, width - right), placer(panel.y, height - bottom, top)]
  const key = legend(legendItems(words), width)
  const front = placed.filter((set) => set.front).sort((a, b) => a.x - b.x || a.y - b.y)
  const others = placed.filter((set) => !set.front).map((set) => ({ x: placeX(set.x), y: placeY(set.y) }))
  const radius = placed.length > 500 ? 1.5 : 2.5
  const content = [
    plotted(panel, []),
    dots(others, { radius, colour: colour('quiet'), opacity: 0.75, layers: 2 }),
    plotted({ ...panel, axes: '', xLabel: '', yLabel: '' }, [
      Plot.line(front, { x: 'x', y: 'y', stroke: colour('chosen'), strokeWidth: 1.5 }),
      Plot.dot(front, { x: 'x', y: 'y', fill: colour('chosen'), r: 3.25 }),
    ]),
    winnerMark(best, { alpha, beta }, frameOf(panel), words),
  ]
  return {
    height: key.height + height,
    content: key.content + tag('g', { transform: `translate(0,${key.height})` }, ...content),
    notes: inPage ? notes : [...notes, ...sentence],
  }
}

function legendItems(words: FigureWords): readonly LegendItem[] {
  return [
    { label: words.front, colour: colour('chosen'), mark: 'line' },
    { label: words.otherSets, colour: colour('quiet'), mark: 'symbol' },
    { label: words.bestSet, colour: colour('negative'), mark: 'ring' },
    { label: words.asGood, colour: colour('negative'), mark: 'line', dash: '5 4' },
  ]
}

/** Where sets stand, for what moves the winner in a page; undefined without sets to draw. */
export function landscapeFrame(chart: LandscapeChart, width: number): Frame | undefined {
  const placed = chart.sets.filter((set) => hasPlace(chart.x, set.x) && hasPlace(chart.y, set.y))
  return placed.length === 0 ? undefined : frameOf(panelOf(chart, placed, width))
}

/** The sets that take part: those with numbers. */
export function comparedSets({ sets }: LandscapeChart): SetPoint[] {
  return sets.filter(({ x, y }) => hasPlace(free, x) && hasPlace(free, y))
}

export function bestSentence(
  { features }: SetPoint,
  alpha: number,
  beta: number,
  words: FigureWords,
): string {
  const names = features.length === 0 ? words.noFeature : features.join(', ')
  return words.bestAt(shortNumber(alpha), shortNumber(beta), names)
}

export function bestOf(chart: LandscapeChart): SetPoint | undefined {
  const sets = comparedSets(chart)
  const sizes = sets.map(({ features }) => features.length)
  return sets[
    winnerOf(
      sets.map(({ x }) => x),
      sets.map(({ y }) => y),
      sizes,
      chart.alpha,
      chart.beta,
    )
  ]
}

function panelOf({ x: xAxis, y: yAxis }: LandscapeChart, placed: readonly SetPoint[], width: number) {
  const x = scaleOf(
    xAxis,
    placed.map((set) => set.x),
    width < 500 ? 4 : 8,
  )
  const y = scaleOf(
    yAxis,
    placed.map((set) => set.y),
    5,
  )
  const left = tickWidth(y, (text) => textWidth(text, 12)) + 12
  const height = 30 + (width < 500 ? 260 : 380) + 46
  const labels = { xLabel: xAxis.label, yLabel: yAxis.label }
  return { width, height, left, right: endRoom(x), top: 30, bottom: 46, x, y, ...labels, axes: 'xy' as const }
}

function frameOf({ width, height, left, right, top, bottom, x, y }: ReturnType<typeof panelOf>): Frame {
  const axis = ({ type, domain }: Scale) => ({ log: type === 'log', low: domain[0], high: domain[1] })
  return { left, right: width - right, top, bottom: height - bottom, x: axis(x), y: axis(y) }
}

/** The ring, its name and the line, which the script of a page moves. The line is cut at the frame. */
function winnerMark(
  best: SetPoint | undefined,
  weights: { alpha: number; beta: number },
  frame: Frame,
  words: FigureWords,
): string {
  const { left, right, top, bottom } = frame
  const x = best ? pixelOf(best.x, frame.x, left, right, ln) : NaN
  const y = best ? pixelOf(best.y, frame.y, bottom, top, ln) : NaN
  const seen = Number.isFinite(x) && Number.isFinite(y)
  const stroke = colour('negative')
  const d = best ? isoPath(frame, weights, best, { pixelOf, ln, exp }) : ''
  const line = { d: d || 'M0,0', fill: 'none', stroke, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' }
  const box = { x: left, y: top, width: right - left, height: bottom - top }
  const viewBox = `${left} ${top} ${right - left} ${bottom - top}`
  const end = x > (left + right) / 2
  const text = {
    x: (seen ? x : 0) + (end ? -12 : 12),
    // Below the ring where there is the label of the axis above it.
    y: (seen ? y : 0) + (y < top + 14 ? 20 : -10),
    'text-anchor': end ? 'end' : 'start',
  }
  const halo = {
    stroke: colour('surface'),
    'stroke-width': 4,
    'stroke-linejoin': 'round',
    'paint-order': 'stroke',
  }
  const most = Math.floor((right - left) / 2 / 8)
  const ring = { cx: seen ? x : 0, cy: seen ? y : 0, r: 7, fill: 'none', stroke, 'stroke-width': 2.5 }
  return tag(
    'g',
    { class: 'winner' },
    tag('svg', { ...box, viewBox, overflow: 'hidden' }, tag('path', line)),
    tag('circle', { ...ring, display: seen ? undefined : 'none' }),
    textTag(best ? setLabel(best.features.length === 0 ? [words.noFeature] : best.features, most) : ' ', {
      ...{ ...text, ...halo, 'font-weight': 600, 'data-most': most, display: seen ? undefined : 'none' },
    }),
  )
}
