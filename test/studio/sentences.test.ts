import { describe as describeTable, interactions, rank, select, tableFromCsv } from 'criba'
import { readTable } from 'criba/node'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sentenceInSpanish, warningInSpanish } from '../../dist/src/report/spanish/index.js'
import { warningsInSpanish } from '../../dist/src/report/spanish/codes.js'
import { untidy } from '../report/untidy-table.ts'

it('the warnings, reasons and endings of penguins have a translation', async () => {
  const table = await readTable('examples/penguins.csv')
  const target = 'species'
  const ranking = await rank(table, { target, by: ['mutual-information', 'anova-f'] })
  const selection = await select(table, { target, method: 'jmi' })
  const others = [
    await describeTable(table, { target }),
    await interactions(table, { target }),
    // Rows of a level that belong together leave tables without p-values.
    await interactions(table, { target, group: 'island' }),
    await rank(table, { target, by: ['mutual-information'], group: 'island' }),
  ]
  const said = [
    ...[ranking, selection, ...others].flatMap(({ warnings }) => warnings.map(({ message }) => message)),
    ...ranking.rankings.flatMap(({ scores }) => scores.flatMap(({ why }) => why ?? [])),
    selection.stopped,
  ]
  expect(said.length).toBeGreaterThan(4)
  expect(said.filter((sentence) => sentenceInSpanish(sentence) === sentence)).toEqual([])
})

it('every finding of a column has a translation, also behind its name', async () => {
  const table = await untidy()
  const { columns, warnings } = await describeTable(table, { target: 'y' })
  const findings = columns.flatMap(({ name, findings = [] }) => findings.map((one) => ({ ...one, name })))
  expect(new Set(findings.map(({ kind }) => kind)).size).toBeGreaterThan(8)
  const { why } = await select(table, { target: 'y', method: 'jmi', why: 'a' })
  expect(sentenceInSpanish(why!.explanation)).toMatch(/^apartada antes de la búsqueda: parece/)
  for (const { name, message } of findings) {
    const spanish = sentenceInSpanish(message)
    expect(spanish, message).not.toBe(message)
    expect(sentenceInSpanish(`column ${name} ${message}`)).toBe(`columna ${name} ${spanish}`)
  }
  for (const warning of warnings) expect(warningInSpanish(warning)).not.toBe(warning.message)
})

it('a warning without a translation says in Spanish what its code says, as the page of warnings has it', () => {
  expect(warningInSpanish({ code: 'ties', message: 'something new' })).toBe(
    `${warningsInSpanish.ties} (something new)`,
  )
  const page = readFileSync('docs/es/reading-an-answer.md', 'utf8')
  for (const [code, sentence] of Object.entries(warningsInSpanish)) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${code}\` |`))!
    const plain = row.replaceAll('`', '').replaceAll(/ ?\(?\[[^\]]+\]\([^)]*\)\)?/g, '')
    expect(plain).toContain(sentence.replaceAll(/ \([a-z]+\.md\)/g, ''))
  }
})

it('warnings of how cells are read that stand often have a translation', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => [
    `${i % 3 ? `${i}.5` : `${i}`} kg`,
    `${i + 1},${String(100 + i * 7).slice(0, 3)}.25`,
    i % 9 === 0 ? 'abs' : i,
    ['Blue', 'blue ', 'RED', 'green'][i % 4],
    `${10 * (i % 4)}-${10 * (i % 4) + 9}`,
    `0${100 + i}`,
    i % 8 === 0 ? '<0.5' : `${i % 7}.${1 + (i % 8)}`,
    ['a;b', 'a', 'b;c', 'a;b;c', 'c', 'a;c'][i % 6],
    ['Cab. Franc', 'Cabernet Franc', 'Cabernet Franc', 'Merlot'][i % 4],
    ['Ops', 'Operations', 'Operations', 'Sales'][i % 4],
    i % 2 ? 'yes' : 'no',
  ])
  const header = 'mass,cost,points,colour,age,code,limit,list,grape,team,y'
  const quoted = rows.map((row) => row.map((cell) => `"${cell}"`).join(','))
  const table = await tableFromCsv(`Report of 2024,,,,,,,,,,\n${header}\n${quoted.join('\n')}\n`, { skip: 1 })
  const { warnings } = await describeTable(table)
  const reading = [
    'units',
    'thousands-marks',
    'mixed-types',
    'spelling',
    'ranges',
    'leading-zeros',
    'censored',
    'lists',
  ]
  for (const code of reading) {
    const found = warnings.filter((warning) => warning.code === code)
    expect(found.length, code).toBeGreaterThan(0)
    for (const { message } of found) expect(sentenceInSpanish(message), message).not.toBe(message)
  }
})
