export { tableFromCsv } from './table-from-csv.ts'
