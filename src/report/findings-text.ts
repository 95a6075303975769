import { firstFew } from '../spec/names.ts'
import type { ColumnRecord, FindingKind } from '../trace/column-record.ts'
import { counted } from './numbers.ts'
import { clean, wrap } from './text.ts'
import type { Paper } from './text.ts'

/** Columns with what was found of them; of each the gravest finding is told. */
type Found = Pick<ColumnRecord, 'name' | 'findings'>

/** How each kind is called, of one column and of several. */
const inWords: Readonly<Record<FindingKind, readonly [one: string, several: string]>> = {
  'target-copy': ['copy of the target', 'copies of the target'],
  leak: ['leak of the target', 'leaks of the target'],
  identifier: ['identifier', 'identifiers'],
  'free-text': ['column of free text', 'columns of free text'],
  copy: ['copy', 'copies'],
  'few-rows': ['column of few rows', 'columns of few rows'],
  empty: ['empty column', 'empty columns'],
  constant: ['constant', 'constants'],
  'missing-value-code': [
    'column with a number that may mean missing',
    'columns with a number that may mean missing',
  ],
  'nearly-constant': ['nearly constant column', 'nearly constant columns'],
  'many-levels': ['column of too many levels', 'columns of too many levels'],
  'mostly-empty': ['mostly empty column', 'mostly empty columns'],
  time: ['date or time', 'dates or times'],
}
const allKinds = Object.keys(inWords) as readonly FindingKind[]
/** What makes a score doubtful. */
export const doubtful: readonly FindingKind[] = allKinds.slice(0, allKinds.indexOf('mostly-empty'))

/** What sets a column apart; a leak is warned of only. */
export const reasons: readonly FindingKind[] = allKinds.filter((kind) => kind !== 'leak')

/** So many names stand in one line. */
const mostNames = 12

/** The columns by what was found of them, a line for each kind, under a title that counts them; none where nothing was found. */
export function findingLines(
  columns: readonly Found[],
  title: (columns: string) => string,
  paper: Paper,
  kinds: readonly FindingKind[] = allKinds,
): string[] {
  const told = columns.flatMap(({ name, findings = [] }) => {
    const first = kinds.find((kind) => findings.some((finding) => finding.kind === kind))
    const finding = findings.find(({ kind }) => kind === first)
    return finding ? [{ name, ...finding }] : []
  })
  if (told.length === 0) return []
  const lines = kinds.flatMap((kind) => {
    const all = told.filter((one) => one.kind === kind)
    if (all.length === 0) return []
    const [one, several] = inWords[kind]
    const names = all.map(({ name, of, message }) => {
      const more = kind === 'copy' ? ` (of ${clean(of!)})` : kind === 'few-rows' ? ` (${message})` : ''
      return `${clean(name)}${more}`
    })
    const line = `${all.length} ${all.length === 1 ? one : several}: ${firstFew(names, mostNames)}`
    return wrap(line, paper.width - 4).map((part, i) => (i === 0 ? `  ${part}` : `    ${part}`))
  })
  return ['', ...wrap(title(counted(told.length, 'column')), paper.width), ...lines]
}
