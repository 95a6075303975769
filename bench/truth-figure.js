// The figure of docs/which-method.md, drawn from the results of the study: `truth.js`.
import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'

/** @typedef {import('./truth-tables.js').Cell} Cell */

/** Two heat maps: the share of the right columns, of orders and of selections. @param {import('./truth-tables.js').Study} study */
export function figureOf({ cells }) {
  const designs = [...new Set(cells.map(({ design }) => design))]
  const panel = (
    /** @type {Cell['kind']} */ kind,
    /** @type {number} */ left,
    /** @type {string} */ title,
  ) => {
    const shown = cells.filter((cell) => cell.kind === kind)
    const methods = [...new Set(shown.map(({ method }) => method))]
    return panelOf(shown, designs, methods, left, title)
  }
  const orders = panel('order', 330, 'Share of the right columns among the first, in percent')
  const selections = panel('selection', 10, 'Share of the right columns chosen (and others chosen)')
  const width = orders.width + selections.width
  const { height } = orders
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="background:white" role="img" aria-label="Which methods find the right columns of which tables, in percent">`,
    orders.svg,
    `<g transform="translate(${orders.width},0)">${selections.svg}</g>`,
    '</svg>',
  ].join('')
}

/** @param {readonly Cell[]} cells @param {readonly string[]} designs @param {readonly string[]} methods @param {number} left @param {string} title */
function panelOf(cells, designs, methods, left, title) {
  const { document } = parseHTML('<html></html>')
  const width = left + 44 * methods.length + 70
  const height = 24 * designs.length + 190
  const svg = Plot.plot({
    document,
    width,
    height,
    marginLeft: left,
    marginTop: 170,
    marginRight: 70,
    marginBottom: 20,
    style: { fontSize: '11px' },
    x: { axis: 'top', domain: methods, label: null, tickRotate: -45, tickSize: 0, padding: 0.04 },
    y: { domain: designs, label: null, tickSize: 0, padding: 0.06, ...(left < 100 && { axis: null }) },
    color: { scheme: 'YlGnBu', domain: [0, 1] },
    marks: [
      Plot.cell(cells, { x: 'method', y: 'design', fill: 'right' }),
      Plot.text(cells, {
        x: 'method',
        y: 'design',
        text: (/** @type {Cell} */ { kind, right, redundant, irrelevant }) => {
          const percent = String(Math.round(100 * right))
          const others = redundant + irrelevant
          return kind === 'order' || others < 0.5 ? percent : `${percent} +${Math.round(others)}`
        },
        fill: (/** @type {Cell} */ { right }) => (right > 0.55 ? 'white' : 'black'),
      }),
      Plot.text([title], {
        text: (/** @type {string} */ text) => text,
        frameAnchor: 'top-left',
        dy: -160,
        fontSize: 13,
        fontWeight: 'bold',
      }),
    ],
  })
  return { width, height, svg: svg.outerHTML }
}
