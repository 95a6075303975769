import { oneLine } from './error.ts'
import { joinNames } from './names.ts'
import type { PartFlag, PartTable } from './parts.ts'
import { showUnseen } from './unseen.ts'

/** A text as one word of a shell. */
export function shellWord(text: string): string {
  // A line break would end the command, and what nobody sees would be lost where a message shows it.
  if (oneLine(text) !== text) return `$'${escapedForShell(text)}'`
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** A text as a shell reads it between `$'` and `'`: without braces around the numbers of characters. */
function escapedForShell(text: string): string {
  const quoted = text.replace(/['\\]/g, '\\$&')
  return oneLine(
    showUnseen(quoted, (code) =>
      code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`,
    ),
  )
}

/** The long name of a flag, or its only one: `--target` of `-t, --target <column>`. */
export function flagName({ spelling }: Pick<PartFlag, 'spelling'>): string {
  return spelling.replace(/ [<[].*$/, '').replace(/^.*, /, '')
}

/** The words of a shell that give a part of a spec its value; none if the part has no flag. */
export function flagWords(parts: PartTable, part: string, value: unknown): readonly string[] {
  const { flag } = parts[part]
  if (!flag) return []
  const name = flagName(flag)
  if (value === true) return [name]
  if (flag.negation && (value === false || value === 0)) return [flag.negation.spelling]
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    // Flags with dots take several words, each a method.
    return flag.spelling.includes('...')
      ? [name, ...texts.map(shellWord)]
      : [name, shellWord(joinNames(texts))]
  }
  return [name, shellWord(textOf(value))]
}

/** A value as a flag takes it; the parts of an object as `name=value`. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('option' in value && 'values' in value) {
    const { method, option, values } = value as { method: string; option: string; values: readonly unknown[] }
    return `${method}:${option}=${values.join('/')}`
  }
  return joinNames(
    Object.entries(value)
      .filter(([, part]) => part !== null)
      // Nothing after the sign = stands for a comma.
      .map(([name, part]) => (part === ',' ? `${name}=` : `${name}=${String(part)}`)),
  )
}

/**
 * The option of a query, as words of a shell; in double quotes, unless these would change what is in them.
 */
export function queryOption(query: string): string {
  return `--sql ${/["$`\\!]/.test(query) || oneLine(query) !== query ? shellWord(query) : `"${query}"`}`
}
