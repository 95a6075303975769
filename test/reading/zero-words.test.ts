// Words that say that there is none of what a column counts or pays are 0 there; where they may be anything, both
// readings are named and neither is taken; beside years and the like they are missing, in that column alone.
import { spawnSync } from 'node:child_process'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { cells as cellsOf } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()
const none = null

const fileOf = (name: string, cells: readonly string[]) =>
  folder.write(
    'zeros.tsv',
    `${name}\tn\ty\n${Array.from({ length: 10 }, () => cells)
      .flat()
      .map((cell, i) => `${cell}\t${i * i}\t${'ab'[i % 2]}`)
      .join('\n')}\n`,
  )

/** What `describe --mend` prints, and the words of its command as a shell reads them. */
async function mendsOf(path: string): Promise<{ readonly text: string; readonly words: readonly string[] }> {
  const { out } = await criba(['describe', path, '--mend', '--threads', '1'])
  const command = out.trimEnd().split('\n').at(-1)
  const shell = spawnSync('sh', ['-c', `for word in ${command}; do printf '%s\\0' "$word"; done`])
  return { text: out, words: shell.stdout.toString().split('\0').slice(3, -1) }
}

/** Reads a file with the options of a command. */
function readWith(path: string, words: readonly string[]) {
  const after = (flag: string) => words[words.indexOf(flag) + 1]
  const options: Record<string, unknown> = {}
  if (words.includes('--sql')) options['sql'] = after('--sql')
  if (words.includes('--missing-words')) options['missingWords'] = [after('--missing-words')]
  return readTable(path, options)
}

