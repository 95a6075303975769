/** A value of plain data as a literal of TypeScript. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (value === Infinity || value === -Infinity) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, inner)}`)
  if (items.length === 0) return `${open}${close}`
  const space = open === '{' ? ' ' : ''
  const line = `${open}${space}${items.join(', ')}${space}${close}`
  if (line.length + indent.length <= widest && !line.includes('\n')) return line
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}

/** The longest object or list that stands on one line, in characters. */
const widest = 80

function key(name: string): string {
  // A quoted `__proto__` in a literal would set the prototype.
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** A text in quotes, on one line. */
function quoted(text: string): string {
  if (/^[^'\\\p{Control}\u2028\u2029]*$/u.test(text)) return `'${text}'`
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
