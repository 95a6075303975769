export { withRowsTogether } from '../profile/inspect-rows.ts'
