/** A figure without its frame: elements of SVG in a box, and what must be said about them. */
export interface Drawing {
  readonly height: number
  readonly content: string
  /** Sentences under the figure, such as which values have no place in it. */
  readonly notes: readonly string[]
}

/** A figure of data that has nothing to draw. */
export function emptyDrawing(notes: readonly string[]): Drawing {
  return { height: 4, content: '', notes: ['There is nothing to draw.', ...notes] }
}
