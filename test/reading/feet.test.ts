import type { Warning } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

const optionsOf = (warnings: readonly Warning[]) =>
  warnings.flatMap(({ code, remedy }) => (code === 'frame' && remedy ? [[remedy.option, remedy.loses]] : []))

/** Twelve amounts, which have no common pattern, and their sum. */
const amounts = [31, 12, 47, 25, 18, 33, 29, 41, 16, 38, 22, 27]
const sum = 339

/** A table of a shop, an amount and a place, with lines below it. */
const withFoot = (below: string, write: (amount: number) => string = String) => {
  const rows = amounts.map((amount, i) => `shop ${'abc'[i % 3]};${write(amount)};${'xy'[i % 2]}\n`)
  return `Shop;Amount;Place\n${rows.join('')}${below}`
}

let files = 0
const read = (text: string, options = {}) => readTable(folder.write(`foot-${files++}.csv`, text), options)

describe('rows of totals', () => {
  const euros = (amount: number) => `€ ${amount},00`
  const cases: readonly [what: string, text: string][] = [
    ['without a word', withFoot(`;${sum};\n`)],
    ['with a sign', withFoot(`*;${sum};\n`)],
    ['with a word that is not known, and nothing else', withFoot(`Sveukupno;${sum};\n`)],
    ['with a unit', withFoot(`;€ ${sum},00;\n`, euros)],
    ['with a word and a unit', withFoot('Razem;€ 400,00;\n', euros)],
    ...['Ergebnis', 'Gesamtergebnis', 'Celkový součet', 'Ogółem', 'Totale complessivo', 'Összesen'].map(
      (word): [string, string] => [`that are called ${word}`, withFoot(`${word};400;\n`)],
    ),
  ]
  it.each(cases)('are found %s', async (_, text) => {
    const { warnings } = await read(text)
    expect(optionsOf(warnings)).toEqual([['--skip-end 1', true]])
    const table = await read(text, { skipEnd: 1 })
    expect(table.rows).toBe(12)
    expect(optionsOf(table.warnings)).toEqual([])
  })

  it.each(cases)('are found in an engine too %s', async (_, text) => {
    const source = await openSource(folder.write('engine.csv', text), { source: 'duckdb' })
    expect(optionsOf(source.warnings)).toEqual([['--skip-end 1', true]])
    source.close()
  })

  const rows: readonly [what: string, text: string][] = [
    ['that have all their texts', withFoot(`shop d;${sum};y\n`)],
    ['that are not the sum', withFoot(`;${sum - 1};\n`)],
    ['whose unit hides another number', withFoot(`;€ ${sum - 1},00;\n`, euros)],
    ['that are few', 'Shop;Amount;Place\na;3;x\nb;4;y\nc;5;x\n;12;\n'],
    ['that are no larger than others', withFoot(';4;\n', (amount) => String(amount % 2 === 0 ? 5 : -5))],
  ]
  it.each(rows)('are not rows %s', async (_, text) => {
    const { warnings } = await read(text)
    expect(optionsOf(warnings)).toEqual([])
  })
})

