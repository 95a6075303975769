import { queryColumn, queryOption } from '#core'
import type { Warning } from '#core'
import { kindOf } from './first-cells.ts'
import type { TextFile } from './text-file.ts'
import { decoded } from './text-head.ts'

/** Fewer rows or columns show no places. */
const fewestRows = 5
const fewestColumns = 3

/** A column at places of each line: from the first on, up to the one before the last. */
interface FixedColumn {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly isNumeric: boolean
}

/**
 * The warning about a text of one column whose lines have cells at the same places below the words of its
 * header, with the query that cuts them out; none for other texts.
 */
export function fixedColumnWarnings({ records, names, encoding }: TextFile): Warning[] {
  const lines = records.map(({ cells }) => decoded(cells[0], encoding))
  const columns = names.length === 1 ? fixedColumns(lines) : null
  if (!columns) return []
  const line = queryColumn(names[0])
  const list = columns.map(({ name, from, to, isNumeric }, i) => {
    const cell = `nullif(trim(substr(${line}, ${from + 1}${i === columns.length - 1 ? '' : `, ${to - from}`})), '')`
    return `${isNumeric ? `CAST(${cell} AS DOUBLE)` : cell} AS ${queryColumn(name)}`
  })
  const query = `SELECT ${list.join(', ')} FROM data WHERE NOT regexp_full_match(${line}, '[-= ]*')`
  const message = `the lines look like ${columns.length} columns of fixed width (${columns[0].name}, ${columns[1].name}, …), read as one; to cut them say ${queryOption(query)}`
  // The query leaves nothing of the column that the warning is about.
  return [{ code: 'frame', columns: names, message, query }]
}

/** The columns of lines, the first of which is the header; `null` if they have none at fixed places. */
function fixedColumns([header, ...lines]: readonly string[]): readonly FixedColumn[] | null {
  const rows = lines.filter((line) => !/^[-= ]*$/.test(line))
  if (header === undefined || rows.length < fewestRows || !header.includes('  ')) return null
  const width = Math.max(...[header, ...lines].map((line) => line.length))
  const isBlank = (place: number) => [header, ...lines].every((line) => (line[place] ?? ' ') === ' ')
  const found: { from: number; to: number }[] = []
  for (let place = 0; place < width; place++) {
    if (isBlank(place)) continue
    if (place > 0 && !isBlank(place - 1)) found[found.length - 1].to = place + 1
    // Places without a word of the header belong to the column before them.
    else if (found.length === 0 || header.slice(place, endOf(place)).trim() !== '')
      found.push({ from: place, to: place + 1 })
    else found[found.length - 1].to = endOf(place)
  }
  function endOf(start: number): number {
    let end = start
    while (end < width && !isBlank(end)) end++
    return end
  }
  const columns = found.map(({ from, to }) => {
    const cells = rows.map((line) => line.slice(from, to).trim()).filter((cell) => cell !== '')
    const isNumeric =
      cells.length > 0 && cells.every((cell) => kindOf(cell) === 'value' && Number.isFinite(Number(cell)))
    return { name: header.slice(from, to).trim(), from, to, isNumeric }
  })
  const isNamed = columns.every(({ name }) => name !== '' && !/\s{2}/.test(name))
  const areDifferent = new Set(columns.map(({ name }) => name.toLowerCase())).size === columns.length
  return columns.length >= fewestColumns &&
    isNamed &&
    areDifferent &&
    columns.some(({ isNumeric }) => isNumeric)
    ? columns
    : null
}
