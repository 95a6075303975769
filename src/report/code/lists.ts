import { wrap } from '../text.ts'

/** The longest line, in characters. */
const width = 100

/** Items between an opening and a closing, on one line or on several. */
export function listed(open: string, items: readonly string[], close: string): readonly string[] {
  const line = `${open}${items.join(', ')}${close}`
  if (line.length <= width) return [line]
  const lines: string[] = []
  items.forEach((item, i) => {
    const part = i < items.length - 1 ? `${item},` : item
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${part}`.length <= width) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(`    ${part}`)
  })
  return [open, ...lines, close]
}

/** A text in quotes: the escapes of JSON are those of Python and R too. */
export function text(given: string): string {
  return JSON.stringify(given)
}

/** A level as these languages write it. */
export function value(level: string | number): string {
  return typeof level === 'number' ? String(level) : text(level)
}

/** A sentence as lines of a comment of Python or R. */
export function commented(sentence: string): readonly string[] {
  return wrap(sentence, width - 2).map((line) => `# ${line}`)
}
