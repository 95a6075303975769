import { CribaError } from '#core'

/**
 * Refuses an Arrow file or stream in which an offset, a length or a count points outside the bytes: its
 * parser would read on without an end. The layout is that of the Arrow columnar format 1.5 (File.fbs,
 * Message.fbs, Schema.fbs), in FlatBuffers: a table has a list of the places of its fields, and all offsets
 * point forward.
 */
export function checkArrow(bytes: Uint8Array, label: string): void {
  try {
    if (startsWith(bytes, magic, 0)) checkFile(bytes)
    else checkStream(bytes)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const message = `unreadable file: ${label}: a length or an offset in it points outside the file (it is damaged or cut)`
    throw new CribaError('unreadable', message, { cause })
  }
}

const magic = new TextEncoder().encode('ARROW1')
const continuation = 0xffffffff
/** The most rows of a batch without bytes. */
const mostNulls = 1 << 24

/** What a field of a table is: a list of elements of so many bytes, a table, a list of tables. */
type Field = number | { readonly table: Layout } | { readonly tables: Layout }
/** The fields that point elsewhere, by their numbers. */
type Layout = { readonly [field: number]: Field }

const text = 1
const pairs: Field = { tables: { 0: text, 1: text } }
const encoding: Field = { table: { 1: { table: {} } } }
const child: { [field: number]: Field } = { 0: text, 3: { table: {} }, 4: encoding, 6: pairs }
child[5] = { tables: child }
const schema: Layout = { 1: { tables: child }, 2: pairs, 3: 8 }
const blockBytes = 24
const footer: Layout = { 1: { table: schema }, 2: blockBytes, 3: blockBytes, 4: pairs }
const batch: Layout = { 1: 16, 2: 16, 3: { table: {} }, 4: 8 }
const kinds = { schema: 1, dictionary: 2, rows: 3 }
/** The header of a message, by its kind. */
const headers = new Map<number, Layout>([
  [kinds.schema, schema],
  [kinds.dictionary, { 1: { table: batch } }],
  [kinds.rows, batch],
])

function checkFile(bytes: Uint8Array): void {
  const end = bytes.length - magic.length - 4
  if (end < magic.length || !startsWith(bytes, magic, bytes.length - magic.length))
    throw new RangeError('end')
  const length = viewOf(bytes, 0, bytes.length).getInt32(end, true)
  const view = viewOf(bytes, end - length, length)
  const tables = new Tables(view)
  const root = tables.root()
  tables.check(root, footer)
  for (const [field, kind] of [
    [2, kinds.dictionary],
    [3, kinds.rows],
  ]) {
    const blocks = tables.list(root, field)
    for (let i = 0; i < blocks.count; i++) {
      const at = blocks.at + i * blockBytes
      const message = checkMessage(bytes, whole(view, at), view.getInt32(at + 8, true))
      // The parser waits for the kind that the footer promises.
      if (message.kind !== kind || message.body !== whole(view, at + 16)) throw new RangeError('block')
    }
  }
}

function checkStream(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    const view = viewOf(bytes, at, Math.min(8, bytes.length - at))
    const isMarked = view.getUint32(0, true) === continuation
    const length = view.getInt32(isMarked ? 4 : 0, true)
    if (length === 0) return
    const prefix = isMarked ? 8 : 4
    at += prefix + length + checkMessage(bytes, at, prefix + length).body
  }
}

/**
 * Checks a message of which the length before its body is known, also from it; returns its kind and the
 * length of its body.
 */
function checkMessage(bytes: Uint8Array, from: number, length: number): { kind: number; body: number } {
  const start = viewOf(bytes, from, 8)
  const prefix = start.getUint32(0, true) === continuation ? 8 : 4
  if (prefix + start.getInt32(prefix - 4, true) !== length) throw new RangeError('length')
  const view = viewOf(bytes, from + prefix, length - prefix)
  const tables = new Tables(view)
  const root = tables.root()
  const kindAt = tables.place(root, 1)
  const kind = kindAt === null ? 0 : view.getUint8(kindAt)
  const layout = headers.get(kind)
  if (!layout || tables.target(root, 2) === null) throw new RangeError('kind')
  tables.check(root, { 2: { table: layout }, 4: pairs })
  const bodyAt = tables.place(root, 3)
  const body = bodyAt === null ? 0 : whole(view, bodyAt)
  viewOf(bytes, from + length, body)
  checkBatch(tables, root, kind, body)
  return { kind, body }
}

