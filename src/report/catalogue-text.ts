import type { Catalogue } from '../trace/catalogue.ts'
import { learnerInFull, methodInFull, searchInFull } from './catalogue-entry-text.ts'
import { dim, setTable, tableWidth, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** The catalogue as tables for people; what stands alone in it, in full. */
export function catalogueText({ methods, searches, learners }: Catalogue, paper: Paper): string {
  const alone = [
    ...methods.map((entry) => () => methodInFull(entry, paper)),
    ...searches.map((entry) => () => searchInFull(entry, paper)),
    ...learners.map((entry) => () => learnerInFull(entry, paper)),
  ]
  if (alone.length === 1) return alone[0]()
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
  const ofLearners = learners.map(({ id, task, title }) => [id, task, title])
  return [
    ...titled(['method', 'features', 'target', 'p'], ofMethods, paper),
    '',
    ...titled(['search', 'looks at'], ofSearches, paper),
    '',
    ...titled(['learner', 'task'], ofLearners, paper),
    '',
    'One in full: criba methods <name>',
  ].join('\n')
}

/** A table whose last column says what each thing is, in as many lines as it takes. */
function titled(titles: readonly string[], rows: readonly (readonly string[])[], paper: Paper): string[] {
  const columns = [...titles, 'what it is'].map((title) => ({ title, align: 'left' as const }))
  const last = titles.length
  const room = paper.width - tableWidth(columns.slice(0, last), rows) - 2
  // Where there is little room a name and what it is are the most useful; the rest is told of each in full.
  if (room < 20 && last > 1) {
    const ends = rows.map((row) => [row[0], row[last]])
    return titled(titles.slice(0, 1), ends, paper)
  }
  const fitted = rows.flatMap((row) =>
    wrap(row[last], Math.max(16, room)).map((line, i) => [
      ...row.slice(0, last).map((cell) => (i === 0 ? cell : '')),
      dim(line, paper),
    ]),
  )
  return setTable(columns, fitted, paper)
}

/** Both types together are `any`. */
function shortTypes(types: readonly string[]): string {
  return types.length === 2 ? 'any' : (types[0] ?? '—')
}
