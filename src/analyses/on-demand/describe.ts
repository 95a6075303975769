export { describeFrom } from '../profile/description.ts'
export { withRowsCounted } from '../profile/inspect-rows.ts'