describe('a word for none', () => {
  it.each<[name: string, cells: readonly string[], values: readonly (number | null)[]]>([
    ['Franquicia', ['150 €', 'sin franquicia', '300 €', '600 €'], [150, 0, 300, 600]],
    ['Deductible', ['$250', '$500', 'no deductible', '$750'], [250, 500, 0, 750]],
    ['Selbstbehalt', ['150 €', 'ohne SB', '300 €', 'keiner', '600 €'], [150, 0, 300, 0, 600]],
    ['Franchise', ['150 €', 'sans franchise', '300 €', '450 €'], [150, 0, 300, 450]],
    ['Spese', ['12 €', 'nessuna', '30 €', '4 €'], [12, 0, 30, 4]],
    ['affitto', ['€ 90/mese', '€ 110/mese', 'Nessuno', '€ 75/mese'], [90, 110, 0, 75]],
    ['Kinder', ['1', 'keine', '2', '4'], [1, 0, 2, 4]],
    ['hijos', ['1', 'ninguno', '2', '5'], [1, 0, 2, 5]],
    ['enfants', ['1', 'aucun', '2', '3'], [1, 0, 2, 3]],
    ['titoli', ['1', 'nessuno', '2', '5'], [1, 0, 2, 5]],
    ['visits', ['1', 'nil', '2', '3'], [1, 0, 2, 3]],
    ['Absences', ['1h30', 'aucune', '2h', '0h45'], [90, 0, 120, 45]],
    ['pain', ['1/10', 'none', '4/10', '7/10', '2/10', '9/10'], [1, 0, 4, 7, 2, 9]],
    ['preis', ['12,50', 'gratis', '3,00', '7,25'], [12.5, 0, 3, 7.25]],
    ['children per family', ['1', 'none', '2', '4'], [1, 0, 2, 4]],
    ['visits', ['1', 'never', '2', '3'], [1, 0, 2, 3]],
    ['visits per week', ['2', 'none', '3', '4'], [2, 0, 3, 4]],
    ['pipes', ['nunca', 'sí, 12 al día', 'sí, 3 al día', 'sí, 20 al día'], [0, 12, 3, 20]],
    ['fee', ['0 €', 'none', '12 €', '30 €'], [0, 0, 12, 30]],
    // 6 · 60 + 22 minutes
    ['Absences', ['6h22', 'none', '2h05', '1h30'], [382, 0, 125, 90]],
    ['Absences', ['6h 15 min', 'aucune', '2h 05 min', '45 min'], [375, 0, 125, 45]],
    ['Étage', ['1er', 'RDC', '2e', '3e'], [1, 0, 2, 3]],
    ['Piso', ['1º', 'bajo', '2º', '3º'], [1, 0, 2, 3]],
    ['Eval', ['+0.25', '=', '-1.5', '0.00'], [0.25, 0, -1.5, 0]],
    ['result', ['1', '1/2', '0', '1'], [1, 0.5, 0, 1]],
  ])('is 0 where the column counts or pays: %s', async (name, cells, values) => {
    const path = fileOf(name, cells)
    const { words } = await mendsOf(path)
    expect(words).not.toContain('--missing-words')
    const { columns } = await readWith(path, words)
    expect(cellsOf(columns[0]).slice(0, cells.length)).toEqual(values)
    // No other column changes.
    expect(columns.slice(1)).toEqual((await readTable(path)).columns.slice(1))
  })

  it.each<[name: string, cells: readonly string[], values: readonly (number | null)[]]>([
    ['Baujahr', ['1990', 'keines', '2001', '1985'], [1990, none, 2001, 1985]],
    ['elo', ['1650', 'none', '1720', '1800'], [1650, none, 1720, 1800]],
    ['weight', ['61.5', 'none', '70.2', '58.1'], [61.5, none, 70.2, 58.1]],
    ['year', ['1990', 'no year', '2001', '2020'], [1990, none, 2001, 2020]],
    ['lecturas', ['3', 'sin datos', '1', '2'], [3, none, 1, 2]],
    ['readings', ['3', 'no data', '1', '2'], [3, none, 1, 2]],
    ['Proben', ['3', 'ohne Angabe', '1', '2'], [3, none, 1, 2]],
    ['peso', ['61,5', 'non pesato', '70,2', '58,1'], [61.5, none, 70.2, 58.1]],
  ])('is missing where it cannot be 0: %s', async (name, cells, values) => {
    const path = fileOf(name, cells)
    const { columns } = await readWith(path, (await mendsOf(path)).words)
    expect(cellsOf(columns[0]).slice(0, cells.length)).toEqual(values)
  })

  it.each([
    ['rating', ['1', 'none', '4', '5']],
    ['dose', ['0.5', 'none', '1.25', '3.5']],
    ['temp', ['-3', 'none', '4', '12']],
    ['seats', ['4', 'free', '2', '3']],
    ['edad', ['20', 'sin edad', '45', '61']],
    ['temperature', ['2', 'no temperature', '14', '31']],
    ['credit_limit', ['1000', 'no limit', '2500', '5000']],
    ['credit_limit', ['4000', 'no limit', '4500', '5000']],
    ['deadline_days', ['3', 'no deadline', '14', '30']],
    ['rent', ['90', 'sin contrato', '110', '300']],
    ['budget', ['100', 'kein Limit', '250', '300']],
    ['speed_limit', ['30', 'none', '50', '70']],
    ['daysSinceLastVisit', ['3', 'never', '14', '30']],
    ['days_since_last_visit', ['1', 'never', '4', '9']],
    ['letzter_besuch_vor_tagen', ['3', 'nie', '14', '30']],
    ['letzter_besuch_vor_tagen', ['21', 'nie', '24', '30']],
    ['Fahrzeit', ['6h 15 min', 'nie', '2h 05 min', '45 min']],
    ['children', ['1', 'never', '2', '14']],
    ['month', ['1', 'none', '7', '12']],
    ['hour', ['1', 'none', '7', '23']],
    ['weekday', ['1', 'keiner', '4', '7']],
    ['tmax', ['2', 'none', '7', '31']],
    ['score', ['1', 'none', '7', '9']],
    ['entry', ['1', '2', 'none', '3']],
    // Somebody wrote 0 for none.
    ['children', ['1', '0', 'none', '2', '3']],
  ])('is neither where it may be both: %s', async (name, cells) => {
    const path = fileOf(name, cells)
    const { text, words } = await mendsOf(path)
    expect(words).not.toContain('--sql')
    expect(words).not.toContain('--missing-words')
    expect(text).toMatch(
      /not in the command: .* means a missing value: --missing-words '?\+.*; if ".*" means 0: --sql /,
    )
    expect(text).not.toContain('nothing to mend')
  })

  it.each([
    ['cap', ['100 €', 'no limit', '200 €', '300 €'], '"no limit" means'],
    ['Limite', ['100 €', 'sin límite', '200 €', '300 €'], '"sin límite" means'],
    ['alquiler', ['90 €', 'sin contrato', '110 €', '300 €'], '"sin contrato" means'],
    ['stars', ['1/5', 'none', '4/5', '3/5', '2/5', '5/5'], '"none" means'],
  ])('beside numbers in another form is neither: %s', async (name, cells, means) => {
    const { text, words } = await mendsOf(fileOf(name, cells))
    expect(words).not.toContain('--sql')
    expect(text).toMatch(
      new RegExp(`not in the command: .*if ${means} a missing value: --sql .*if ${means} 0: --sql `),
    )
  })

  it('of several words of a column all are read in one way, and words that become missing are named', async () => {
    const both = await mendsOf(fileOf('entry', ['1', '2', '0', 'none', 'free', '3']))
    expect(both.words).not.toContain('--sql')
    expect(both.text).toContain('if "none", "free" mean 0: --sql')
    const path = fileOf('preis', ['12,50', 'gratis', '3,00', 'auf Anfrage', '7,25', '8,50'])
    const { text, words } = await mendsOf(path)
    expect(text).toContain('"gratis" read as 0, "auf Anfrage" as missing')
    const { columns } = await readWith(path, words)
    expect(cellsOf(columns[0]).slice(0, 6)).toEqual([12.5, 0, 3, none, 7.25, 8.5])
    const tenths = fileOf('pain', ['1/10', 'none', '4/10', 'asleep', '7/10', '2/10', '9/10', '3/10'])
    expect((await mendsOf(tenths)).text).toContain(
      '"none" read as 0 rather than missing, "asleep" as missing',
    )
  })

  it('without a query is neither, and the message says what to do', async () => {
    const table = fileOf('stay', ['1d 4h', 'none', '2d 3h', '5d 1h'])
    const commas = folder.write(
      'rain.csv',
      `n,rain\n${['4,5', '2,8', '12,6', '7,1', '3,3', '9,9', 'Ip', '4,5', 'Ip', '2,8'].map((cell, i) => `${i},"${cell}"`).join('\n')}\n`,
    )
    for (const path of [table, commas]) {
      const { text, words } = await mendsOf(path)
      expect(words).not.toContain('--sql')
      expect(words).not.toContain('--missing-words')
      expect(text).toContain('if it means 0, replace it with 0 in the file')
    }
  })

  it('is 0 in one column and missing in another by one command', async () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      [i % 4 ? i % 4 : 'none', i % 5 ? 1600 + i : 'none', i % 6 ? `${i % 6}/5` : 'none'].join('\t'),
    )
    const path = folder.write('two.tsv', `visits\telo\thits\n${rows.join('\n')}\n`)
    const { columns } = await readWith(path, (await mendsOf(path)).words)
    expect(columns.map((column) => cellsOf(column).slice(0, 7))).toEqual([
      [0, 1, 2, 3, 0, 1, 2],
      [none, 1601, 1602, 1603, 1604, none, 1606],
      [0, 1, 2, 3, 4, 5, 0],
    ])
  })

  it('is either beside x1 and x2, and the numbers are read', async () => {
    const path = fileOf('renewals', ['x1', '-', 'x2', 'x3'])
    const { text, words } = await mendsOf(path)
    expect(text).toContain('"-" read as missing; if "-" means 0: --sql')
    const { columns } = await readWith(path, words)
    expect(cellsOf(columns[0]).slice(0, 4)).toEqual([1, none, 2, 3])
  })

  it.each([
    ['names of variables', ['x1', 'x2', 'x3', 'x4']],
    ['places', ['1st', 'none', '2nd', '3rd']],
    ['halves of a day', ['1/2', '3/4', '1/3', '2/3']],
  ])('is not read into %s', async (_, cells) => {
    const { warnings } = await readTable(fileOf('v', cells))
    expect(warnings.map(({ message }) => message).join()).not.toMatch(
      /means 0|as 0 and|numbers of times|a half/,
    )
  })

  it('and an equals sign among counts are named as a level', async () => {
    const { warnings } = await readTable(fileOf('place', ['1', '=', '3', '4']))
    expect(warnings.map(({ message }) => message).join()).toContain(
      '"=" 10× may be levels beside the numbers',
    )
  })
})

