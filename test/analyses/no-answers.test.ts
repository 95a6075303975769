// Levels that say that there is no answer, and scales of which some steps have a label.
import { describe as describeTable } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from '../reading/cells.ts'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()

type Columns = Readonly<Record<string, readonly string[]>>

/** A file of columns side by side, each of which is repeated so often. */
function fileOf(columns: Columns, times = 6): string {
  const names = Object.keys(columns)
  const rows = Math.max(...Object.values(columns).map(({ length }) => length)) * times
  const lines = Array.from({ length: rows }, (_, row) =>
    names.map((name) => `"${columns[name][row % columns[name].length]}"`).join(','),
  )
  return folder.write('answers.csv', `${names.map((name) => `"${name}"`).join(',')}\n${lines.join('\n')}\n`)
}

async function described(columns: Columns, options = {}) {
  const source = await openSource(fileOf(columns), options)
  try {
    return await describeTable(source)
  } finally {
    source.close()
  }
}

async function wordsSaid(columns: Columns) {
  const { warnings } = await described(columns)
  return warnings.filter(({ code }) => code === 'missing-words').map(({ remedy }) => remedy!.set.missingWords)
}

describe('words for no answer among levels', () => {
  it('are no sign beside a single other level', async () => {
    expect(await wordsSaid({ grazed: ['x', '-'] })).toEqual([])
    expect(await wordsSaid({ grazed: ['x', 'y', '-'] })).toEqual([['+-']])
  })

  it.each([
    ['Prefer not to say', ['Yes', 'No']],
    ["Don't know", ['Yes', 'No']],
    ['Refused', ['Agree', 'Neutral', 'Disagree']],
    ['keine Angabe', ['ja', 'nein']],
    ['k. A.', ['ja', 'nein']],
    ['weiß nicht', ['gut', 'mittel', 'schlecht']],
    ['Sans réponse', ['Oui', 'Non']],
    ['NSP', ['Oui', 'Non']],
    ['Non renseigné', ['Urbain', 'Rural']],
    ['No sabe/No contesta', ['Sí', 'No']],
    ['NS/NC', ['Sí', 'No']],
    ['Non risponde', ['Sì', 'No']],
    ['(nessuna risposta)', ['Sì', 'No']],
    ['---', ['N', 'S', 'SW']],
    ['—', ['nord', 'sud']],
    ['n.d.', ['nord', 'sud']],
    ['-', ['Frost', 'Sturm']],
    ['Not country subentity available', ['Madrid', 'Sevilla']],
    ['No date given', ['Monday', 'Friday']],
    ['Non definita', ['Lazio', 'Umbria']],
    ['nicht verfügbar', ['rot', 'blau']],
    ['Information inconnue', ['nord', 'sud']],
  ])('%s', async (word, levels) => {
    expect(await wordsSaid({ q: [word, ...levels], n: ['1', '2', '5', '7', '9'] })).toEqual([[`+${word}`]])
  })

  it('are signs even in nearly all rows', async () => {
    expect(await wordsSaid({ zoo: ['P', 'Q', ...Array<string>(40).fill('-')] })).toEqual([['+-']])
  })

  it.each([
    ['signs', ['+', '-']],
    ['nothing else', ['no answer']],
    ['a scale', ['trifft zu', 'trifft nicht zu']],
    ['a state', ['None', 'Grass', 'Gravel']],
    ['countries', ['na', 'us', 'de']],
    ['yes and no', ['no', 'non', 'nein', 'yes']],
    ['what is said of a place', ['No parking nearby', 'Not far from a known hotel', 'No available rooms']],
    ['what was looked for', ['No injuries reported', 'No allergies known', 'Minor injuries']],
    ['nearly all rows', ['Blank', ...Array<string>(19).fill('unknown')]],
  ])('are not %s', async (_, levels) => {
    expect(await wordsSaid({ q: levels, n: ['1', '2', '5', '7', '9'] })).toEqual([])
  })

  it('are missing by the option, which changes no other column; those of other columns apart', async () => {
    const columns = {
      a: ['Oui', 'Non', 'Refus'],
      b: ['1', '2', '3', '7', '8'],
      c: ['Oui', 'Ne sait pas', 'Non', 'Refus'],
      d: ['Ne sait pas', 'Peut-être'],
    }
    const { warnings, columns: before } = await described(columns)
    expect(warnings.map(({ code, columns, remedy }) => [code, columns, remedy?.option])).toEqual([
      ['missing-words', ['a', 'c'], '--missing-words +Refus'],
      ['missing-words', ['c', 'd'], "--missing-words '+Ne sait pas'"],
    ])
    for (const source of ['memory', 'duckdb']) {
      const mended = await described(columns, { missingWords: ['+Refus'], source })
      expect(mended.warnings.map(({ code }) => code)).toEqual(['missing-values', 'missing-words'])
      expect(mended.columns.map(({ missing }) => missing)).toEqual([10, 0, 7, 0])
      for (const i of [1, 3]) expect(mended.columns[i]).toEqual(before[i])
    }
  })

  it('are said once where reading has said them', async () => {
    const { warnings } = await described({ x: ['NSP', '1200', '950', '1300'], y: ['a', 'b'] })
    expect(warnings.map(({ code }) => code)).toEqual(['mixed-types'])
  })
})

