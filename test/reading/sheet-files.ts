// Workbooks written part by part, as ECMA-376 and OpenDocument 1.3 say.
import { zip } from '../reliability/zip.js'

export { zip }

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface SheetXml {
  readonly name: string
  readonly state?: string
  /** What stands in `sheetData`. */
  readonly rows: string
}

/** Rows of cells as they are written: numbers, and texts as inline strings; `null` is no cell. */
export function plainRows(rows: readonly (readonly (number | string | null)[])[]): string {
  return rows.map((cells) => `<row>${cells.map(plainCell).join('')}</row>`).join('')
}

function plainCell(cell: number | string | null): string {
  if (cell === null) return '<c/>'
  return typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`
}

/** A workbook of Office Open XML; `formats` are the codes of the formats 0, 1, … of cells, or numbers of built-in ones. */
export function xlsx(
  sheets: readonly SheetXml[],
  {
    texts = [],
    formats = [],
    is1904 = false,
  }: {
    readonly texts?: readonly string[]
    readonly formats?: readonly (string | number)[]
    readonly is1904?: boolean
  } = {},
): Uint8Array {
  const list = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="s${i}"/>`,
  )
  const targets = sheets.map(
    (_, i) => `<Relationship Id="s${i}" Type="${links}/worksheet" Target="worksheets/sheet${i}.xml"/>`,
  )
  const codes = formats.flatMap((code, i) =>
    typeof code === 'string'
      ? [`<numFmt numFmtId="${200 + i}" formatCode="${code.replaceAll('"', '&quot;')}"/>`]
      : [],
  )
  const cells = formats.map((code, i) => `<xf numFmtId="${typeof code === 'number' ? code : 200 + i}"/>`)
  return zip({
    '[Content_Types].xml': `${head}<Types/>`,
    '_rels/.rels': `${head}<Relationships><Relationship Id="m" Type="${links}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${links}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships>${targets.join('')}<Relationship Id="t" Type="${links}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="f" Type="${links}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${head}<sst ${main}>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${head}<styleSheet ${main}><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${cells.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, i) => [
        `xl/worksheets/sheet${i}.xml`,
        `${head}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  })
}

/** A spreadsheet of OpenDocument: the XML of its tables, and of their styles. */
export function ods(tables: string, styles = '', more: Readonly<Record<string, string>> = {}): Uint8Array {
  const names = ['office', 'table', 'text', 'style', 'calcext', 'draw', 'dc'].map(
    (name) => `xmlns:${name}="urn:${name}"`,
  )
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `${head}<office:document-content ${names.join(' ')}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...more,
  })
}
