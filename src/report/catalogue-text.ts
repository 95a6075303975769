import { acceptedText, methodText } from '#core'
import type {
  Catalogue,
  CatalogueEntry,
  LearnerEntry,
  OptionRule,
  OptionTable,
  OptionValue,
  SearchEntry,
} from '#core'
import { dim, emphasise, formatTable, tableWidth, wrap } from './text.ts'
import type { Display } from './text.ts'

/** The catalogue as tables; a catalogue of one entry shows all its facts. */
export function catalogueText({ methods, searches, learners }: Catalogue, display: Display): string {
  const entries = [
    ...methods.map((entry) => () => formatMethod(entry, display)),
    ...searches.map((entry) => () => formatSearch(entry, display)),
    ...learners.map((entry) => () => formatLearner(entry, display)),
  ]
  if (entries.length === 1) return entries[0]()
  const ofMethods = methods.map(({ id, types, pValue, title }) => [
    id,
    shortTypes(types.features),
    shortTypes(types.target),
    pValue === undefined ? '' : '✓',
    title,
  ])
  const ofSearches = searches.map(({ id, shape, title }) => [
    id,
    shape === 'step' ? 'candidates' : 'whole sets',
    title,
  ])
  const ofLearners = learners.map(({ id, tasks, title }) => [id, shortTasks(tasks), title])
  return [
    ...titled(['method', 'features', 'target', 'p'], ofMethods, display),
    '',
    ...titled(['search', 'evaluates'], ofSearches, display),
    '',
    ...titled(['learner', 'task'], ofLearners, display),
    '',
    'All about one of them: criba methods <name>',
  ].join('\n')
}

/** A table whose last column describes each entry; long descriptions are wrapped. */
function titled(titles: readonly string[], rows: readonly (readonly string[])[], display: Display): string[] {
  const columns = [...titles, 'what it is'].map((title) => ({ title, align: 'left' as const }))
  const last = titles.length
  const width = display.width - tableWidth(columns.slice(0, last), rows) - 2
  // A narrow table keeps the name and the description; `criba methods <name>` shows the rest.
  if (width < 20 && last > 1) {
    const ends = rows.map((row) => [row[0], row[last]])
    return titled(titles.slice(0, 1), ends, display)
  }
  const fitted = rows.flatMap((row) =>
    wrap(row[last], Math.max(16, width)).map((line, i) => [
      ...row.slice(0, last).map((cell) => (i === 0 ? cell : '')),
      dim(line, display),
    ]),
  )
  return formatTable(columns, fitted, display)
}

/** Both tasks together are `any`. */
function shortTasks(tasks: readonly string[]): string {
  return tasks.length === 2 ? 'any' : tasks[0]
}

/** Both types together are `any`. */
function shortTypes(types: readonly string[]): string {
  return types.length === 2 ? 'any' : (types[0] ?? '—')
}

type Fact = readonly [name: string, fact: string]

/** The facts of an entry by their names, and a command that uses it. */
interface EntryFacts {
  readonly facts: readonly Fact[]
  readonly use: string
}

/** One method with all its facts. */
function formatMethod(entry: CatalogueEntry, display: Display): string {
  return formatEntry(entry, factsOfMethod(entry), display)
}

/** The facts of a method. */
export function factsOfMethod(entry: CatalogueEntry): EntryFacts {
  const { id, shape, resamples, search, types, blocks, better, units, pValue, options, formula, source } =
    entry
  const isPermuted = types.target.length > 0 && shape !== 'step' && resamples === undefined
  const facts: readonly Fact[] = [
    ['shape', shape],
    ...(resamples === undefined
      ? []
      : [['resamples', `${resamples}, or the criterion that is named (--criterion)`] satisfies Fact]),
    ...(search === undefined ? [] : [['search', search] satisfies Fact]),
    ['features', types.features.join(', ')],
    ['target', types.target.join(', ') || 'none'],
    ['formula', formula],
    ['units', units],
    ['better', better],
    ['p-value', pValue ?? (isPermuted ? 'by permutation (--permutations)' : 'none')],
    ['source', source],
  ]
  const method = methodText({ method: id, options: exampleOf(options) })
  const isSelecting = shape === 'step' || search !== undefined || resamples !== undefined
  const use = isSelecting
    ? `criba select data.csv -t y --method ${method}`
    : shape === 'rank'
      ? `criba rank data.csv ${targetFlags(types.target[0])}${blocks ? ' --block pair' : ''} --by ${method}`
      : `criba score data.csv -t y --features a,b --by ${method}`
  return { facts, use }
}

/** One search with all its facts. */
function formatSearch(entry: SearchEntry, display: Display): string {
  return formatEntry(entry, factsOfSearch(entry), display)
}

