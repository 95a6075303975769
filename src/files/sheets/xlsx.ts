import { posix } from 'node:path'
import { isoText, kindOfBuiltIn, kindOfCode, serialText } from './number-cells.ts'
import type { NumberKind } from './number-cells.ts'
import type { CellSink, Sheet } from './workbook.ts'
import { parseXml } from './xml-events.ts'
import type { Attributes } from './xml-events.ts'
import type { ZipArchive } from './zip-archive.ts'

/** The most bytes of the texts that cells share, which are kept in memory. */
const mostTexts = 1 << 29

interface Relation {
  readonly id: string
  /** The last word of its type, such as `worksheet`. */
  readonly type: string
  readonly target: string
}

/** What the cells of all sheets refer to. */
interface SharedParts {
  readonly texts: readonly string[]
  /** What each format of cells shows. */
  readonly kinds: readonly NumberKind[]
  readonly system: 1900 | 1904
}

/** The worksheets of an Office Open XML workbook (ECMA-376 part 1, 18). */
export async function xlsxSheets(zip: ZipArchive): Promise<Sheet[]> {
  const [main] = (await relationsOf(zip, '')).filter(({ type }) => type === 'officeDocument')
  const path = main?.target ?? 'xl/workbook.xml'
  const relations = await relationsOf(zip, path)
  const sheets: { readonly name: string; readonly state: string; readonly id: string }[] = []
  let system: 1900 | 1904 = 1900
  await parseXml(zip.blocks(path), zip.label, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && isTrue(attributes['date1904'])) system = 1904
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      sheets.push({ name: needed(attributes, 'name', name), state: attributes['state'] ?? 'visible', id })
    },
  })
  const targetOf = (type: string) => relations.find((relation) => relation.type === type)?.target
  let shared: Promise<SharedParts> | undefined
  const sharedParts = () =>
    (shared ??= (async () => ({
      texts: await textsOf(zip, targetOf('sharedStrings')),
      kinds: await kindsOf(zip, targetOf('styles')),
      system,
    }))())
  // Sheets of charts have no cells.
  return sheets.flatMap(({ name, state, id }) => {
    const relation = relations.find((relation) => relation.id === id)
    if (relation?.type !== 'worksheet') return []
    const read = async (sink: CellSink) => readSheet(zip, relation.target, await sharedParts(), sink)
    return [{ name, isHidden: state !== 'visible', read }]
  })
}

/** The relations of a part; of the whole package for ''. */
async function relationsOf(zip: ZipArchive, path: string): Promise<Relation[]> {
  const folder = posix.dirname(path)
  const file = posix.join(folder, '_rels', `${posix.basename(path)}.rels`)
  const found: Relation[] = []
  if (!zip.has(file)) return found
  await parseXml(zip.blocks(file), zip.label, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const [id, type, place] = ['Id', 'Type', 'Target'].map((key) => needed(attributes, key, name))
      const target = place.startsWith('/') ? place.slice(1) : posix.join(folder, place)
      found.push({ id, type: posix.basename(type), target })
    },
  })
  return found
}

/** An attribute that its element must have. */
function needed(attributes: Attributes, key: string, element: string): string {
  const value = attributes[key]
  if (value === undefined) throw new Error(`an element ${element} without its ${key}`)
  return value
}

/** The texts that cells refer to by number. */
async function textsOf(zip: ZipArchive, path: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (path === undefined || !zip.has(path)) return texts
  const current = new CellText()
  await parseXml(zip.blocks(path, mostTexts), zip.label, {
    open: (name) => current.open(name),
    text: (text) => current.add(text),
    close: (name) => {
      current.close(name)
      if (name === 'si') texts.push(current.take())
    },
  })
  return texts
}

/** What each format of cells shows. */
async function kindsOf(zip: ZipArchive, path: string | undefined): Promise<NumberKind[]> {
  const kinds: NumberKind[] = []
  if (path === undefined || !zip.has(path)) return kinds
  const own = new Map<number, NumberKind>()
  let isInFormats = false
  await parseXml(zip.blocks(path), zip.label, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt' && formatCode !== undefined) own.set(Number(numFmtId), kindOfCode(formatCode))
      if (name === 'cellXfs') isInFormats = true
      if (name !== 'xf' || !isInFormats) return
      const id = Number(numFmtId ?? 0)
      kinds.push(own.get(id) ?? kindOfBuiltIn(id))
    },
    close: (name) => {
      if (name === 'cellXfs') isInFormats = false
    },
  })
  return kinds
}

