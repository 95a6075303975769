/**
 * Flags that offices of statistics write behind a number (Eurostat, OECD, Destatis): b break in the series, c confidential,
 * d other definition, e estimated, f forecast, n not significant, p provisional, r revised, s estimate of Eurostat,
 * u unreliable, z not applicable. One or two letters.
 */
const letters = /^[bcdefnprsuz]{1,2}$/
/** Signs of a footnote, or of significance. */
const sign = /^(?:\*{1,3}|[†‡§¶]{1,2})$/
/** Notes in brackets, as Wikipedia has them: `[1]`, `[a]`, `[note 2]`. */
const note = /^(?:\s?\[(?:note )?(?:\d{1,3}|[a-z])\])+$/

/** How such signs and notes end. */
const ends = '*†‡§¶]'

/** Whether what stands behind a number may be a flag or the sign of a footnote. */
export function isFlag(text: string): boolean {
  return letters.test(text) || sign.test(text)
}

/** The sign that stands for a footnote behind a number; `null` for any other text. */
export function footnoteOf(after: string): string | null {
  if (!ends.includes(after.at(-1) ?? ' ')) return null
  if (note.test(after)) return '*'
  const text = after.trim()
  return sign.test(text) ? text : null
}
