export { exchangeRowsOf } from '../permutations/exchange-rows.ts'
export { testExchanged } from '../selection/exchange-test.ts'
export { testRecut } from '../selection/recut-test.ts'
export { fewGroupsWarnings } from '../selection/few-groups.ts'
