import { readFileSync } from 'node:fs'

/** The cells of a CSV file by column name, without quotes. Parses only the form of CSV that criba writes. */
export function splitCsv(path: string): Map<string, string[]> {
  const text = readFileSync(path, 'utf8')
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/y
  const next = () => {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`no cell at ${at} of ${path}: ${text.slice(at, at + 40)}`)
    const value = found[1] === undefined ? found[2] : found[1].replaceAll('""', '"')
    return { value, isLast: found[3] === '\n' }
  }
  const columns = new Map<string, string[]>()
  for (let isLast = false; !isLast;) {
    const name = next()
    columns.set(name.value, [])
    isLast = name.isLast
  }
  const lists = [...columns.values()]
  for (let place = 0; cell.lastIndex < text.length;) {
    const { value, isLast } = next()
    lists[place++].push(value)
    if (isLast !== (place === lists.length)) throw new Error(`a row of ${place} cells in ${path}`)
    if (isLast) place = 0
  }
  return columns
}
