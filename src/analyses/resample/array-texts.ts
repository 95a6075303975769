/** Arrays of numbers as lists with the name of their type, and numbers that JSON has not, as texts. */
export function textWithArrays(content: object): string {
  return JSON.stringify(content, (_, value: unknown) => {
    if (ArrayBuffer.isView(value)) return { array: value.constructor.name, of: [...(value as Float64Array)] }
    return typeof value === 'number' && !(Number.isFinite(value) && !Object.is(value, -0))
      ? { number: Object.is(value, -0) ? '-0' : String(value) }
      : value
  })
}

const arrays = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array }

/** The arrays that `textWithArrays` wrote, in what `parseCheckpoint` reads. */
export function withArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withArrays)
  if ('array' in value && 'of' in value)
    return arrays[value.array as keyof typeof arrays].from(value.of as number[])
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withArrays(part)]))
}
