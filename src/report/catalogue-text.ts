import type { OptionRule, OptionValue } from '../spec/options.ts'
import type { Catalogue, CatalogueEntry } from '../trace/catalogue.ts'
import { dim, emphasise, setTable, shorten, tableWidth } from './text.ts'
import type { Paper } from './text.ts'

/** The catalogue as a table for people; a single method in full. */
export function catalogueText({ methods }: Catalogue, paper: Paper): string {
  if (methods.length === 1) return oneMethod(methods[0], paper)
  const columns = ['method', 'features', 'target', 'p', 'what it is'].map((title) => ({
    title,
    align: 'left' as const,
  }))
  const rows = methods.map(({ id, types, pValue, title }) => [
    id,
    shortTypes(types.features),
    shortTypes(types.target),
    pValue === undefined ? '' : '✓',
    title,
  ])
  const room = Math.max(16, paper.width - tableWidth(columns.slice(0, 4), rows) - 2)
  const fitted = rows.map((row) => [...row.slice(0, 4), dim(shorten(row[4], room), paper)])
  return [...setTable(columns, fitted, paper), '', 'One in full: criba methods <method>'].join('\n')
}

/** Both types together are `any`. */
function shortTypes(types: readonly string[]): string {
  return types.length === 2 ? 'any' : (types[0] ?? '—')
}

function oneMethod(entry: CatalogueEntry, paper: Paper): string {
  const { id, title, shape, search, types, better, units, pValue, options, formula, source } = entry
  const isPermuted = types.target.length > 0 && shape !== 'step'
  const facts: [string, string][] = [
    ['shape', shape],
    ...(search === undefined ? [] : [['search', search] satisfies [string, string]]),
    ['features', types.features.join(', ')],
    ['target', types.target.join(', ') || 'none'],
    ['formula', formula],
    ['units', units],
    ['better', better],
    ['p-value', pValue ?? (isPermuted ? 'by permutation (--permutations)' : 'none')],
    ['source', source],
  ]
  const optionLines = Object.entries(options).map(
    ([name, rule]) => `  ${id}:${name}=${choices(rule)}  ${dim(rule.help, paper)}`,
  )
  return [
    `${emphasise(id, paper)}  ${title}`,
    '',
    ...facts.map(([name, fact]) => `${dim(name.padEnd(9), paper)} ${fact}`),
    ...(optionLines.length > 0 ? ['', 'options', ...optionLines] : []),
  ].join('\n')
}

/** What an option takes, its default first. */
function choices(rule: OptionRule): string {
  if (rule.type === 'choice') return withFirst(rule.default, rule.of)
  if (rule.type === 'share') return withFirst(rule.default, ['auto', 'number'])
  return rule.type === 'weight' ? withFirst(rule.default, ['number', '1/s']) : String(rule.default)
}

function withFirst(first: OptionValue | undefined, all: readonly string[]): string {
  return [...(first === undefined ? [] : [first]), ...all.filter((choice) => choice !== first)].join('|')
}
