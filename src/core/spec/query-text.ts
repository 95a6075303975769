/** Words of SQL that are no names without quotes. */
const reserved = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default ' +
    'deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect ' +
    'into lambda lateral leading limit not null offset on only or order pivot placing primary qualify references returning ' +
    'select show some summarize symmetric table then to trailing true union unique unpivot using variadic when where window with'
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