/**
 * Checks that the buffers of a batch lie in its body, and that this is long enough for its rows: a bit each
 * or more.
 */
function checkBatch(tables: Tables, message: number, kind: number, body: number): void {
  const { view } = tables
  const header = tables.target(message, 2)!
  const rows = kind === kinds.dictionary ? tables.target(header, 1) : kind === kinds.rows ? header : null
  if (rows === null) return
  const lengthAt = tables.place(rows, 0)
  const lengths = lengthAt === null ? [] : [whole(view, lengthAt)]
  const nodes = tables.list(rows, 1)
  for (let i = 0; i < nodes.count; i++) lengths.push(whole(view, nodes.at + 16 * i))
  // Columns that are null everywhere have no buffers.
  const most = body === 0 ? mostNulls : 8 * body
  if (lengths.some((length) => length > most)) throw new RangeError('rows')
  const buffers = tables.list(rows, 2)
  for (let i = 0; i < buffers.count; i++) {
    const at = buffers.at + 16 * i
    if (whole(view, at) + whole(view, at + 8) > body) throw new RangeError('buffer')
  }
}

/** The tables of a FlatBuffer. */
class Tables {
  readonly view: DataView
  /** Tables that may still be visited: more than there are bytes can only be the same ones again. */
  #left: number

  constructor(view: DataView) {
    this.view = view
    this.#left = view.byteLength
  }

  root(): number {
    return this.view.getUint32(0, true)
  }

  /** Where a field of a table stands; null where the table has none. */
  place(table: number, field: number): number | null {
    const places = table - this.view.getInt32(table, true)
    const slot = 4 + 2 * field
    if (slot >= this.view.getUint16(places, true)) return null
    const offset = this.view.getUint16(places + slot, true)
    return offset === 0 ? null : table + offset
  }

  /** Where the table, list or text of a field begins. */
  target(table: number, field: number): number | null {
    const place = this.place(table, field)
    return place === null ? null : place + this.view.getUint32(place, true)
  }

  list(table: number, field: number): { readonly at: number; readonly count: number } {
    const target = this.target(table, field)
    return target === null
      ? { at: 0, count: 0 }
      : { at: target + 4, count: this.view.getUint32(target, true) }
  }

  /** Checks the fields of a table that point elsewhere. */
  check(table: number, layout: Layout): void {
    if (this.#left-- === 0) throw new RangeError('tables')
    for (const [name, field] of Object.entries(layout)) {
      const number = Number(name)
      if (typeof field === 'number') this.#checkList(table, number, field)
      else if ('tables' in field) {
        const { at, count } = this.#checkList(table, number, 4)
        for (let i = 0; i < count; i++) {
          const place = at + 4 * i
          this.check(place + this.view.getUint32(place, true), field.tables)
        }
      } else {
        const target = this.target(table, number)
        if (target !== null) this.check(target, field.table)
        // A table without fields of interest is read at least where its own list begins.
        if (target !== null) this.view.getInt32(target, true)
      }
    }
  }

  #checkList(table: number, field: number, bytes: number): { readonly at: number; readonly count: number } {
    const list = this.list(table, field)
    if (list.at + list.count * bytes > this.view.byteLength) throw new RangeError('list')
    return list
  }
}

function viewOf(bytes: Uint8Array, from: number, length: number): DataView {
  if (!(from >= 0 && length >= 0 && from + length <= bytes.length)) throw new RangeError('bytes')
  return new DataView(bytes.buffer, bytes.byteOffset + from, length)
}

/** A whole number of 64 bits that is a length or a place. */
function whole(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true))
  if (value < 0) throw new RangeError('negative')
  return value
}

function startsWith(bytes: Uint8Array, start: Uint8Array, from: number): boolean {
  return start.every((byte, i) => bytes[from + i] === byte)
}
