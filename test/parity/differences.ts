/**
 * The differences between two answers, as a few lines. With tolerance 0 all numbers must be equal; otherwise they may differ by
 * that share of the larger one. Co-moments, which may cancel, are compared at the scale of their variables' squares.
 */
export function differences(
  ours: unknown,
  theirs: unknown,
  tolerance: number,
  path = 'answers',
): readonly string[] {
  return [...walk(ours, theirs, tolerance, path)].slice(0, 8)
}

function* walk(ours: unknown, theirs: unknown, tolerance: number, path: string): Generator<string> {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    if (!isNear(ours, theirs, tolerance, 0)) yield `${path}: ${ours} in memory, ${theirs}`
  } else if (isList(ours) && isList(theirs)) {
    if (ours.length !== theirs.length) yield `${path}: ${ours.length} in memory, ${theirs.length}`
    else for (let i = 0; i < ours.length; i++) yield* walk(ours[i], theirs[i], tolerance, `${path}[${i}]`)
  } else if (isMoments(ours) && isMoments(theirs)) {
    // A mean is the sum of its two parts; sources may split it differently.
    const { comoment, mean, meanLow, ...rest } = ours
    const { comoment: other, mean: otherMean, meanLow: otherLow, ...otherRest } = theirs
    yield* walk(rest, otherRest, tolerance, path)
    const whole = mean.map((high, i) => high + meanLow[i])
    const otherWhole = otherMean.map((high, i) => high + otherLow[i])
    for (const [i, value] of whole.entries()) {
      // A mean may cancel to 0, so it is compared at the scale of its values.
      const scale = Math.max(Math.abs(ours.min[i]), Math.abs(ours.max[i]))
      if (!isNear(value, otherWhole[i], tolerance, Number.isFinite(scale) ? scale : 0)) {
        yield `${path}.mean[${i}]: ${value} in memory, ${otherWhole[i]}`
      }
    }
    yield* walkComoments(comoment, other, ours.width, tolerance, `${path}.comoment`)
  } else if (isRecord(ours) && isRecord(theirs)) {
    for (const key of Object.keys(ours)) yield* walk(ours[key], theirs[key], tolerance, `${path}.${key}`)
  } else if (ours !== theirs) yield `${path}: ${String(ours)} in memory, ${String(theirs)}`
}

function* walkComoments(
  ours: Float64Array,
  theirs: Float64Array,
  width: number,
  tolerance: number,
  path: string,
): Generator<string> {
  const square = width * width
  for (let cell = 0; cell < ours.length; cell++) {
    const start = cell - (cell % square)
    const [a, b] = [Math.floor((cell % square) / width), cell % width]
    const scale = Math.sqrt(ours[start + a * width + a] * ours[start + b * width + b])
    if (!isNear(ours[cell], theirs[cell], tolerance, scale))
      yield `${path}[${cell}]: ${ours[cell]} in memory, ${theirs[cell]}`
  }
}

function isNear(a: number, b: number, tolerance: number, scale: number): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b), scale)
}

interface Moments {
  readonly width: number
  readonly mean: Float64Array
  readonly meanLow: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
  readonly comoment: Float64Array
}

function isMoments(value: unknown): value is Moments {
  return isRecord(value) && 'comoment' in value
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
