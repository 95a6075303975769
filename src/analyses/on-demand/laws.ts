export { withCheckedLaws } from '../permutations/checked-laws.ts'
