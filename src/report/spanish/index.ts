export { sentenceInSpanish, unitInSpanish, warningInSpanish } from './engine-texts.ts'
export { titleInSpanish } from './method-titles.ts'
