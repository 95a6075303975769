/**
 * Whether two requests are the same: plain records and lists by what they hold, anything else by identity. Not by `requestKey`:
 * a key reads all of a request at every step, where parts that steps share are the same objects and different ones differ early.
 */
export function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => areEqual(value, b[i]))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => areEqual(a[name], b[name]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
