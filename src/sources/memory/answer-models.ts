// What fits models to rows: a browser loads it, as a file of its own, when the first one is asked for.
export { answerClassPath } from './answer-class-paths.ts'
export { answerFits } from './answer-fits.ts'
