// Null distributions that few runs need: where rows are exchanged in groups, strata or time, where a law is in doubt, and p-values as
// exact as a cut needs. A browser loads them, as a file of its own, when they are asked for.
export { withCheckedLaws } from './scope/checked-laws.ts'
export { exchangeRowsOf } from './scope/exchange-rows.ts'
export { fewGroupsWarnings } from './selection/few-groups.ts'
export { testExchanged } from './selection/exchange-test.ts'
