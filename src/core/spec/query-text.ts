/** Words of SQL that are no names without quotes. */
const reserved = new Set(
  (
    'all analyse analyze and anti any array as asc asof asymmetric at authorization binary both by case cast ' +
    'check collate collation column concurrently constraint create cross default deferrable desc describe ' +
    'distinct do else end except false fetch for foreign freeze from full glob group having ilike in initially ' +
    'inner intersect into is isnull join lambda lateral leading left like limit natural not notnull null offset ' +
    'on only or order outer overlaps pivot pivot_longer pivot_wider placing positional primary qualify ' +
    'references returning right select semi show similar some summarize symmetric table tablesample then to ' +
    'trailing true union unique unpack unpivot using variadic verbose when where window with'
  ).split(' '),
)

/** A column as a query of the user names it. */
export function queryColumn(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`
}

/** A level as a query of the user writes it. */
export function queryValue(level: string | number): string {
  return typeof level === 'number' ? String(level) : `'${level.replaceAll("'", "''")}'`
}

/** A query that puts other values in the place of columns: an expression for each. */
export function replacingQuery(columns: Readonly<Record<string, string>>): string {
  const parts = Object.entries(columns).map(([name, value]) => `${value} AS ${queryColumn(name)}`)
  return `SELECT * REPLACE (${parts.join(', ')}) FROM data`
}

/** A mark or nothing in a column as 1 and 0. */
export function onesOrNothing(name: string): string {
  return `CASE WHEN ${queryColumn(name)} IS NULL THEN 0 ELSE 1 END`
}