/** The query of the warning about scales. */
async function scaleQuery(columns: Columns): Promise<string | undefined> {
  const { warnings } = await described(columns)
  return warnings.find(({ message }) => message.startsWith('scales of which'))?.query
}

describe('scales of which some steps have a label', () => {
  it.each<[levels: readonly string[], values: readonly (number | null)[]]>([
    [
      ['1 (Pas du tout)', '2', '3', '4', '5 (Tout à fait)'],
      [1, 2, 3, 4, 5],
    ],
    [
      ['1 - gar nicht', '2', '3', '4 - völlig'],
      [1, 2, 3, 4],
    ],
    [
      ['0 = never', '1', '2', '3 = always', 'No answer'],
      [0, 1, 2, 3, null],
    ],
    [
      ['1: nunca', '2', '3', '4', '5: siempre'],
      [1, 2, 3, 4, 5],
    ],
    [
      ['Per niente (1)', '2', '3', 'Moltissimo (4)'],
      [1, 2, 3, 4],
    ],
    [
      ['1 very bad', '2', '3', '4', '5 excellent'],
      [1, 2, 3, 4, 5],
    ],
    [
      ['-2 (viel schlechter)', '-1', '0', '1', '2 (viel besser)'],
      [-2, -1, 0, 1, 2],
    ],
    [
      ['[1] stimme nicht zu', '2', '3', '[4] stimme zu'],
      [1, 2, 3, 4],
    ],
  ])('%j are read by the query', async (levels, values) => {
    const columns = { q: levels, other: ['a', 'b', 'b', 'c', 'd', 'e', 'e'] }
    const sql = (await scaleQuery(columns))!
    const { columns: before } = await described(columns)
    const [read] = (await readTable(fileOf(columns, 1), { sql })).columns
    expect(cells(read).slice(0, values.length)).toEqual(values)
    for (const source of ['memory', 'duckdb']) {
      const { columns: mended, warnings } = await described(columns, { sql, source })
      const numbers = values.filter((value) => value !== null)
      const [min, max] = [Math.min(...numbers), Math.max(...numbers)]
      expect(mended[0]).toMatchObject({ type: 'numeric', min, max, distinct: numbers.length })
      expect(mended[1]).toEqual(before[1])
      expect(warnings.map(({ message }) => message).join()).not.toContain('scales of which')
    }
  })

  it.each([
    ['rooms', ['1', '2', '3 rooms', '4 rooms']],
    ['weights', ['1', '2', '3', '5 kg']],
    ['labels alone', ['1 (never)', '2 (often)', '3 (always)']],
    ['codes of two', ['0', '1 (yes)']],
    ['streets', ['12 High Street', '3 Low Road', '4']],
    ['years', ['1', '2', '3', '150 (all)']],
  ])('are not %s', async (_, levels) => {
    expect(await scaleQuery({ q: levels, other: ['a', 'b', 'c', 'd', 'e'] })).toBeUndefined()
  })
})
