import { ofTimes } from './detected-format.ts'
import type { DetectedFormat } from './detected-format.ts'
import type { TimeFormatDetector } from './time-format-detector.ts'

/** The dates or times that all `present` cells are, or that they look like; `null` if they are none and nobody said so (`isTyped`). */
export function detectTimes(
  times: TimeFormatDetector,
  present: number,
  isTyped: boolean,
): DetectedFormat | null {
  const time = times.detect(present)
  const { example, swapped, isWorthShowing } = times
  if (time && swapped) {
    const found = 'looks' in time ? ({ format: null, why: 'swapped-dates' } as const) : { format: time }
    return { ...ofTimes, ...found, swapped, example: swapped.date }
  }
  if (time && 'looks' in time) {
    const { isUndecided, looks, type } = time
    const why = isUndecided ? 'undecided-dates' : 'unread-dates'
    return { ...ofTimes, format: null, why, looks, ...(type && { type }), example }
  }
  return time !== null || isTyped ? { ...ofTimes, format: time, isWorthShowing, example } : null
}
