import type { Because } from '#methods'

/** Why a candidate was set aside: the selected column beside which it was tested, or a sentence. */
export function reasonInWords(because: Because, isUndecided: boolean, columns: readonly string[]): string {
  if (typeof because === 'number') return columns[because]
  if (isUndecided) {
    const what = because === null ? 'its information' : 'what it adds to the chosen columns together'
    return `${what} is significant by itself, not among so many columns`
  }
  return because === null
    ? 'it has no significant information about the target'
    : 'it adds nothing significant to the chosen columns together'
}
