export { groupColumns } from '../grouping/groups.ts'
