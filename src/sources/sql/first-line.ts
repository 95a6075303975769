/** The first line of what an engine or a library says, whose others show statements and stacks. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0].trim()
}
