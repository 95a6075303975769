export { sentenceInSpanish, warningInSpanish } from './engine-texts.ts'
