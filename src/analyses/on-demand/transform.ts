export { transformFrom } from '../transform/transform.ts'
