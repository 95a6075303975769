export { rankEachTarget } from '../ranking/rank-each.ts'
