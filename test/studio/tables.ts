import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fileOf } from './open-page.ts'

const example = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)), 'utf8')

/** Small and numeric. */
export const small = { path: fileOf('breast-cancer.csv', example('breast-cancer.csv')), target: 'diagnosis' }

/** Numbers, the target too. */
export const numbers = { path: fileOf('diabetes.csv', example('diabetes.csv')) }

/** Names that a page must not take for markup, with signs that nobody sees; ids, texts, gaps, a copy, a constant. */
export const hostile = [
  '<img src=x onerror=alert(1)>',
  '"; \u202edrop',
  'a'.repeat(300),
  '👩‍🔬 β',
  '__proto__',
  'constructor',
]
const cell = (text: string | number) =>
  /[",]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text)
const messyRows = Array.from({ length: 300 }, (_, i) => {
  const group = ['red', '<b>blue</b>', 'gre\u200ben'][i % 3]
  const x = ((i * 37) % 101) / 7
  return [
    `id-${1000 + i}`,
    i % 11 === 0 ? '' : (x + (i % 3) * 4).toFixed(2),
    group,
    `words of row ${i * 7} and more`,
    i % 5 === 0 ? -999 : i % 17,
    'same',
    (x + (i % 3) * 4).toFixed(2),
    group === 'red' ? 'yes' : 'no',
  ]
})
export const messy = {
  path: fileOf(
    'messy.csv',
    [[...hostile, 'copy', 'y'], ...messyRows].map((cells) => cells.map(cell).join(',')).join('\n') + '\n',
  ),
  target: 'y',
}

/** As many columns as genes. */
export const wide = { path: wideFile(20_000), target: 'y' }

/** More columns than the page shows at once. */
export const broad = { path: wideFile(4000), target: 'y' }

function wideFile(columns: number): string {
  const names = Array.from({ length: columns }, (_, i) => `g${i}`)
  const rows = Array.from({ length: 200 }, (_, row) => [
    ...names.map((_, i) => ((row * 7919 + i * 104_729) % 1009) + (i % 500 === 0 ? (row % 2) * 600 : 0)),
    'ab'[row % 2],
  ])
  return fileOf(
    `wide-${columns}.csv`,
    [[...names, 'y'], ...rows].map((cells) => `${cells.join(',')}\n`).join(''),
  )
}

/** A table below three lines of text. */
export const framed = fileOf('framed.csv', `A report\nof last year\n\n${example('penguins.csv')}`)
