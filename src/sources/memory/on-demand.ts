// What few analyses ask for: a browser loads it, as a file of its own, when the first one does.
export { answerClassPath } from './answer-class-paths.ts'
export { answerContrasts } from './answer-contrasts.ts'
export { answerDensity } from './answer-density.ts'
export { answerDependence } from './answer-dependence.ts'
export { answerFits } from './answer-fits.ts'
export { answerForms } from './answer-forms.ts'
export { answerNearest } from './answer-nearest.ts'
export { keyHashesOf } from './key-hashes.ts'