async function readSheet(zip: ZipArchive, path: string, shared: SharedParts, sink: CellSink): Promise<void> {
  const current = new CellText()
  let row = -1
  let column = -1
  let cell: Attributes = {}
  let isFormula = false
  const open = (name: string, attributes: Attributes) => {
    if (name === 'row') {
      row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']) - 1
      column = -1
    } else if (name === 'c') {
      cell = attributes
      isFormula = false
      column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
    } else {
      if (name === 'f') isFormula = true
      current.open(name)
    }
  }
  const close = (name: string) => {
    current.close(name)
    if (name !== 'c') return
    const text = current.take()
    // An empty text is a value too.
    if (text === '' && isFormula && cell['t'] !== 'str') sink.formula(column)
    else giveCell(sink, row, column, cell, text, shared)
  }
  const text = (text: string) => current.add(text)
  await parseXml(zip.blocks(path), zip.label, { open, close, text }, () => sink.isDone)
}

/**
 * Gives a cell to a sink by its type: `s` shared, `b` boolean, `e` error, `d` ISO date, otherwise number or
 * text.
 */
function giveCell(
  sink: CellSink,
  row: number,
  column: number,
  { t: type = 'n', s: format }: Attributes,
  text: string,
  { texts, kinds, system }: SharedParts,
): void {
  if (text === '') return
  if (type === 'e') sink.error(text)
  else if (type === 'b') sink.cell(row, column, isTrue(text) ? 'true' : 'false')
  else if (type === 's') sink.cell(row, column, texts[Number(text)] ?? lostText(row, column, text))
  else if (type === 'd') giveMoment(sink, row, column, isoText(text), kinds[Number(format)])
  else if (type !== 'n' || !Number.isFinite(Number(text))) sink.cell(row, column, text)
  else {
    const value = Number(text)
    const kind = kinds[Number(format)] ?? 'number'
    if (kind === 'percent') sink.percentage(column, value)
    const shown = serialText(value, kind, system)
    if (shown === String(value)) sink.number(row, column, value)
    else giveMoment(sink, row, column, shown, kind)
  }
}

function lostText(row: number, column: number, text: string): never {
  const place = `row ${row + 1}, column ${column + 1}`
  throw new Error(`the cell at ${place} refers to the shared text ${text}, which is not there`)
}

function giveMoment(sink: CellSink, row: number, column: number, text: string, kind?: NumberKind): void {
  const isDay = kind === 'date' && text.endsWith(' 00:00:00')
  const shown = isDay ? text.slice(0, 10) : text
  const isMoment = /^\d{4}-\d\d-\d\d/.test(shown)
  sink.cell(row, column, shown, isMoment ? (shown.length > 10 ? 'datetime' : 'date') : undefined)
}

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const digit = letter.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    column = column * 26 + digit
  }
  return column - 1
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true'
}

/** Collects the text of a cell, or of a shared text, whose runs may have formats of their own. */
class CellText {
  #text = ''
  #isText = false
  #isReading = false

  open(name: string): void {
    if (name === 'rPh') this.#isReading = true
    this.#isText = name === 'v' || (name === 't' && !this.#isReading)
  }

  add(text: string): void {
    if (this.#isText) this.#text += text
  }

  close(name: string): void {
    // How to pronounce a text is not part of it.
    if (name === 'rPh') this.#isReading = false
    this.#isText = false
  }

  /** The text so far, with letters that XML cannot hold, which are written as `_x000D_`. */
  take(): string {
    const text = this.#text
    this.#text = ''
    return text.includes('_x')
      ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (all, code: string) => {
          const letter = parseInt(code, 16)
          return letter >= 32 || letter === 9 || letter === 10 || letter === 13
            ? String.fromCharCode(letter)
            : all
        })
      : text
  }
}
