// The figures of docs/which-method.md, drawn from the results of the study: `truth.js`.
import { figureSvg } from 'criba/report'

/** @typedef {import('./truth-tables.js').Cell} Cell */

/**
 * A heat map of the share of the right columns: of orders, or of selections.
 *
 * @param {import('./truth-tables.js').Study} study @param {Cell['kind']} kind
 */
export function figureOf({ cells }, kind) {
  const shown = cells.filter((cell) => cell.kind === kind)
  const designs = [...new Set(shown.map(({ design }) => design))]
  const methods = [...new Set(shown.map(({ method }) => method))]
  const valueOf = (/** @type {string} */ design, /** @type {string} */ method) => {
    const cell = shown.find((one) => one.design === design && one.method === method)
    return cell ? Math.round(100 * cell.right) : null
  }
  return figureSvg(
    {
      kind: 'matrix',
      name: kind,
      title:
        kind === 'order'
          ? 'Right columns among the first places, in percent'
          : 'Right columns chosen, in percent',
      caption:
        kind === 'order'
          ? 'The share of the relevant columns among the first places of an order, as many as there are relevant columns. A blank is a method that does not fit the table.'
          : 'The share of the relevant columns that a selection chooses. A blank is a method that does not fit the table.',
      labels: designs.map(labelOf),
      columns: methods,
      values: designs.map((design) => methods.map((method) => valueOf(design, method))),
      value: { label: 'right columns (%)', from: 0, to: 100 },
    },
    { width: 1000 },
  )
}

/**
 * The generator, and whether it is its easier or its harder table: the tables of the page have the options.
 * @param {string} design @param {number} i @param {readonly string[]} designs
 */
function labelOf(design, i, designs) {
  const generatorOf = (/** @type {string} */ name) => name.split(/[:,]/)[0]
  const name = generatorOf(design)
  return designs.findIndex((one) => generatorOf(one) === name) === i ? name : `${name}, harder`
}
