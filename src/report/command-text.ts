import { flagWords, readingParts, shellWord } from '#core'
import type { DataFacts } from '#core'

/** The flags of a command, each before its value; a flag without a value is left out. */
export function flagsText(flags: readonly (readonly [flag: string, value: string | null])[]): string {
  return flags.map(([flag, value]) => (value === null ? '' : ` ${flag} ${shellWord(value)}`)).join('')
}

/** The flags that say how a text was read. */
export function textFlags({ text = {} }: Pick<DataFacts, 'text'>): string {
  return Object.entries(text)
    .flatMap(([part, value]) => flagWords(readingParts, part, value))
    .map((word) => ` ${word}`)
    .join('')
}
