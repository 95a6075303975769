export { planRank } from '../ranking/plan-rank.ts'
export { planSelect } from '../selection/plan-select.ts'
