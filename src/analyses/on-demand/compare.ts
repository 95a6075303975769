export { compareMethods } from '../evidence/compare-methods.ts'
