export { jointTarget, underJointTarget } from '../coding/joint-target.ts'
