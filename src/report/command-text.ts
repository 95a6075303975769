import { oneLine } from '#core'

/** The flags of a command, each before its value; a flag without a value is left out. */
export function flagsText(flags: readonly (readonly [flag: string, value: string | null])[]): string {
  return flags.map(([flag, value]) => (value === null ? '' : ` ${flag} ${shellWord(value)}`)).join('')
}

/** A text as one word of a shell. */
export function shellWord(text: string): string {
  // A line break would end the command.
  if (/\p{Control}/u.test(text)) return `$'${oneLine(text.replace(/['\\]/g, '\\$&'))}'`
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
