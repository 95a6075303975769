import { fileURLToPath } from 'node:url'
import * as criba from 'criba'
import { readTable } from 'criba/node'
import { figureSvg, selectReport } from 'criba/report'
import { shellWord } from '../../dist/src/core/index.js'
import { methodText } from '../../dist/src/core/spec/method-text.js'
import { penaltySections } from '../../dist/src/report/contents/path-section.js'
import { scoreBars } from '../../dist/src/report/contents/score-bars.js'
import { rankingText } from '../../dist/src/report/ranking-text.js'
import { selectionText } from '../../dist/src/report/selection-text.js'

/** @typedef {import('criba').CatalogueEntry} CatalogueEntry */
/** @typedef {import('criba').Chart} Chart */
/**
 * A method on one of the example tables.
 * @typedef {object} WorkedExample
 * @property {readonly string[]} words the words of the command after `criba`
 * @property {string} text what the command prints, in a pipe
 * @property {Chart} chart the figure of its report that shows the answer
 */
/**
 * A table of `examples/` with what a command says of it.
 * @typedef {object} Data
 * @property {string} file
 * @property {string | readonly string[]} target
 * @property {string} [event]
 * @property {string} [block]
 * @property {readonly string[]} [drop]
 */

/** @satisfies {Readonly<Record<string, Data>>} */
const data = {
  /** Numbers and levels, with classes. */
  mixed: { file: 'examples/penguins.csv', target: 'species' },
  /** Many related numbers, with two classes. */
  twoClasses: { file: 'examples/breast-cancer.csv', target: 'diagnosis' },
  /** A few numbers, with a numeric target. */
  numeric: { file: 'examples/diabetes.csv', target: 'progression' },
  /** Numbers that seldom repeat, as estimates by neighbours need them, with a numeric target. */
  continuous: {
    file: 'examples/breast-cancer.csv',
    target: 'mean compactness',
    drop: ['diagnosis', '*conc*', '* error', 'worst *'],
  },
  /** Rows within blocks, with two classes. */
  blocks: { file: 'examples/penguins.csv', target: 'sex', block: 'species' },
  /** Several numeric targets. */
  several: { file: 'examples/penguins.csv', target: ['body_mass_g', 'flipper_length_mm'] },
  eventTimes: { file: 'examples/leukaemia.csv', target: 'weeks', event: 'relapse' },
}

/**
 * The table that suits a method, by what the catalogue says of it. A family that takes numbers and classes may
 * be shown on numbers.
 * @param {CatalogueEntry} entry
 * @param {boolean} isOfNumbers
 * @returns {Data}
 */
function dataOf({ shape, blocks, types: { features, target } }, isOfNumbers) {
  if (blocks) return data.blocks
  if (target.some((type) => type === 'event time')) return data.eventTimes
  if (target.some((type) => type === 'several numbers')) return data.several
  if (shape === 'resampling' || (isOfNumbers && target.includes('numeric'))) return data.numeric
  if (target.length === 0 || target.some((type) => type === 'two classes')) return data.twoClasses
  const isOfClasses = target.some((type) => type !== 'numeric')
  if (isOfClasses) return shape === 'rank' && features.length > 1 ? data.mixed : data.twoClasses
  return shape === 'subset' && features.length === 1 ? data.continuous : data.numeric
}

// Names of methods come from the catalogue as texts, which the typed specs do not take.
/** @typedef {import('criba').Table} Table */
const rank = /** @type {(table: Table, spec: object) => Promise<import('criba').RankResult>} */ (criba.rank)
const select = /** @type {(table: Table, spec: object) => Promise<import('criba').SelectResult>} */ (
  criba.select
)

/** Methods that say little or take long by their defaults on a small table. */
const options = /** @type {Readonly<Record<string, Readonly<Record<string, number>>>>} */ ({
  // Of ten columns none can pass at 0.1.
  knockoffs: { q: 0.3 },
  boruta: { runs: 20 },
})

/** What a method that resamples repeats, where its default takes long. */
const criteria = /** @type {Readonly<Record<string, string>>} */ ({
  boruta: 'forest-importance:trees=20',
})

