// What few analyses ask for: a browser loads it, as a file of its own, when the first one does.
export { RecordedSource } from './recorded-source.ts'
export { compareMethods } from './compare-methods.ts'
export { findAlternatives } from './alternatives.ts'
export { chooseByKnockoffs } from './outer/knockoff-choice.ts'
export { chooseByRandomisation } from './outer/randomisation-choice.ts'
export { chooseByBoruta } from './outer/boruta-choice.ts'
export { chooseByElimination } from './outer/elimination-choice.ts'
export { describeFrom } from '../analyses/description.ts'
