import type { TextFile } from './text-file.ts'

/** What a word has that was written as UTF-8 twice. */
export const doubled = /\xc3[\x82-\xa2][\xc2-\xe2][\x80-\xbf]/
/** The mark in place of a letter that was lost. */
export const lost = '\xef\xbf\xbd'

/** Whether a text may be in another encoding than it was read in, or lack letters: most texts show no sign of it. */
export function mayBeMisread({ encoding, text }: Pick<TextFile, 'encoding' | 'text'>): boolean {
  return encoding === 'windows-1252' || doubled.test(text) || text.includes(lost)
}
