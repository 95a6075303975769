import { shellWord } from '#core'

/** A column as a query of the user names it. */
export function queryColumn(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

/** A level as a query of the user writes it. */
export function queryValue(level: string | number): string {
  return typeof level === 'number' ? String(level) : `'${level.replaceAll("'", "''")}'`
}

/** The option of a query, as words of a shell; in double quotes, unless these would change what is in them. */
export function queryOption(query: string): string {
  return `--sql ${/["$`\\!]/.test(query) ? shellWord(query) : `"${query}"`}`
}
