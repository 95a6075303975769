// What few analyses ask for: a browser loads it, as a file of its own, when the first one does.
export { compareMethods } from './compare-methods.ts'
export { findAlternatives } from './alternatives.ts'
