import type { Call } from './calls.ts'
import type { OddTable } from './odd-tables.ts'

/** Larger tables are not printed; the seed makes them again. */
const mostShown = 60

/** A table and a call as one line of JavaScript. */
export function callText({ columns, types }: OddTable, { name, spec }: Call): string {
  const rows = columns[0][1].length
  if (rows > mostShown) return `await ${name}(a table of ${rows} rows, ${literal(spec)})`
  const typed = Object.keys(types).length > 0 ? `, ${literal(types)}` : ''
  return `await ${name}(tableFromColumns(${literal(columns)}${typed}), ${literal(spec)})`
}

/** A value as a JavaScript literal, including -0, NaN and Infinity. */
function literal(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(([key, part]) => {
    const name = key === '__proto__' ? '["__proto__"]' : /^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key)
    return `${name}: ${literal(part)}`
  })
  return `{ ${parts.join(', ')} }`
}
