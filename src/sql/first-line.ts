/** The first line of an error message; further lines of engines and libraries show statements and stacks. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0].trim()
}
