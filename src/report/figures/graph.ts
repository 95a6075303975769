import cos from '@stdlib/math-base-special-cos'
import sin from '@stdlib/math-base-special-sin'
import type { GraphChart } from '#core'
import { shortNumber } from '../numbers.ts'
import { legend } from './legend.ts'
import { colour } from './palette.ts'
import { hasPlace, placeNote } from './scale.ts'
import { emptyDrawing, tag, textTag, titleTag } from './svg.ts'
import type { Drawing } from './svg.ts'
import { oneLine, shortened, spread, textWidth } from './text-width.ts'
import type { FigureWords } from './words.ts'

interface Node {
  readonly name: string
  readonly value: number
  readonly chosen: boolean
  readonly x: number
  readonly y: number
  readonly right: boolean
  readonly radius: number
}

const lineHeight = 18

/** Nodes on a circle in the order given, from the top clockwise; names outside, edges inside. */
export function graphDrawing(
  { nodes, edges, value: axis }: GraphChart,
  width: number,
  words: FigureWords,
): Drawing {
  const known = new Set(nodes.map(({ name }) => name))
  const joined = edges.filter(({ a, b, value }) => known.has(a) && known.has(b) && hasPlace(axis, value))
  const without = edges.filter(({ a, b }) => !known.has(a) || !known.has(b)).length
  const notes = [
    ...placeNote(
      axis,
      edges.map(({ value }) => value),
      'edge',
      words,
    ),
    ...(without > 0 ? [words.withoutNodes(without)] : []),
  ]
  if (nodes.length === 0) return emptyDrawing(notes, words)
  const names = Math.min(
    width * 0.27,
    width / 2 - 70,
    Math.max(...nodes.map(({ name, chosen }) => textWidth(oneLine(name), chosen ? 14.3 : 13))),
  )
  const room = width / 2 - names - 28
  const perSide = Math.ceil(nodes.length / 2)
  const radius = Math.min(room, Math.max(170, (perSide * lineHeight * 1.5) / 2))
  const key = legend(
    itemsOf(
      joined.map(({ value }) => value),
      nodes,
      words,
    ),
    width,
  )
  // A circle that has no room for as many names as rows becomes an ellipse, and so does that of few nodes.
  const tall = Math.max(Math.min(radius, 60 * perSide), (perSide * lineHeight) / 2)
  const centre = { x: width / 2, y: tall + 26 }
  const placed = placeNodes(nodes, centre, radius, tall)
  const height = centre.y + tall + 26
  const largest = joined.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0)
  const byName = new Map(placed.map((node) => [node.name, node]))
  const ordered = [...joined].sort((a, b) => Math.abs(a.value) - Math.abs(b.value))
  const head = textTag(shortened(axis.label, width), { x: 0, y: 13 }, axis.label)
  const content = [
    ...ordered.map((edge) => edgeOf(byName.get(edge.a)!, byName.get(edge.b)!, edge.value, largest, centre)),
    ...placed.map(nodeOf),
    ...labelsOf(placed, centre.x, radius, names, height),
  ]
  const down = 20 + key.height
  return {
    height: down + height,
    content:
      head +
      tag('g', { transform: 'translate(0,22)' }, key.content) +
      tag('g', { transform: `translate(0,${down})` }, ...content),
    notes,
  }
}

function placeNodes(
  nodes: GraphChart['nodes'],
  centre: { x: number; y: number },
  radius: number,
  tall: number,
): Node[] {
  const most = nodes.reduce(
    (largest, { value }) => (Number.isFinite(value) ? Math.max(largest, value) : largest),
    0,
  )
  return nodes.map(({ name, value, chosen }, i) => {
    // Half a step on, so that no node stands at the very top, where names of both sides would meet.
    const angle = ((i + 0.5) / nodes.length) * 2 * Math.PI
    const [x, y] = [centre.x + radius * sin(angle), centre.y - tall * cos(angle)]
    const share = most > 0 && value > 0 ? Math.min(1, value / most) : 0
    return {
      name,
      value,
      chosen: chosen === true,
      x,
      y,
      right: x >= centre.x,
      radius: 3.5 + 5 * Math.sqrt(share),
    }
  })
}

