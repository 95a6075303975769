import type { Warning } from '#core'
import { sentencesOfAnalyses, Translation } from './translation.ts'
import { words } from './words.ts'

const translation = new Translation([sentencesOfAnalyses])

/** A sentence of the engine in Spanish, also of a column (`column x …`); one that is not listed stays as it is. */
export function sentenceInSpanish(sentence: string): string {
  return translation.of(sentence)
}

/** A warning in Spanish: where its sentence is not listed, what its code says, then the sentence. */
export function warningInSpanish(warning: Pick<Warning, 'code' | 'message'>): string {
  return translation.ofWarning(warning)
}

const translationOfWords = new Translation([words])

/** The unit of a score in Spanish. */
export function unitInSpanish(unit: string): string {
  return translationOfWords.of(unit)
}
