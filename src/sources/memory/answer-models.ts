// What fits models to rows, and what sums kernels or distances over them: a browser loads it, as a file of its own, when the
// first is asked for.
export { answerClassPath } from './answer-class-paths.ts'
export { answerDensity } from './answer-density.ts'
export { answerDependence } from './answer-dependence.ts'
export { answerFits } from './answer-fits.ts'