/**
 * Runs a method on the example table that suits it. Criteria that say nothing of single columns choose a pair.
 * @param {CatalogueEntry} entry
 * @param {boolean} isOfNumbers whether a numeric target shows it best
 * @returns {Promise<WorkedExample>}
 */
export async function workedExample(entry, isOfNumbers) {
  const { file, target, event, block, drop = [] } = dataOf(entry, isOfNumbers)
  const hasTarget = entry.types.target.length > 0
  const dropped = hasTarget ? drop : [target].flat()
  const table = await tableOf(file)
  const names = table.columns.map(({ name }) => name)
  const spec = {
    ...(hasTarget && { target }),
    ...(event !== undefined && { event }),
    ...(block !== undefined && { block }),
    drop: names.filter((name) => dropped.some((pattern) => fits(name, pattern))),
  }
  const required = Object.entries(entry.options).filter(([, rule]) => rule.default === undefined)
  const method = {
    method: entry.id,
    options: { ...Object.fromEntries(required.map(([name]) => [name, 1])), ...options[entry.id] },
  }
  const words = [
    file,
    ...(hasTarget ? ['-t', [target].flat().join(',')] : []),
    ...(event === undefined ? [] : ['--event', event]),
    ...(block === undefined ? [] : ['--block', block]),
    ...(dropped.length > 0 ? ['--drop', dropped.join(',')] : []),
  ]
  const named = methodText(method)
  if (entry.shape === 'rank' && entry.search === undefined) {
    const result = await rank(table, { ...spec, by: [method] })
    const [ranking] = result.rankings
    const [path] = penaltySections(ranking.path).flatMap(({ charts = [] }) => charts)
    return {
      words: ['rank', ...words, '--by', named],
      text: rankingText(result, file, display),
      chart: path ?? scoreBars(ranking, 'scores', { intervals: null }),
    }
  }
  const isNamed = entry.shape === 'step' || entry.search !== undefined || entry.shape === 'resampling'
  const criterion = criteria[entry.id]
  const asked = isNamed ? { method, ...(criterion !== undefined && { criterion }) } : { criterion: method }
  const flags = isNamed
    ? ['--method', named, ...(criterion === undefined ? [] : ['--criterion', criterion])]
    : ['--criterion', named]
  const found = await select(table, { ...spec, ...asked }).catch((/** @type {unknown} */ error) => {
    if (error instanceof criba.CribaError && error.code === 'unsuitable') return null
    throw error
  })
  const isPair = found === null || (found.selected.length === 0 && !isNamed)
  const result = isPair ? await select(table, { ...spec, ...asked, search: pairs }) : found
  const report = await selectReport(result, table)
  const [chart] = report.sections.flatMap(({ charts = [] }) => charts)
  return {
    words: ['select', ...words, ...flags, ...(isPair ? ['--search', pairs] : [])],
    text: selectionText(result, file, display),
    chart,
  }
}

const pairs = 'exhaustive:from=2,to=2'

/** What a pipe shows. */
const display = { width: 120, colour: false, lines: Infinity }

/**
 * Whether a name fits a pattern whose asterisks stand for any letters.
 * @param {string} name
 * @param {string} pattern
 */
function fits(name, pattern) {
  return new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name)
}

/** @type {Map<string, ReturnType<typeof readTable>>} */
const tables = new Map()

/** @param {string} file */
function tableOf(file) {
  const known = tables.get(file) ?? readTable(fileURLToPath(new URL(`../../${file}`, import.meta.url)))
  tables.set(file, known)
  return known
}

/**
 * The command of an example, to be copied.
 * @param {WorkedExample} example
 */
export function commandOf({ words }) {
  return ['criba', ...words.map(shellWord)].join(' ')
}

/** Lines of an answer that a page shows. */
const mostLines = 14

/**
 * The answer as the command prints it; of a long one the beginning.
 * @param {WorkedExample} example
 */
export function shownLines({ text }) {
  const lines = text.split('\n')
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), '…']
}

/**
 * The figures of an example by their widths, each laid out anew.
 * @param {WorkedExample} example
 */
export function figuresOf({ chart }) {
  return { wide: figureSvg(chart), narrow: figureSvg(chart, { width: 320 }) }
}
