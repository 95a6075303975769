import { firstFew, queryOption } from '#core'
import type { Remedy, WarningCode } from '#core'

/** From so many warnings of a kind on, each about a column of its own, one line stands for all. */
const fewestInGroup = 3
/** The most columns that a line names besides the first. */
const mostNamed = 5
/** The most of them that a line names where options mend them. */
const mostMended = 50

/** A line has no longer query: `describe --mend` prints it in a command. */
const longestQuery = 200

/** What makes an answer wrong comes first; other kinds follow in the order in which they were found. */
const worst: readonly WarningCode[] = [
  'frame',
  'mixed-types',
  'missing-value-code',
  'target-copy',
  'leak',
  'dependent-rows',
  'by-chance',
]

/** A warning of a result or of an error. */
interface Warned {
  readonly code: string
  readonly column?: string
  readonly message: string
  readonly remedy?: Remedy
  readonly query?: string
}

/**
 * The messages of warnings, the worst first: one line a kind, with the first column and the names of the
 * others. `most`: how many lines there may be; a last one counts the rest.
 */
export function warningLines(warnings: readonly Warned[], most = Infinity): string[] {
  const groups = new Map<string, Warned[]>()
  for (const warning of warnings) {
    const key = warning.column === undefined ? warning.message : `${warning.code} ${whatIsRead(warning)}`
    groups.set(key, [...(groups.get(key) ?? []), warning])
  }
  const lines = [...groups.values()]
    .map((group) => ({ place: worst.indexOf(group[0].code as WarningCode), lines: linesOf(group) }))
    .sort((a, b) => rankOf(a.place) - rankOf(b.place))
    .flatMap((group) => group.lines)
  if (lines.length <= most) return lines
  const rest = lines.length - (most - 1)
  return [...lines.slice(0, most - 1), `and ${rest} more, which --format json lists`]
}

/** Cells that are no numbers have another line than cells that are no dates. */
function whatIsRead({ message }: Warned): string {
  return / cells are not ([a-z ]+) \(/.exec(message)?.[1] ?? ''
}

function rankOf(place: number): number {
  return place < 0 ? worst.length : place
}

function lineOf({ message, query }: Warned): string {
  const option = query === undefined ? '' : queryOption(query)
  return option.length > longestQuery
    ? message.replace(option, () => 'the query that criba describe --mend prints')
    : message
}

function linesOf(group: readonly Warned[]): readonly string[] {
  if (group.length < fewestInGroup) return group.map(lineOf)
  // A query is one line with its column: no other line has it.
  const withQuery = group.filter(({ query }) => query !== undefined)
  const [first, ...others] = group.filter(({ query }) => query === undefined)
  const lines = withQuery.map(lineOf)
  if (first === undefined) return lines
  const mendOf = ({ remedy }: Warned) =>
    remedy && remedy.option !== first.remedy?.option ? ` (${remedy.option})` : ''
  const names = [...new Set(others.map((one) => `${one.column!}${mendOf(one)}`))]
  if (names.length === 0) return [first.message, ...lines]
  const areMended = others.some(({ remedy }) => remedy !== undefined)
  return [
    `${first.message} (and ${names.length} more: ${firstFew(names, areMended ? mostMended : mostNamed)})`,
    ...lines,
  ]
}
