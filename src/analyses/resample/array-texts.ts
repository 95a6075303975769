import { otherFile } from '../selection/checkpoint.ts'

/** The only part of objects that stand for something else; objects that have such a part stand for themselves. */
const marks = ['array', 'number', 'object']

/**
 * Arrays of numbers as lists with the name of their type, numbers that JSON has not as texts, and objects
 * that could be taken for these as lists of their parts.
 */
export function textWithArrays(content: object): string {
  return JSON.stringify(content, (_, value: unknown) => {
    if (ArrayBuffer.isView(value)) return { array: [value.constructor.name, [...(value as Float64Array)]] }
    if (typeof value === 'object' && value !== null && marks.some((mark) => Object.hasOwn(value, mark)))
      return { object: Object.entries(value) }
    return typeof value === 'number' && !(Number.isFinite(value) && !Object.is(value, -0))
      ? { number: Object.is(value, -0) ? '-0' : String(value) }
      : value
  })
}

const arrays = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array }

/** The arrays and objects that `textWithArrays` wrote, in what `parseCheckpoint` reads. */
export function withArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withArrays)
  if ('array' in value) {
    const [name, numbers] = value.array as [keyof typeof arrays, number[]]
    if (!Object.hasOwn(arrays, name)) throw otherFile()
    return arrays[name].from(numbers)
  }
  const parts = 'object' in value ? (value.object as [string, unknown][]) : Object.entries(value)
  return Object.fromEntries(parts.map(([name, part]) => [name, withArrays(part)]))
}
