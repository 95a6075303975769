import { CribaError } from '../../spec/error.ts'

/** The words of a query: names, quoted names and texts, comments, and single signs. */
const word =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--[^\n]*|\/\*.*?\*\/|[\p{L}_][\p{L}\p{N}_]*|\s+|./gsu

/** What makes other rows in every run. */
const unrepeatable =
  /^(?:limit|sample|rand(?:32|64|Constant|Canonical)?|generateUUIDv\d|rowNumberIn(?:All)?Blocks?)$/i

/**
 * The query of a user as a FROM clause: it calls the table `data`. Each statement runs it again, so that it must give the same rows
 * each time.
 */
export function queryAsTable(sql: string, table: string): string {
  const words = sql.trim().replace(/;\s*$/, '').match(word) ?? []
  const isBlank = (text: string) => /^(?:\s|--|\/\*)/.test(text)
  const spoken = words.filter((text) => !isBlank(text))
  if (!/^(?:select|with)$/i.test(spoken[0] ?? '') || spoken.includes(';')) {
    throw new CribaError('invalid', 'invalid query: needs a single SELECT over data')
  }
  const bad = spoken.find((text) => unrepeatable.test(text))
  if (bad !== undefined) {
    throw new CribaError(
      'invalid',
      `invalid query: ${bad} may give other rows each time it runs, and every statistic runs it (choose rows by WHERE, or take --sample <n> --key <column>)`,
    )
  }
  let last = ''
  const replaced = words.map((text, i) => {
    if (isBlank(text)) return text
    const isTable = text === 'data' && /^(?:from|join)$/i.test(last)
    last = text
    if (!isTable) return text
    const next = words.slice(i + 1).find((after) => !isBlank(after)) ?? ''
    return /^as$/i.test(next) ? table : `${table} AS data`
  })
  return `(${replaced.join('')}\n)`
}
