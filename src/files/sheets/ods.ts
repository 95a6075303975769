import { CribaError } from '#core'
import { isoText } from './number-cells.ts'
import { mostRows } from './sheet-text.ts'
import type { CellSink, Sheet } from './workbook.ts'
import { longestStretch, parseXml } from './xml-events.ts'
import type { Attributes } from './xml-events.ts'
import { protectedFile } from './zip-archive.ts'
import type { ZipArchive } from './zip-archive.ts'

const content = 'content.xml'
const manifest = 'META-INF/manifest.xml'

/** The tables of an OpenDocument spreadsheet (OpenDocument 1.3 part 3, 9). */
export async function odsSheets(zip: ZipArchive): Promise<Sheet[]> {
  await refuseProtected(zip)
  const hidden = new Set<string>()
  const tables: { readonly name: string; readonly style: string | undefined }[] = []
  let style: string | undefined
  let depth = 0
  let isSpreadsheet = false
  await parseXml(zip.blocks(content), zip.label, {
    open: (name, attributes) => {
      if (name === 'spreadsheet') isSpreadsheet = true
      if (name === 'style') style = attributes['style:name']
      if (name === 'table-properties' && attributes['table:display'] === 'false' && style) hidden.add(style)
      // Tables in cells belong to their cells.
      if (name === 'table' && depth++ === 0)
        // The name may be missing; LibreOffice gives such a table this one.
        tables.push({
          name: attributes['table:name'] ?? `Sheet${tables.length + 1}`,
          style: attributes['table:style-name'],
        })
    },
    close: (name) => {
      if (name === 'table') depth--
    },
  })
  if (!isSpreadsheet)
    throw new CribaError('unreadable', `unreadable file: ${zip.label} (a document, but no spreadsheet)`)
  return tables.map(({ name, style }, index) => ({
    name,
    isHidden: style !== undefined && hidden.has(style),
    read: (sink) => readTable(zip, index, sink),
  }))
}

async function refuseProtected(zip: ZipArchive): Promise<void> {
  if (!zip.has(manifest)) return
  await parseXml(zip.blocks(manifest), zip.label, {
    open: (name) => {
      if (name === 'encryption-data') throw protectedFile(zip.label)
    },
  })
}

/** Gives the cells of one table to a sink. */
async function readTable(zip: ZipArchive, wanted: number, sink: CellSink): Promise<void> {
  const reader = new TableReader(wanted, sink)
  await parseXml(zip.blocks(content), zip.label, reader, () => sink.isDone || reader.isOver)
}

/** A cell that was read: how often it stands, and what is in it. */
interface ReadCell {
  readonly column: number
  readonly times: number
  readonly attributes: Attributes
  readonly text: string
}

class TableReader {
  readonly #wanted: number
  readonly #sink: CellSink
  #table = -1
  #depth = 0
  #row = 0
  #rowTimes = 1
  #column = 0
  #cells: ReadCell[] = []
  #cell: Attributes | null = null
  #text = ''
  #paragraphs = 0
  #isText = false
  /** Depth in notes and drawings, whose texts are not those of the cell. */
  #aside = 0
  isOver = false

