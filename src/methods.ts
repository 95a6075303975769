export * from '#methods/functions'
export { iamb, mmpc } from '#analyses'
export { rankers, setCriteria, stepCriteria } from '#methods'
export type { SearchMethod, SearchSpec } from '#methods'
