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

/** A sentence as lines of a comment of Python or R. */
export function commented(sentence: string): readonly string[] {
  return wrap(sentence, width - 2).map((line) => `# ${line}`)
}
