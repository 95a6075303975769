import { firstFew, shellWord } from '#core'
import type { ColumnRecord, FindingKind, Warning, WarningCode } from '#core'
import { counted } from './numbers.ts'
import { clean, wrap } from './text.ts'
import type { Display } from './text.ts'

/** A column with its findings; reports show the gravest one. */
type RecordedColumn = Pick<ColumnRecord, 'name' | 'findings' | 'time'> & Partial<Pick<ColumnRecord, 'type'>>

/**
 * The words for each kind of finding: of one column, of several, and as a mark beside a score; the gravest
 * first.
 */
const words: Readonly<Record<FindingKind, readonly [one: string, several: string, mark: string]>> = {
  'target-copy': ['copy of the target', 'copies of the target', 'target copy'],
  leak: ['leak of the target', 'leaks of the target', 'leak'],
  identifier: ['identifier', 'identifiers', 'identifier'],
  'group-identifier': ['identifier of groups', 'identifiers of groups', 'groups'],
  'free-text': ['column of free text', 'columns of free text', 'free text'],
  copy: ['copy', 'copies', 'copy'],
  'few-rows': ['column with too few rows', 'columns with too few rows', 'few rows'],
  empty: ['empty column', 'empty columns', 'empty'],
  constant: ['constant', 'constants', 'constant'],
  'missing-value-code': [
    'column with a number that may mean missing',
    'columns with a number that may mean missing',
    'missing code',
  ],
  'nearly-constant': ['nearly constant column', 'nearly constant columns', 'nearly constant'],
  'many-levels': ['column with too many levels', 'columns with too many levels', 'many levels'],
  'mostly-empty': ['mostly empty column', 'mostly empty columns', 'mostly empty'],
  time: ['date or time', 'dates or times', 'time'],
}
export const allKinds = Object.keys(words) as readonly FindingKind[]
/** The kinds that make a score doubtful. */
export const doubtfulKinds: readonly FindingKind[] = allKinds.slice(0, allKinds.indexOf('mostly-empty'))

/** The kinds for which `select` sets a column apart; for a leak it only warns. */
export const setApartKinds: readonly FindingKind[] = allKinds.filter((kind) => kind !== 'leak')

/** The kinds of columns that name their rows. */
export const kindsOfNames: readonly FindingKind[] = ['identifier', 'free-text']

/** The most names that one line lists. */
const mostNames = 12

/** What levels look like, by the warning that says so. */
const unread: Partial<Record<WarningCode, string>> = {
  'doubtful-numbers': 'unread numbers',
  'mixed-types': 'unread numbers',
  'mixed-units': 'unread numbers',
  ranges: 'unread numbers',
  'unclear-marks': 'unread numbers',
  'unread-dates': 'unread dates',
}

/** By column, the mark of what makes its score doubtful: a finding, or that its levels look like numbers or dates. */
export function marksOf(
  columns: readonly RecordedColumn[],
  warnings: readonly Warning[],
): ReadonlyMap<string, string> {
  const looks = new Map(
    warnings.flatMap(({ code, message, column, columns: several = column === undefined ? [] : [column] }) => {
      // Beside `sofort` most cells of a column may be dates.
      const look = message.includes(' cells are not dates or times ') ? unread['unread-dates'] : unread[code]
      return look === undefined ? [] : several.map((name) => [name, look] as const)
    }),
  )
  return new Map(
    columns.flatMap(({ name, type, findings = [] }): (readonly [string, string])[] => {
      const kind = doubtfulKinds.find((kind) => findings.some((finding) => finding.kind === kind))
      const look = type === 'categorical' ? looks.get(name) : undefined
      if (look !== undefined && (kind === undefined || kind === 'many-levels')) return [[name, look]]
      return kind ? [[name, words[kind][2]]] : []
    }),
  )
}

/**
 * The columns by finding, a line for each kind, under a title that counts them; no lines if there are no
 * findings.
 */
export function findingLines(
  columns: readonly RecordedColumn[],
  title: (columns: string) => string,
  display: Display,
  kinds: readonly FindingKind[] = allKinds,
  saysTime = false,
): string[] {
  const count = gravestOf(columns, kinds).length
  if (count === 0) return []
  const lines = findingNotes(columns, kinds, saysTime).flatMap((note) =>
    wrap(note, display.width - 4).map((part, i) => (i === 0 ? `  ${part}` : `    ${part}`)),
  )
  return ['', ...wrap(title(counted(count, 'column')), display.width), ...lines]
}

/** The gravest finding of these kinds for each column that has one. */
function gravestOf(columns: readonly RecordedColumn[], kinds: readonly FindingKind[]) {
  return columns.flatMap(({ name, findings = [], time }) => {
    const first = kinds.find((kind) => findings.some((finding) => finding.kind === kind))
    const finding = findings.find(({ kind }) => kind === first)
    return finding ? [{ name, time, ...finding }] : []
  })
}

/**
 * The columns by finding, a note for each kind: `2 identifiers: id, row`; where `saysTime`, times with the
 * option that uses them.
 */
export function findingNotes(
  columns: readonly RecordedColumn[],
  kinds: readonly FindingKind[] = allKinds,
  saysTime = false,
): string[] {
  const found = gravestOf(columns, kinds)
  return kinds.flatMap((kind) => {
    const all = found.filter((one) => one.kind === kind)
    if (all.length === 0) return []
    const [one, several] = words[kind]
    const names = all.map(({ name, of, message }) => {
      const more = kind === 'copy' ? ` (of ${clean(of!)})` : kind === 'few-rows' ? ` (${message})` : ''
      return `${clean(name)}${more}`
    })
    const date = kind === 'time' && saysTime ? all.find(({ time }) => time !== 'time') : undefined
    const use = date ? ` (--time ${shellWord(date.name)} holds out later rows)` : ''
    return [`${all.length} ${all.length === 1 ? one : several}: ${firstFew(names, mostNames)}${use}`]
  })
}
