import type { Warning } from '#core'
import { frameOf } from './frame.ts'
import type { Frame } from './frame.ts'
import type { Foot } from './foot.ts'
import type { DelimitedText } from './read-text.ts'

/** What the first lines of a text say about its header, and whether all else is to be looked at once that is mended. */
interface FrameFindings {
  readonly warnings: readonly Warning[]
  readonly isMisread: boolean
}

/** Looks at the first file of a text for a header of no or several lines, lines above it, and separators. */
export async function frameFindings({ files: [file], options }: DelimitedText): Promise<FrameFindings> {
  const { hasBlankRuns, names } = file
  const warnings: Warning[] = []
  if (hasBlankRuns)
    warnings.push({ code: 'frame', message: 'runs of blanks are read as separators of cells' })
  const isAsGiven = options.headerRows !== undefined || options.skipAfterHeader !== undefined
  const frame = isAsGiven ? null : frameOf(file)
  if (frame) warnings.push((await import('../on-demand.ts')).frameWarning(file, frame))
  else if (names.length === 1 && options.separator === undefined)
    warnings.push(...(await import('../on-demand.ts')).otherFrameWarnings(file, options))
  return { warnings, isMisread: frame !== null && misleads(frame) }
}

/** Whether a frame leaves the types of columns open: rows that are not its own are read as cells. */
function misleads(frame: Frame): boolean {
  return frame.kind === 'below-header' ? frame.areSure : frame.kind !== 'no-header'
}

/** Whether a warning is only about words of totals and notes, which leave with their rows. */
export function isAboutFoot({ remedy }: Warning, foot: Foot | null): boolean {
  const words = remedy?.set.missingWords?.map((word) => word.replace(/^\+/, ''))
  if (!foot || !words) return false
  return words.every((word) => foot.totals.includes(word) || foot.notes.includes(word))
}
