// Null distributions that few runs need: of rows that are exchanged in groups, strata or time, of cuts by the target, and
// where a law is in doubt. A browser loads
// this, as a file of its own, when they are asked for.
export { withCheckedLaws } from './scope/checked-laws.ts'
export { exchangeRowsOf } from './scope/exchange-rows.ts'
export { testExchanged } from './selection/exchange-test.ts'
export { fewGroupsWarnings } from './selection/few-groups.ts'
export { testRecut } from './selection/recut-test.ts'
