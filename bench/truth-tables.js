// The tables of docs/which-method.md and of its translation, made of the results of the study: `truth.js`.

/**
 * A method on a table: the means over the seeds.
 *
 * @typedef {{
 *   design: string,
 *   kind: 'order' | 'selection',
 *   method: string,
 *   seeds: number,
 *   right: number,
 *   redundant: number,
 *   irrelevant: number,
 *   exact: number,
 * }} Cell
 * @typedef {{ criba: string, cells: readonly Cell[] }} Study
 */

const begin = '<!-- made by npm run study -- truth: begin -->'
const end = '<!-- made by npm run study -- truth: end -->'

/** What the tables say in Spanish. @type {readonly (readonly [string, string])[]} */
const spanishWords = [
  [
    '### Share of the right columns among the first',
    '### Proporción de columnas correctas entre las primeras',
  ],
  [
    '### Share of the right columns chosen, and how many others',
    '### Proporción de columnas correctas elegidas, y cuántas más',
  ],
  [
    '### Share of selections that are the right columns exactly',
    '### Proporción de selecciones que son exactamente las columnas correctas',
  ],
  ['| table |', '| tabla |'],
  ['| the default |', '| por defecto |'],
  ['100 trees', '100 árboles'],
  [' seeds)', ' semillas)'],
  [' rows |', ' filas |'],
]

/** The three tables in Spanish. @param {Study} study */
export function spanishTablesOf(study) {
  return spanishWords.reduce((text, [word, spanish]) => text.replaceAll(word, spanish), tablesOf(study))
}

/** The page with the tables of a study between its marks. @param {string} page @param {Study} study */
export function withTables(page, study, tables = tablesOf) {
  const [before, after] = [page.indexOf(begin), page.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`the page lacks the marks ${begin} and ${end}`)
  return `${page.slice(0, before + begin.length)}\n\n${tables(study)}\n${page.slice(after)}`
}

/** The three tables as Markdown. @param {Study} study */
export function tablesOf(study) {
  const orders = study.cells.filter(({ kind }) => kind === 'order')
  const selections = study.cells.filter(({ kind }) => kind === 'selection')
  return [
    '### Share of the right columns among the first',
    tableOf(orders, ({ right, seeds }) => percentOf(right, seeds)),
    '### Share of the right columns chosen, and how many others',
    tableOf(selections, (cell) => {
      const others = cell.redundant + cell.irrelevant
      return `${percentOf(cell.right, cell.seeds)} +${others.toFixed(1)}`
    }),
    '### Share of selections that are the right columns exactly',
    tableOf(selections, ({ exact, seeds }) => percentOf(exact, seeds)),
    '',
  ].join('\n\n')
}

/**
 * A line for each table, a column for each method. @param {readonly Cell[]} cells @param {(cell: Cell) =>
 * string} textOf
 */
function tableOf(cells, textOf) {
  const methods = [...new Set(cells.map(({ method }) => method))]
  const names = [...new Set(cells.map(({ design }) => design))]
  const heads = methods.map((method) => {
    const seeds = Math.max(...cells.filter((cell) => cell.method === method).map((cell) => cell.seeds))
    return seeds < 100 ? `${method} (${seeds} seeds)` : method
  })
  const lines = names.map((name) => {
    const texts = methods.map((method) => {
      const cell = cells.find((one) => one.design === name && one.method === method)
      return cell ? textOf(cell) : '–'
    })
    return `| \`${name.replace(', ', '`, ')} | ${texts.join(' | ')} |`
  })
  return [`| table | ${heads.join(' | ')} |`, `|---|${'---|'.repeat(methods.length)}`, ...lines].join('\n')
}

/** A mean share in percent, with its interval. @param {number} share @param {number} seeds */
function percentOf(share, seeds) {
  const [low, high] = wilson(share, seeds)
  return `${Math.round(100 * share)} (${Math.round(100 * low)}–${Math.round(100 * high)})`
}

/**
 * Wilson's interval of a share (1927), 95 %. The mean of shares within seeds varies at most as much as that
 * of hits and misses, so it holds for both.
 *
 * @param {number} p @param {number} n
 */
export function wilson(p, n, z = 1.96) {
  const middle = p + (z * z) / (2 * n)
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  return [middle - half, middle + half].map((bound) => Math.min(1, Math.max(0, bound / (1 + (z * z) / n))))
}
