export { findAlternatives } from '../evidence/alternatives.ts'
export { findAlsoRelated } from '../selection/also-related.ts'
export { findSynergies } from '../selection/synergies.ts'
