export { wideRidge } from '../held-out/wide-ridge.ts'
