// What only rows that are exchanged in groups, strata or time ask for: a browser loads it, as a file of its own, when they do.
export { exchangeRowsOf } from './scope/exchange-rows.ts'
export { fewGroupsWarnings } from './selection/few-groups.ts'
export { testExchanged } from './selection/exchange-test.ts'
