export { applicationText } from './application-text.ts'
export { catalogueCsv } from './catalogue-csv.ts'
export { catalogueText } from './catalogue-text.ts'
export { shellWord } from './command-text.ts'
export { comparisonCsv } from './comparison-csv.ts'
export { comparisonText } from './comparison-text.ts'
export { csvLines } from './csv-lines.ts'
export {
  applicationCsv,
  descriptionCsv,
  groupsCsv,
  interactionsCsv,
  planCsv,
  rankingCsv,
  scoreCsv,
  selectionCsv,
} from './csv.ts'
export { descriptionText } from './description-text.ts'
export { experimentCsv, experimentListCsv } from './experiment-csv.ts'
export { experimentTable } from './experiment-table.ts'
export { experimentListText, experimentText } from './experiment-text.ts'
export { generatorListCsv, generatorListText, truthText } from './generator-list.ts'
export { groupsFileCsv, groupsFileJson } from './groups-file.ts'
export { groupsText } from './groups-text.ts'
export { interactionsText } from './interactions-text.ts'
export { toJson } from './json.ts'
export { counted } from './numbers.ts'
export { planText } from './plan-text.ts'
export { rankingText } from './ranking-text.ts'
export { scoreText } from './score-text.ts'
export { selectionText } from './selection-text.ts'
export { wrap } from './text.ts'
export type { Display } from './text.ts'
