/** The decimal marks of a column's numbers. */
export interface ColumnMarks {
  /** Those that numbers show for certain. */
  readonly shown: readonly ('.' | ',')[]
  /** The only mark, if three digits follow it wherever it stands, so that it may separate thousands. */
  readonly doubtful: '.' | ',' | null
  /** A number with this mark; empty if there is none, or it is not known. */
  readonly example: string
}

export const noMarks: ColumnMarks = { shown: [], doubtful: null, example: '' }
