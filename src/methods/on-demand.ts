// The registry of rankers brings all of them: a browser loads it when the first is named.
export { findRanker } from './criteria/registry.ts'
