/** Takes the cells of a text one after another, as `scanRecords` finds them. */
export interface CellSink {
  startCell(): void
  content(byte: number): void
  endCell(): void
  endRecord(): void
  /** A record of one empty cell. */
  emptyRecord(): void
}