function edgeOf(a: Node, b: Node, value: number, largest: number, centre: { x: number; y: number }): string {
  const share = largest > 0 ? Math.abs(value) / largest : 0
  const thick = 0.75 + 5.25 * share
  const bend = (from: number, to: number, middle: number) =>
    (from + to) / 2 + (middle - (from + to) / 2) * 0.45
  const attributes = {
    d: `M${a.x},${a.y}Q${bend(a.x, b.x, centre.x)},${bend(a.y, b.y, centre.y)},${b.x},${b.y}`,
    ...{
      fill: 'none',
      stroke: colour(value < 0 ? 'negative' : 'chosen'),
      'stroke-width': 0.75 + 5.25 * share,
    },
    ...{
      'stroke-opacity': 0.35 + 0.5 * share,
      'stroke-dasharray': value < 0 ? `${4 + thick * 1.5} ${3 + thick * 0.75}` : undefined,
    },
  }
  const title = `${oneLine(a.name)}, ${oneLine(b.name)}: ${shortNumber(value)}`
  return tag('path', attributes, titleTag(title))
}

function nodeOf({ x, y, radius, chosen, name, value }: Node): string {
  const ring = { stroke: colour(chosen ? 'chosen' : 'rule'), 'stroke-width': 2 }
  const circle = { cx: x, cy: y, r: radius, fill: colour(chosen ? 'chosen' : 'surface'), ...ring }
  return tag('circle', circle, titleTag(`${oneLine(name)}: ${shortNumber(value)}`))
}

/** Names beside the circle, moved apart, with a line to their node where they moved. */
function labelsOf(
  nodes: readonly Node[],
  centre: number,
  radius: number,
  width: number,
  bottom: number,
): string[] {
  return [true, false].flatMap((right) => {
    const side = nodes.filter((node) => node.right === right)
    const places = spread(
      side.map(({ y }) => y),
      lineHeight,
      bottom - 6,
    )
    const sign = right ? 1 : -1
    return side.map(({ name, x, y, radius: own, chosen }, i) => {
      const at = centre + sign * (radius + 28)
      const d = `M${x + sign * (own + 2)},${y}L${at - sign * 12},${places[i]}H${at - sign * 4}`
      const place = { x: at, y: places[i] + 4.5, 'text-anchor': right ? 'start' : 'end' }
      return (
        tag('path', { d, fill: 'none', stroke: colour('rule'), 'stroke-width': 0.75 }) +
        textTag(
          shortened(name, width, chosen ? 14.3 : 13),
          { ...place, 'font-weight': chosen ? 600 : undefined },
          name,
        )
      )
    })
  })
}

function itemsOf(values: readonly number[], nodes: GraphChart['nodes'], words: FigureWords) {
  const range = (own: readonly number[]) =>
    [Math.min(...own), Math.max(...own)]
      .map((value) => shortNumber(Number(value.toPrecision(2))))
      .filter((text, i, all) => i === 0 || text !== all[0])
  const [positive, negative] = [values.filter((value) => value >= 0), values.filter((value) => value < 0)]
  const several = nodes.some(({ chosen }) => chosen) && nodes.some(({ chosen }) => !chosen)
  return [
    ...(positive.length > 0
      ? [
          {
            label: words.positive(range(positive)),
            colour: colour('chosen'),
            mark: 'line' as const,
          },
        ]
      : []),
    ...(negative.length > 0
      ? [
          {
            label: words.negative(range(negative)),
            colour: colour('negative'),
            mark: 'line' as const,
            dash: '5 4',
          },
        ]
      : []),
    ...(several
      ? [
          { label: words.chosen, colour: colour('chosen'), mark: 'symbol' as const },
          { label: words.notChosen, colour: colour('rule'), mark: 'ring' as const },
        ]
      : []),
  ]
}
