import type { Catalogue } from '#core'
import { formatLearner, formatMethod, formatSearch } from './catalogue-entry-text.ts'
import { dim, formatTable, tableWidth, wrap } from './text.ts'
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
