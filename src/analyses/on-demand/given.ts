export { givenRequests, openGiven, provisionalSource } from '../coding/given-columns.ts'