describe('a code for missing values', () => {
  it('of one column leaves the same number of an identifier', async () => {
    const rows = Array.from(
      { length: 240 },
      (_, i) => `${i + 1}\t${i % 6 ? 1 + (i % 5) : 99}\t${'ab'[i % 2]}`,
    )
    const path = folder.write('survey.tsv', `lfdn\tq\ty\n${rows.join('\n')}\n`)
    const { words } = await mendsOf(path)
    expect(words).not.toContain('--missing-words')
    const { columns } = await readWith(path, words)
    const [ids, answers] = ['lfdn', 'q'].map((name) => columns.find((column) => column.name === name)!)
    expect(cellsOf(ids)).toEqual(Array.from({ length: 240 }, (_, i) => i + 1))
    expect(cellsOf(answers).slice(0, 7)).toEqual([none, 2, 3, 4, 5, 1, none])
  })

  it('of one column leaves the same level of a text', async () => {
    const rows = Array.from(
      { length: 240 },
      (_, i) => `${['A', '99', 'B7'][i % 3]}\t${i % 6 ? 1 + (i % 5) : 99}\t${'ab'[i % 2]}`,
    )
    const path = folder.write('codes.tsv', `code\tq\ty\n${rows.join('\n')}\n`)
    const { columns } = await readWith(path, (await mendsOf(path)).words)
    const [codes, answers] = ['code', 'q'].map((name) => columns.find((column) => column.name === name)!)
    expect(cellsOf(codes).slice(0, 3)).toEqual(['A', '99', 'B7'])
    expect(cellsOf(answers).slice(0, 3)).toEqual([none, 2, 3])
  })

  it('among levels leaves the same sign of other columns', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${['yes', 'no', '-'][i % 3]}\t${'+-'[i % 2]}\t${['--', '-', '0', '+', '++'][i % 5]}\t${i}`,
    )
    const path = folder.write('signs.tsv', `parking\trh\tmood\tn\n${rows.join('\n')}\n`)
    const { columns } = await readWith(path, (await mendsOf(path)).words)
    const by = (name: string) => cellsOf(columns.find((column) => column.name === name)!).slice(0, 5)
    expect(by('parking')).toEqual(['yes', 'no', none, 'yes', 'no'])
    expect(by('rh')).toEqual(['+', '-', '+', '-', '+'])
    expect(by('mood')).toEqual([-2, -1, 0, 1, 2])
  })
})

it('dates beside a word are marked as unread dates in a ranking', async () => {
  const days = Array.from({ length: 90 }, (_, i) =>
    i % 5 ? `${10 + (i % 19)}.0${1 + (i % 9)}.2024` : 'sofort',
  )
  const path = folder.write(
    'frei.tsv',
    `frei ab\tmiete\n${days.map((day, i) => `${day}\t${400 + i}`).join('\n')}\n`,
  )
  const { out, err } = await criba(['rank', path, '-t', 'miete', '--by', 'mutual-information'])
  expect(out).toMatch(/frei ab .*unread dates/)
  expect(err).toContain('cells are not dates or times')
})

it('--mend names the cells that its query leaves missing', async () => {
  const hours = Array.from({ length: 80 }, (_, i) =>
    i % 8 === 0
      ? '40-45'
      : i % 16 === 1
        ? 'it "varies"'
        : i % 5 === 0
          ? `about ${30 + (i % 9)}`
          : `${30 + (i % 9)}`,
  )
  const text = `Hours\tn\n${hours.map((cell, i) => `${cell}\t${i}`).join('\n')}\n`
  const path = folder.write('hours.tsv', text)
  const { out } = await criba(['describe', path, '--mend'])
  const note =
    '# --sql leaves cells missing that are there: Hours (15 of 80: "40-45" 10×, "it \\"varies\\"" 5×)'
  expect(out.split('\n')).toContain(note)
  // Standard input is read once: the command is the same, without that note.
  const piped = await criba(['describe', '-', '--mend'], { input: text })
  const commandOf = (text: string) => text.trim().split('\n').at(-1)
  expect(commandOf(piped.out)).toBe(commandOf(out).replace(path, '-'))
  expect(piped.out).not.toContain('ends with an error')
})
