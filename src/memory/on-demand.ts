// What few analyses ask for: a browser loads it, as a file of its own, when the first one does.
export { answerClassPath } from './answers/answer-class-paths.ts'
export { answerContrasts } from './answers/answer-contrasts.ts'
export { answerDensity } from './answers/answer-density.ts'
export { answerDependence } from './answers/answer-dependence.ts'
export { answerFits } from './answers/answer-fits.ts'
export { answerForms } from './answers/answer-forms.ts'
export { answerNearest } from './answers/answer-nearest.ts'
export { keyHashesOf } from './answers/key-hashes.ts'
