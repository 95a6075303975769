export { mayPredict } from '../profile/leak-screen.ts'
