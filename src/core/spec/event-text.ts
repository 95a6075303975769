/**
 * The column of an event, given as `status` or `status=dead`: of several that the text may begin with the
 * longest; null without an event, or where none is it.
 */
export function eventColumnOf(text: string | null | undefined, columns: readonly string[]): string | null {
  if (!text) return null
  const isIt = (name: string) => `${text}=`.startsWith(`${name}=`)
  return columns.filter(isIt).reduce<string | null>((a, b) => (a && a.length > b.length ? a : b), null)
}