/** The facts of a search. */
export function factsOfSearch(entry: SearchEntry): EntryFacts {
  const { id, shape, how, monotone, rescores, testsIndependence, starts, paretoFront, options, source } =
    entry
  const criteria = monotone ? 'of sets, if adding a column never makes a set worse' : 'of sets'
  const facts: readonly Fact[] = [
    ['how', how],
    ['evaluates', shape === 'step' ? 'candidates one by one' : 'whole sets'],
    [
      'criteria',
      testsIndependence
        ? 'joint; sse with test=fisher-z; joint-mi with test=cmi-knn'
        : rescores
          ? 'rankers'
          : shape === 'step'
            ? 'any'
            : criteria,
    ],
    ...(starts ? [['start', `${startTexts[starts]} (--start-from)`] satisfies Fact] : []),
    ...(paretoFront
      ? [['front', 'also finds the Pareto front of two criteria (--pareto)'] satisfies Fact]
      : []),
    ['source', source],
  ]
  const ofStep = testsIndependence ? 'joint' : rescores ? 'rrelieff' : 'jmi'
  const criterion = shape === 'step' ? ofStep : monotone ? 'sse -k 5' : 'delta-test'
  const search = methodText({ method: id, options: exampleOf(options) })
  return { facts, use: `criba select data.csv -t y --criterion ${criterion} --search ${search}` }
}

const startTexts = {
  growing: 'adds to the columns given, if any',
  shrinking: 'removes from the columns given, or from all columns',
  anywhere: 'adds to and removes from the columns given, if any',
} as const

/** One learner with all its facts. */
function formatLearner(entry: LearnerEntry, display: Display): string {
  return formatEntry(entry, factsOfLearner(entry), display)
}

/** The facts of a learner. */
export function factsOfLearner(entry: LearnerEntry): EntryFacts {
  const { id, tasks, features, metrics, options, source } = entry
  const metricsText = metrics.map((metric) => `${metric.id} (${metric.units}, ${metric.better} is better)`)
  const facts: readonly Fact[] = [
    ['task', tasks.join(', ')],
    ['reads', `numeric columns by ${features.numeric}, categorical columns by ${features.categorical}`],
    ['metrics', metricsText.join('; ')],
    ['source', source],
  ]
  const criterion = methodText({ method: 'cv', options: { learner: id, ...exampleOf(options) } })
  const target = targetFlags(tasks[0] === 'survival' ? 'event time' : undefined)
  return { facts, use: `criba select data.csv ${target} --criterion ${criterion}` }
}

/** The flags of an example's target. */
function targetFlags(wanted: string | undefined): string {
  if (wanted === 'several numbers') return '-t a,b'
  return wanted === 'event time' ? '-t time --event status' : '-t y'
}

interface Named {
  readonly id: string
  readonly title: string
  readonly options: OptionTable
}

/** The facts, the options, and an example command; the command is never wrapped, so that it can be copied. */
function formatEntry({ id, title, options }: Named, { facts, use }: EntryFacts, display: Display): string {
  const width = Math.max(24, display.width - 11)
  const lines = facts.flatMap(([name, fact]) =>
    wrap(fact, width).map((line, i) => `${dim((i === 0 ? name : '').padEnd(10), display)} ${line}`),
  )
  return [
    `${emphasise(id, display)}  ${title}`,
    '',
    ...lines,
    ...optionLines(options, display),
    '',
    use,
  ].join('\n')
}

/**
 * Options for the example: those without a default, else the first one; a flag with the value that is not its
 * default.
 */
function exampleOf(options: OptionTable): Readonly<Record<string, OptionValue>> {
  const all = Object.entries(options)
  const required = all.filter(([, rule]) => rule.default === undefined)
  const shown = required.length > 0 ? required : all.slice(0, 1)
  return Object.fromEntries(
    shown.map(([name, rule]) => [name, rule.type === 'flag' ? !rule.default : (rule.default ?? 1)]),
  )
}

/** Width of the column that says which values an option takes. */
const widestChoice = 26

/** The options as a table; no lines if there are no options. */
function optionLines(options: OptionTable, display: Display): string[] {
  if (Object.keys(options).length === 0) return []
  const columns = ['option', 'default', 'takes', 'what it is'].map((title) => ({
    title,
    align: 'left' as const,
  }))
  const cells = Object.entries(options).map(([name, rule]) => ({
    start: [name, String(rule.default ?? '—')],
    choice: wrap(choiceText(rule), widestChoice),
    help: rule.help,
  }))
  const taken = cells.flatMap(({ start, choice }) => choice.map((line) => [...start, line]))
  const width = Math.max(20, display.width - tableWidth(columns.slice(0, 3), taken) - 2)
  const rows = cells.flatMap(({ start, choice, help }) => {
    const lines = wrap(help, width)
    return Array.from({ length: Math.max(choice.length, lines.length) }, (_, i) => [
      ...(i === 0 ? start : ['', '']),
      choice[i] ?? '',
      dim(lines[i] ?? '', display),
    ])
  })
  return ['', ...formatTable(columns, rows, display)]
}

/** The values that an option takes. */
export function choiceText(rule: OptionRule): string {
  return rule.type === 'choice' ? rule.of.join(', ') : acceptedText(rule)
}