  constructor(wanted: number, sink: CellSink) {
    this.#wanted = wanted
    this.#sink = sink
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'table' && this.#depth++ === 0) this.#table++
    if (this.#table !== this.#wanted || this.#depth !== 1 || this.isOver) return
    if (this.#aside > 0 || name === 'annotation' || name === 'shapes' || name === 'frame') this.#aside++
    else if (name === 'table-row') this.#rowTimes = times(attributes['table:number-rows-repeated'])
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#cell = attributes
    else if (name === 'p' && this.#cell) {
      if (this.#paragraphs++ > 0) this.#text += '\n'
      this.#isText = true
    } else if (name === 's' && this.#isText) this.#addBlanks(times(attributes['text:c']))
    else if (name === 'tab' && this.#isText) this.#text += '\t'
    else if (name === 'line-break' && this.#isText) this.#text += '\n'
  }

  #addBlanks(count: number): void {
    if (this.#text.length + count > longestStretch)
      throw new Error(`a text of more than ${longestStretch} letters`)
    this.#text += ' '.repeat(count)
  }

  readonly text = (text: string): void => {
    if (this.#isText && this.#aside === 0) this.#text += text
  }

  readonly close = (name: string): void => {
    const isHere = this.#table === this.#wanted && this.#depth === 1 && !this.isOver
    if (name === 'table' && --this.#depth === 0 && this.#table === this.#wanted) this.isOver = true
    if (!isHere || this.isOver) return
    if (this.#aside > 0) this.#aside--
    else if (name === 'p') this.#isText = false
    else if (name === 'table-row') this.#endRow()
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell(name)
  }

  #endCell(name: string): void {
    const attributes = this.#cell ?? {}
    const repeated = times(attributes['table:number-columns-repeated'])
    const hasValue =
      attributes['office:value-type'] !== undefined ||
      attributes['table:formula'] !== undefined ||
      this.#text !== ''
    // Of merged cells the first has the value.
    if (hasValue && name === 'table-cell')
      this.#cells.push({ column: this.#column, times: repeated, attributes, text: this.#text })
    this.#column += repeated
    this.#cell = null
    this.#text = ''
    this.#paragraphs = 0
  }

  #endRow(): void {
    const last = this.#cells.length === 0 ? 0 : this.#rowTimes
    for (let i = 0; i < last && !this.#sink.isDone; i++) {
      for (const cell of this.#cells) {
        for (let j = 0; j < cell.times && !this.#sink.isDone; j++)
          giveCell(this.#sink, this.#row + i, cell.column + j, cell)
      }
    }
    this.#row += this.#rowTimes
    this.#column = 0
    this.#cells = []
  }
}

function times(text: string | undefined): number {
  const value = Number(text ?? 1)
  return Number.isInteger(value) && value > 0 ? Math.min(value, mostRows) : 1
}

/** Gives a cell to a sink by the type of its value. */
function giveCell(sink: CellSink, row: number, column: number, { attributes, text }: ReadCell): void {
  const type = attributes['office:value-type']
  const value = attributes['office:value']
  if (attributes['calcext:value-type'] === 'error') sink.error(text)
  else if (type === undefined && text === '') sink.formula(column)
  else if (type === 'boolean') sink.cell(row, column, attributes['office:boolean-value'] ?? text)
  else if (type === 'date') {
    const shown = isoText(attributes['office:date-value'] ?? text)
    sink.cell(row, column, shown, shown.length > 10 ? 'datetime' : 'date')
  } else if (type === 'time') {
    const shown = timeText(attributes['office:time-value'] ?? text)
    sink.cell(row, column, shown, isDuration(shown) ? 'duration' : undefined)
  } else if (value !== undefined && Number.isFinite(Number(value))) {
    if (type === 'percentage') sink.percentage(column, Number(value))
    sink.number(row, column, Number(value))
  } else sink.cell(row, column, text === '' ? (attributes['office:string-value'] ?? '') : text)
}

/** Whether a time is of 24 hours or more. */
function isDuration(time: string): boolean {
  return /^\d{2,}:\d\d:\d\d/.test(time) && Number(time.slice(0, time.indexOf(':'))) >= 24
}

/** `PT13H45M00S` as `13:45:00`; a duration of a day or more has as many hours. */
function timeText(text: string): string {
  const found = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text)
  if (!found) return text
  const [hours, minutes, seconds] = found.slice(1).map((part: string | undefined) => Number(part ?? 0))
  const milliseconds = Math.round((hours * 3600 + minutes * 60 + seconds) * 1000)
  const two = (number: number) => String(number).padStart(2, '0')
  const whole = Math.floor(milliseconds / 1000)
  const rest = milliseconds % 1000
  const time = `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return rest === 0 ? time : `${time}.${String(rest).padStart(3, '0')}`
}
