/** A code with its label, as surveys write it: `[-1] no answer`, `-99: refused`, `3 = often`. */
interface LabelledCode {
  readonly code: number
  readonly label: string
}

const labelled =
  /^(?:\[([-−]?\d{1,4})\]|\(([-−]?\d{1,4})\)|([-−]?\d{1,4})(?:\s?[:=.)]|\s[-–—])(?=\s))\s*(\S.*)$/u
/** A label of other letters may be longer than a word for a missing value. */
const longest = 80

/** The code and the label of a text; `null` if it has none. */
function labelledCode(text: string): LabelledCode | null {
  const trimmed = text.trim()
  const found = trimmed.length > longest ? null : (labelled.exec(trimmed) as (string | undefined)[] | null)
  if (!found) return null
  const [, square, round, plain, label] = found
  return { code: Number((square ?? round ?? plain)!.replace('−', '-')), label: label! }
}

/** Whether a text may say why a value is missing: a code below 0 with its label. */
export function isLabelledGap(text: string): boolean {
  const found = labelledCode(text)
  return found !== null && found.code < 0 && /\p{L}/u.test(found.label)
}

/**
 * The texts that may say why a value is missing, if most others of a column are codes with labels too; not
 * those of a scale such as −2 to 2. Empty if there are none.
 */
export function labelledGaps(texts: readonly string[]): readonly string[] {
  const codes = texts.flatMap((text) => labelledCode(text)?.code ?? [])
  const gaps = texts.filter(isLabelledGap)
  const below = codes.filter((code) => code < 0)
  const above = codes.filter((code) => code > 0)
  const isScale = below.length === above.length && below.every((code) => above.includes(-code))
  const areMost = codes.length * 4 >= texts.length * 3 && codes.length - below.length >= 2
  return areMost && !isScale ? gaps : []
}

const errorWord = /^#?(?:err|error|fehler|erreur|errore|fault|fail)[:.#_ -]{0,2}\d{1,4}$/i

/** Whether a text is the error of a device in place of a value: `ERR:03`, `Error 12`. */
export function isErrorWord(text: string): boolean {
  return errorWord.test(text.trim())
}

/** A scale has at least so many steps, and at most so many from its least to its largest. */
const fewestSteps = 3
const mostSteps = 20

/** Whether numbers are the steps of a scale of which an end has a label; those of houses have larger gaps. */
export function areStepsOfScale(steps: readonly number[], labelled: readonly number[]): boolean {
  const [least, most] = [Math.min(...steps), Math.max(...steps)]
  const different = new Set(steps).size
  const isScale = different >= fewestSteps && most - least <= mostSteps && different * 2 > most - least
  return isScale && (labelled.includes(least) || labelled.includes(most))
}
