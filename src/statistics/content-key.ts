import { digest } from './digest.ts'

/** Longer texts are replaced by their digest. */
const longest = 64
/** The keys of objects, which must not change once they have one. */
const keys = new WeakMap<object, string>()

/**
 * A key of plain data by its content: two requests, variables or views have the same key if and only if they have the same
 * content, whatever objects they are made of. A property that is `undefined` counts as absent. The keys of parts are cached, so
 * that the key of a family does not read its variables again.
 */
export function contentKey(content: unknown): string {
  switch (typeof content) {
    case 'string':
      return JSON.stringify(content)
    case 'number':
      return Object.is(content, -0) ? '-0' : String(content)
    case 'boolean':
    case 'undefined':
      return String(content)
    case 'object':
      return content === null ? 'null' : keyOfObject(content)
    default:
      throw new TypeError(`a ${typeof content} has no content key`)
  }
}

function keyOfObject(content: object): string {
  let key = keys.get(content)
  if (key === undefined) {
    const text = Array.isArray(content) ? textOfList(content) : textOfRecord(content)
    key = text.length > longest ? digest(text) : text
    keys.set(content, key)
  }
  return key
}

function textOfList(list: readonly unknown[]): string {
  const parts = new Array<string>(list.length)
  for (let i = 0; i < parts.length; i++) parts[i] = contentKey(list[i])
  return `[${parts.join()}]`
}

function textOfRecord(record: object): string {
  const prototype: unknown = Object.getPrototypeOf(record)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`a ${record.constructor.name} has no content key`)
  }
  let text = '{'
  for (const name of Object.keys(record).sort()) {
    const value = (record as Readonly<Record<string, unknown>>)[name]
    if (value !== undefined) text += `${JSON.stringify(name)}:${contentKey(value)},`
  }
  return `${text}}`
}
