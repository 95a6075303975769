import { CribaError } from './error.ts'

/** Columns to keep that are no candidates of a search: who found them by a pattern leaves them out. */
export class NotKeptError extends CribaError {
  readonly columns: readonly string[]

  constructor(columns: readonly string[]) {
    super('unsuitable', `unsuitable column to keep: ${columns[0]} (it is no candidate of this search)`)
    this.columns = columns
  }
}
