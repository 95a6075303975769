export { scoreSet } from '../selection/score.ts'
