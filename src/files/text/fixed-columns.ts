import { queryColumn, queryWarning, remedy } from '#core'
import type { Warning } from '#core'
import { kindOf } from './first-cells.ts'
import type { TextFile } from './text-file.ts'
import { decoded, linesBefore } from './text-head.ts'

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

/** A line drawn below a header or around rows, whole or in a piece for each column. */
const rule = /^(?=.*[-=_]{5})[-=_+ ]*$/
/** Notes below a table have so many lines at most. */
const mostNotes = 3

/**
 * The warning about a text of one column whose lines have cells at the same places below the words of its
 * header, with the query that cuts them out, or first the option that brings the header to its first line;
 * none for other texts.
 */
export function fixedColumnWarnings(file: TextFile, skipEnd = 0): Warning[] {
  const { records, names, encoding, text, from, isWhole } = file
  if (names.length !== 1) return []
  const lines = records.map(({ cells }) => decoded(cells[0], encoding))
  const rules = [...lines.keys()].filter((i) => rule.test(lines[i]))
  // A line is drawn below the header, and one may be above it.
  const [first = 0, second] = rules
  const header = rules.length === 0 ? 0 : first === 0 || second === first + 2 ? second - 1 : first - 1
  const last = rules.at(-1) ?? 0
  const isFoot = isWhole && last > header + 1 && lines.length - 1 - last <= mostNotes
  const rows = lines.slice(header, isFoot ? last + 1 : undefined)
  const columns = fixedColumns(rows)
  if (!columns) return []
  const [one, two] = columns
  const found = `the lines look like ${columns.length} columns of fixed width (${one.name}, ${two.name}, …), read as one`
  const below = isFoot ? lines.length - 1 - last : 0
  if (header > 0 || below > 0) {
    const skip = linesBefore(text, from + records[header].from)
    const set = { ...(header > 0 && { skip }), ...(below > 0 && { skipEnd: skipEnd + below }) }
    const where = [header > 0 && 'above', below > 0 && 'below'].filter((one) => one !== false).join(' and ')
    const mend = remedy(set, `${found}, with other lines ${where} them`, null)
    return [{ code: 'frame', columns: names, message: `${mend.why}; first say ${mend.option}`, remedy: mend }]
  }
  const line = queryColumn(names[0])
  const list = columns.map(({ name, from, to, isNumeric }, i) => {
    const isLast = i === columns.length - 1
    const cell = `nullif(trim(substr(${line}, ${from + 1}${isLast ? '' : `, ${to - from}`})), '')`
    const value = isNumeric ? `TRY_CAST(${cell} AS DOUBLE)` : cell
    // A cell that touches the next one would be cut.
    const around = [...(i > 0 ? [from] : []), ...(isLast ? [] : [to + 1])]
    const gaps = around.map((place) => `substr(${line}, ${place}, 1)`).join(', ')
    return `CASE WHEN trim(concat(${gaps})) = '' THEN ${value} END AS ${queryColumn(name)}`
  })
  const query = `SELECT ${list.join(', ')} FROM data WHERE NOT regexp_full_match(${line}, '[-=_+ ]*')`
  // The query leaves nothing of the column that the warning is about.
  const how = 'to cut them, with cells that touch or are no numbers missing, say'
  return [queryWarning({ code: 'frame', columns: names, why: found, query }, how)]
}

/** The columns of lines, the first of which is the header; `null` if they have none at fixed places. */
function fixedColumns([header, ...all]: readonly string[]): readonly FixedColumn[] | null {
  const rows = all.filter((line) => line.trim() !== '' && !rule.test(line))
  if (header === undefined || rows.length < fewestRows) return null
  const drawn = all.length > 0 && rule.test(all[0]) ? piecesOf(all[0]) : []
  const places = drawn.length >= fewestColumns ? drawn : placesBelow(header, rows)
  const isGap = (line: string, place: number) => (line[place] ?? ' ') === ' '
  const areApart = places?.every(({ from, to }) =>
    rows.every((line) => (from === 0 || isGap(line, from - 1)) && isGap(line, to)),
  )
  if (!areApart) return null
  const columns = places?.map(({ from, to }) => {
    const cells = rows.map((line) => line.slice(from, to).trim()).filter((cell) => cell !== '')
    const isNumeric =
      cells.length > 0 && cells.every((cell) => kindOf(cell) === 'value' && Number.isFinite(Number(cell)))
    return { name: header.slice(from, to).trim(), from, to, isNumeric }
  })
  if (!columns || columns.length < fewestColumns || !columns.some(({ isNumeric }) => isNumeric)) return null
  const isNamed = columns.every(({ name }) => name !== '' && !/\s{2}/.test(name))
  const areDifferent = new Set(columns.map(({ name }) => name.toLowerCase())).size === columns.length
  return isNamed && areDifferent ? columns : null
}

type Place = Pick<FixedColumn, 'from' | 'to'>

/** The pieces of a drawn line, each up to the blank before the next. */
function piecesOf(line: string): readonly Place[] {
  const starts = [...line.matchAll(/[-=_]+/g)].map(({ index }) => index)
  return starts.map((from, i) => ({ from, to: (starts[i + 1] ?? Infinity) - 1 }))
}

/** The places between blanks that all lines share, each with a word of the header. */
function placesBelow(header: string, rows: readonly string[]): readonly Place[] | null {
  if (!header.includes('  ')) return null
  const lines = [header, ...rows]
  const width = Math.max(...lines.map((line) => line.length))
  const isBlank = (place: number) => lines.every((line) => (line[place] ?? ' ') === ' ')
  const endOf = (start: number) => {
    let end = start
    while (end < width && !isBlank(end)) end++
    return end
  }
  const found: { from: number; to: number }[] = []
  for (let place = 0; place < width; place++) {
    if (isBlank(place)) continue
    if (place > 0 && !isBlank(place - 1)) found[found.length - 1].to = place + 1
    // Places without a word of the header belong to the column before them.
    else if (found.length === 0 || header.slice(place, endOf(place)).trim() !== '')
      found.push({ from: place, to: place + 1 })
    else found[found.length - 1].to = endOf(place)
  }
  return found
}
