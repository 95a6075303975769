export {
  conditionalSource,
  givenRequests,
  provisionalSource,
  readGivenColumns,
} from '../coding/given-columns.ts'
