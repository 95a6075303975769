// Numbers and sentences as reports have them, for a page that draws results itself.
export { repetitionOf } from './contents/repetition.ts'
export type { RepeatableResult } from './contents/repetition.ts'
export { comparisonFacts } from './comparison-facts.ts'
export { bestPlaces, extendFront, worthOf } from './figures/front.ts'
export { isoPath, pixelOf, setLabel } from './figures/winner.ts'
export type { Frame } from './figures/winner.ts'
export { verdictText } from './evidence-text.ts'
export { toJson } from './json.ts'
export { decimalsOf, metricName, signed } from './metric-text.ts'
export {
  alignedNumber,
  alignNumbers,
  decimalsOfColumn,
  fixed,
  formatProbability,
  shortNumber,
} from './numbers.ts'
