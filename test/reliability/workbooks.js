import { zip } from './zip.js'

/** @typedef {import('./seeds.js').Seed} Seed */

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** @param {number} row */
function xlsxRow(row) {
  const number = `<c r="B${row + 2}" s="${row % 3}"><v>${row * 1.5}</v></c>`
  const words = `<c r="C${row + 2}" t="inlineStr"><is><t>w &amp; ${row % 4}</t></is></c><c r="D${row + 2}" t="b"><v>${row % 2}</v></c>`
  return `<row r="${row + 2}"><c r="A${row + 2}" t="s"><v>${4 + (row % 3)}</v></c>${number}${words}</row>`
}

const counted = Array.from({ length: 20 }, (_, row) => row)
const texts = ['kind', 'n', 'word', 'flag', 'red', 'green', 'blue'].map((text) => `<si><t>${text}</t></si>`)
const header = ['A', 'B', 'C', 'D'].map((column, i) => `<c r="${column}1" t="s"><v>${i}</v></c>`)

/** The parts of an .xlsx workbook. @type {Readonly<Record<string, string>>} */
const xlsxParts = {
  '[Content_Types].xml': `${head}<Types/>`,
  '_rels/.rels': `${head}<Relationships><Relationship Id="m" Type="${links}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${links}"><workbookPr/><sheets><sheet name="One" sheetId="1" r:id="s0"/><sheet name="Two" sheetId="2" state="hidden" r:id="s1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships><Relationship Id="s0" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s1" Type="${links}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="t" Type="${links}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="f" Type="${links}/styles" Target="/xl/styles.xml"/></Relationships>`,
  'xl/sharedStrings.xml': `${head}<sst ${main}>${texts.join('')}</sst>`,
  'xl/styles.xml': `${head}<styleSheet ${main}><numFmts><numFmt numFmtId="200" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData><row r="1">${header.join('')}</row>${counted.map(xlsxRow).join('')}</sheetData></worksheet>`,
  'xl/worksheets/sheet2.xml': `${head}<worksheet ${main}><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>`,
}

/** @param {string} type @param {string | number} value @param {string} text */
function odsCell(type, value, text) {
  return `<table:table-cell office:value-type="${type}" office:${type === 'date' ? 'date-' : ''}value="${value}"><text:p>${text}</text:p></table:table-cell>`
}

/** @param {number} row */
function odsRow(row) {
  const cells = [
    odsCell('float', row / 4, `${row / 4}`),
    odsCell('string', '', `w${row % 3}`),
    odsCell('date', `2020-01-${10 + row}`, 'day'),
    '<table:table-cell table:number-columns-repeated="2"/>',
  ]
  return `<table:table-row>${cells.join('')}</table:table-row>`
}

const spaces = ['office', 'table', 'text', 'style'].map((name) => `xmlns:${name}="urn:${name}"`)
const odsHeader = ['n', 'word', 'day'].map((name) => odsCell('string', '', name))

/** The parts of an .ods workbook. @type {Readonly<Record<string, string>>} */
const odsParts = {
  mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
  'content.xml': `${head}<office:document-content ${spaces.join(' ')}><office:body><office:spreadsheet><table:table table:name="One"><table:table-row>${odsHeader.join('')}</table:table-row>${counted.map(odsRow).join('')}<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
}

/**
 * Workbooks whose archive is damaged, and workbooks of which one part was damaged before it was packed.
 * @returns {Seed[]}
 */
export function packedWorkbooks() {
  return [
    ['.xlsx', 'book.xlsx', xlsxParts],
    ['.ods', 'book.ods', odsParts],
  ].flatMap(([reader, name, parts]) =>
    seedsOf(
      /** @type {string} */ (reader),
      /** @type {string} */ (name),
      /** @type {typeof odsParts} */ (parts),
    ),
  )
}

/** @param {string} reader @param {string} name @param {Readonly<Record<string, string>>} parts @returns {Seed[]} */
function seedsOf(reader, name, parts) {
  const inner = Object.entries(parts).filter(([part]) => part !== '[Content_Types].xml')
  return [
    { reader, name, kind: 'binary', bytes: Buffer.from(zip(parts)) },
    ...inner.map(([part, text], i) => ({
      reader,
      name: `part-${i}-${name}`,
      kind: /** @type {const} */ ('text'),
      bytes: Buffer.from(text),
      pack: (/** @type {Buffer} */ damaged) => zip({ ...parts, [part]: damaged }),
    })),
  ]
}