describe('notes below a table', () => {
  it.each([
    ['a source and a word', 'Fonte: IBGE;;\nNotas;;\n', '--skip-end 2'],
    ['a source and few words', 'Quelle: Amt;;\nVorläufige Werte;;\n', '--skip-end 2'],
    ['a word above sentences', 'Notes;;\nvalues of the year before;;\n', '--skip-end 2'],
    ['lines that lack cells', 'Fuente: INE\nDatos provisionales\n', '--skip-end 2'],
    ['a source below a row that lacks values', 'shop z;;\nSource: the office;;\n', '--skip-end 1'],
  ])('are found: %s', async (_, below, option) => {
    const text = withFoot(below)
    const error = below.includes(';') ? '' : await failure(read(text))
    const found = below.includes(';') ? optionsOf((await read(text)).warnings).join() : error
    expect(found).toContain(option)
  })

  it.each([
    ['a word alone', 'Notas;;\n'],
    ['a row that lacks values', 'shop z;;\n'],
  ])('are not %s', async (_, below) => {
    expect(optionsOf((await read(withFoot(below))).warnings)).toEqual([])
  })

  it('are found by their source below names of three words, and no other rows are notes then', async () => {
    const towns = amounts.map((amount, i) => `Town number ${i} (PR);${amount};${i % 4}\n`).join('')
    const withTowns = (below: string) => read(`Town;Amount;Place\n${towns}${below}`)
    const notes = 'Fonte: IBGE;;\nNotas;;\n1 - of the year before;;\n'
    expect(optionsOf((await withTowns(notes)).warnings)).toEqual([['--skip-end 3', false]])
    expect(optionsOf((await withTowns(`Town number 12 (PR);;\n${notes}`)).warnings)).toEqual([
      ['--skip-end 3', false],
    ])
    expect(optionsOf((await withTowns('Town number 12 (PR);;\nTown number 13;;\n')).warnings)).toEqual([])
    expect(optionsOf((await withTowns('Fonte: a spring;7;2\nFonte: a well;;\n')).warnings)).toEqual([])
  })

  it('are no rows that have nothing but their names', async () => {
    const rows = amounts.map((amount, i) => `S${10 + i},${amount},x,y,${i}`).join('\n')
    const path = folder.write('names.csv', `id,a,b,c,d\n${rows}\nS28\nS29\n`)
    expect(await failure(openSource(path, { mends: 'apply' }))).toMatch(/ 1 cells .*: --ragged fill$/)
    const ended = folder.write('ended.csv', `id,a,b,c,d\n${rows}\nDATA_END\n#END\n`)
    expect(await failure(openSource(ended))).toContain('--skip-end 2')
  })

  it('are as many with the other options of a mend', async () => {
    const text = withFoot(`Ensemble;400;\n;;\nNote : valeurs provisoires;;\n;;\n`)
    const { warnings } = await read(text, { skipEmpty: true })
    expect(optionsOf(warnings)).toEqual([['--skip-end 4', true]])
    expect((await read(text, { skipEmpty: true, skipEnd: 4 })).rows).toBe(12)
    const error = await failure(read(withFoot(';;\nNote : provisoire\n'), { skipEmpty: true }))
    expect(error).toContain('--skip-end 1')
  })
})

describe('a table below facts', () => {
  const rows = amounts.map((amount, i) => `${i / 4}\t${amount}\t${amount % 7}\t\n`).join('')
  const facts =
    'Program\t\nVersion\t2\nChannels\t2\t\t\nSamples\t12\t12\t\nUnit\tV\tA\t\nStep\t0.25\t0.25\t\n'
  const text = `${facts}***\t\t\t\nTime\tU\tI\tNote\n${rows}`

  it('has the header above its first row', async () => {
    expect(await failure(read(text))).toMatch(/it is a table of 4 columns: --skip 7$/)
  })

  it('is searched by the target where the number of cells fails', async () => {
    const path = folder.write('facts.txt', `Name\tx\nNote\ty\nid\tgroup\tq\tr\n${rows}`)
    const { err } = await criba(['describe', path, '-t', 'group'])
    expect(err).toContain('--skip 2')
    const lines =
      'VERSION\t1\nSTART\nSamples\ta\tb\tc\td\te\nClass\tp\tq\tp\tq\tq\nm1\t3\t5\t2\t8\t1\nEND\n#END\n'
    const sideways = await criba(['describe', folder.write('sideways.txt', lines), '-t', 'Class'])
    expect(sideways.err).toContain('--skip 2 --skip-end 2 --transpose')
  })

  it('may have a row of another length, which is no reason for its first line to be the header', async () => {
    const pages = amounts.map((amount, i) => `/p/${i},${amount},${amount / 4}\n`)
    const text = `# ---\n# Pages\n# ---\nPage,Views,Value\n,${sum},9,Grand total\n${pages.join('')}${pages.join('')}`
    expect(await failure(read(text))).toContain(': --skip 3 --ragged skip')
    expect((await read(text, { skip: 3, ragged: 'skip' })).rows).toBe(24)
    const ragged = `Page,Views,Value\n${pages.join('')}x,1,2,3\n${pages.join('')}`
    expect(await failure(read(ragged))).toMatch(/: --ragged skip$/)
  })
})

describe('a line of labels below the header', () => {
  const rows = amounts.map((amount, i) => `${i};2024-03-0${1 + (i % 9)};${amount}\n`).join('')
  it('is no row where all columns are values', async () => {
    const text = `ID;ST;AB01\nNummer;Beginn des Interviews;Zufriedenheit: Preis\n${rows}`
    expect(optionsOf((await read(text)).warnings)).toEqual([['--skip-after-header 1', false]])
  })
  it('may be a row where labels are short or alike', async () => {
    const text = `ID;Started;AB01\nx;unknown;y\n${rows}`
    expect(optionsOf((await read(text)).warnings)).toEqual([['--skip-after-header 1', true]])
  })
})
