import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { CribaError } from 'criba'
import type { Table } from 'criba'
import { readTable } from 'criba/node'
import { expect } from 'vitest'
import { columnOf, recordsOf, Refusal, textOfBytes } from './plain-reader.ts'
import type { PlainColumn } from './plain-reader.ts'

/** Small files, each with its separator; mutations insert no other separator. */
const texts: readonly (readonly [separator: string, text: string])[] = [
  [',', 'a,b,c\n1,x,2.5\n-3,"y, z",1e3\n,"say ""hi""",NA\n4,"two\nlines",.5\n'],
  [',', 'id,größe,漢字\r\n001,é,12345678901234567890\r\n002,ß 𝒳,inf\r\n003,,-0\r\n'],
  [';', 'a;b;c\n1,5;x;1\n-2,25;"y;z";2.5\n?;; 3 \n7;x;-inf\n'],
  ['\t', 'a\tb\n1\tx y\n\t"q"\n3\tN/A\n'],
  ['|', '"a|b"|c\r1|x\r2|y\r'],
  [',', 'only\n1\n\n3\n\n\n5\n'],
  [',', '"only, one"\n"x" \n"y"\n'],
]

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  plain: (text) => Buffer.from(text),
  marked: (text) => Buffer.from(`\ufeff${text}`),
  latin: (text) => Buffer.from(text, 'latin1'),
  little: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  big: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  unmarked: (text) => Buffer.from(text, 'utf16le'),
}

/** Texts that are inserted into the bytes; `S` stands for the separator of the file. */
const pieces = [
  '"',
  '""',
  '"\n',
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  ' ',
  'S',
  'SS',
  '\0',
  'x',
  '7',
  '-',
  'e5',
  'NA',
  '\xe9',
  '\x81',
]

type Mutation =
  | { readonly kind: 'put'; readonly at: number; readonly piece: string }
  | { readonly kind: 'cut' | 'drop' | 'repeat'; readonly at: number; readonly length: number }

const place = fc.nat(400)
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('put'), at: place, piece: fc.constantFrom(...pieces) }),
  },
  fc.record({ kind: fc.constantFrom('cut', 'drop', 'repeat'), at: place, length: fc.nat(5) }),
)

/** A damaged file, and its separator. */
export const brokenFile = fc
  .record({
    file: fc.constantFrom(...texts),
    encoding: fc.constantFrom('plain', 'plain', 'plain', ...Object.keys(encodings)),
    mutations: fc.array(mutation, { maxLength: 4 }),
  })
  .map(({ file: [separator, text], encoding, mutations }) => ({
    separator,
    bytes: mutations.reduce(
      (bytes, mutation) => mutated(bytes, mutation, separator),
      encodings[encoding](text),
    ),
  }))

function mutated(bytes: Buffer, mutation: Mutation, separator: string): Buffer {
  const at = mutation.at % (bytes.length + 1)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  if (mutation.kind === 'put') {
    return Buffer.concat([before, Buffer.from(mutation.piece.replaceAll('S', separator), 'latin1'), after])
  }
  if (mutation.kind === 'cut') return Buffer.from(before)
  const some = after.subarray(0, mutation.length)
  const rest = after.subarray(mutation.length)
  return mutation.kind === 'drop' ? Buffer.concat([before, rest]) : Buffer.concat([before, some, some, rest])
}

/** Compares a file with the plain reader: the same table, or a one-line error that names file and place. */
export async function expectPlainReading(path: string, bytes: Buffer, separator = ','): Promise<void> {
  writeFileSync(path, bytes)
  const found: unknown = await readTable(path).catch((error: unknown) => error)
  const wanted = plainReadings(bytes, separator, path)
  if (found instanceof Error) return expectRefusal(found, wanted, path, bytes)
  const table = plainColumns(found as Table)
  // Compare as short texts: printing two tables may take minutes.
  const isWanted = wanted.some((read) => isDeepStrictEqual(read(), table))
  if (!isWanted) expect(shownReading(table)).toBe(shownReading(wanted[0]()))
}

type Reading = readonly PlainColumn[] | Refusal

/**
 * The results of the plain reader that are accepted, each read when called. A header that does not determine the separator may
 * be a single cell, or several cells separated by blanks; and a second byte order mark may be read as text or as a mark.
 */
function plainReadings(bytes: Buffer, separator: string, path: string): readonly (() => Reading)[] {
  const text = orRefusal(() => textOfBytes(bytes))
  if (text instanceof Refusal) return [() => text]
  const first = plainReading(text, separator, path)
  const width = first instanceof Refusal ? first.width : first.length
  const isTold = width > 1 && !text.startsWith('\ufeff')
  if (isTold) return [() => first]
  const bare = text.replace(/^\ufeff/, '')
  const others = [separator, ',', ' '].flatMap((other) =>
    [text, bare].map((each) => () => plainReading(each, other, path)),
  )
  return [() => first, ...others]
}

function plainReading(text: string, separator: string, path: string): Reading {
  return orRefusal(() => {
    const { names, rows } = recordsOf(text, separator, path)
    const cellsOf = (i: number) => rows.map((cells) => cells[i])
    return names.map((name, i) => columnOf(name, cellsOf(i), separator !== ','))
  })
}

function orRefusal<T>(work: () => T): T | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** A result as a few lines. */
function shownReading(reading: Reading): string {
  if (reading instanceof Refusal) return `an error: ${reading.message}`
  const columns = reading
    .slice(0, 20)
    .map((column) => JSON.stringify({ ...column, cells: column.cells.slice(0, 20) }))
  const rows = reading[0].cells.length
  return `${rows} rows × ${reading.length} columns\n${columns.join('\n').slice(0, 5000)}\nhash ${hash(reading)}`
}

function hash(reading: Reading): string {
  return createHash('sha256').update(JSON.stringify(reading)).digest('hex')
}

const separators = [',', ';', '\t', '|', ' ']

function expectRefusal(error: Error, wanted: readonly (() => Reading)[], path: string, bytes: Buffer): void {
  expect(error).toBeInstanceOf(CribaError)
  expect(error.message).not.toMatch(/[\r\n]/)
  expect(error.message).toContain(path)
  const refusal = wanted
    .map((read) => read())
    .find((reading): reading is Refusal => reading instanceof Refusal)
  if (!refusal) return expect.fail(`a table, and not: ${error.message}`)
  // If only one result is accepted, the first fault and its place are known.
  if (wanted.length > 1 || !/^invalid (row|quote)/.test(refusal.message)) return
  expect(error.message).toMatch(/^invalid (row|quote|name|column name)/)
  // What may mend it follows.
  const message = error.message.replace(/; .*$/, '')
  if (message === refusal.message || !/^invalid (row|quote)/.test(message)) return
  // If rows and header disagree, another separator may be more likely.
  const others = separators.map((other) => plainReading(textOfBytes(bytes), other, path))
  const messages = others.flatMap((reading) => (reading instanceof Refusal ? [reading.message] : []))
  expect(messages).toContain(message)
}

function plainColumns({ columns, warnings }: Table): readonly PlainColumn[] {
  return columns.map((column) => {
    const all =
      column.type === 'numeric' ? [...column.values] : [...column.codes].map((code) => column.levels[code])
    return {
      name: column.name,
      type: column.type,
      cells: all.map((cell, row) => (column.missing?.[row] ? null : cell)),
      // The plain reader gives no warnings about names.
      warnings: warnings
        .filter(
          ({ code, column: of }) => of === column.name && code !== 'column-names' && code !== 'row-numbers',
        )
        .map(({ code }) => code),
    }
  })
}
