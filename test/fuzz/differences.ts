/** The differences of two values, as lines. The tolerance of numbers is relative to the larger, or absolute below 1. */
export function differencesBetween(one: unknown, other: unknown, tolerance: number): readonly string[] {
  return [...walk(one, other, tolerance, '')].slice(0, 5)
}

function* walk(one: unknown, other: unknown, tolerance: number, path: string): Generator<string> {
  if (typeof one === 'number' && typeof other === 'number') {
    if (!isNear(one, other, tolerance)) yield `${path}: ${one}, ${other}`
  } else if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) yield `${path}: ${JSON.stringify(one)}, ${JSON.stringify(other)}`
    else for (const [i, part] of one.entries()) yield* walk(part, other[i], tolerance, `${path}[${i}]`)
  } else if (isRecord(one) && isRecord(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      yield* walk(one[key], other[key], tolerance, `${path}.${key}`)
    }
  } else if (one !== other) yield `${path}: ${JSON.stringify(one)}, ${JSON.stringify(other)}`
}

function isNear(one: number, other: number, tolerance: number): boolean {
  return (
    Object.is(one, other) ||
    one === other ||
    Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(one), Math.abs(other))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
