import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()
const lines = (count: number, of: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${of(i)}\n`).join('')
const people = `id,height,outcome\n${lines(12, (i) => `${i},${150 + i},${'ab'[i % 2]}`)}`
const sites = `site,count\n${lines(14, (i) => `s${i},${i * i}`)}`
const wideSites = `site,count,mean\n${lines(14, (i) => `s${i},${i * i},${i / 8}`)}`

async function mendOf(text: string, target: string): Promise<string> {
  const path = folder.write('two.csv', text)
  const { out } = await criba(['describe', path, '-t', target, '--mend', '--threads', '1'])
  return out.trim().split('\n').at(-1).split('--threads 1')[1].trim()
}

describe('a table below another', () => {
  it.each([
    ['of another width', `${people}\n${sites}`, '--skip-end 15', '--skip 14'],
    ['with a title', `${people}\nSites\n${sites}`, '--skip-end 16', '--skip 15'],
    ['of the same width', `${people}\n${wideSites}`, '--skip-end 15', '--skip 14'],
    ['below empty cells', `${people},,\n${wideSites}`, '--skip-empty --skip-end 15', '--skip 14'],
  ])(
    '%s: is left out where the target is a column of the first, and read where it is one of the lower',
    async (_, text, first, lower) => {
      expect(await mendOf(text, 'outcome')).toBe(first)
      expect(await mendOf(text, 'count')).toBe(lower)
    },
  )

  it('is said by the error about a width, and by a warning', async () => {
    expect(await failure(readTable(folder.write('a.csv', `${people}\n${sites}`)))).toContain('--skip-end 15')
    const { warnings } = await readTable(folder.write('b.csv', `${people}\n${wideSites}`))
    expect(warnings).toMatchObject([{ code: 'frame', remedy: { set: { skipEnd: 15 }, loses: true } }])
  })

  it.each([
    ['groups of one table', `${people}\n${lines(6, (i) => `${i},${160 + i},a`)}`],
    ['the same names again', `${people}\n${people}`],
  ])('but not %s', async (_, text) => {
    const { warnings } = await readTable(folder.write('c.csv', text))
    expect(warnings.filter(({ message }) => message.includes('another table'))).toEqual([])
  })
})

describe('a report of a device', () => {
  it('has facts above and below its table', async () => {
    const facts =
      'Application: reader\nDevice: 200\n\nDate:,2024-03-05\nPlate,96 wells\nTemperature,37.1 °C\n\n'
    const plate = `<>,1,2,3,4,5,6\n${lines(8, (i) => `${'ABCDEFGH'[i]},${[1, 2, 3, 4, 5, 6].map((j) => (i + j) / 8).join()}`)}`
    const path = folder.write('plate.csv', `${facts}${plate}\nEnd Time,14:23:00\n`)
    expect(await failure(readTable(path))).toContain('--skip 7 --skip-end 1')
  })
})

describe('columns of fixed width', () => {
  const row = (i: number) =>
    `${String(i).padEnd(7)}${['North Pole', 'Lake'][i % 2].padEnd(14)}${String(100 + i).padStart(6)}  ${['good', 'bad'][i % 2]}`
  const header = 'ID     Name          Height  Outcome'
  const drawn = ['------ ------------- ------- -------', '-'.repeat(36)]
  it.each([
    ['under a line in pieces', `${header}\n${drawn[0]}\n${lines(20, row)}`, ''],
    ['under a whole line', `${header}\n${drawn[1]}\n${lines(20, row)}`, ''],
    ['below a title', `REPORT\n\n${header}\n${drawn[0]}\n${lines(20, row)}`, '--skip 2 '],
    [
      'between lines',
      `Patients\n${drawn[1]}\n${header}\n${drawn[1]}\n${lines(20, row)}${drawn[1]}\n20 rows\n`,
      '--skip 2 --skip-end 1 ',
    ],
  ])('%s: --mend prints the query, by which the target is a column', async (_, text, frame) => {
    const path = folder.write('report.txt', text)
    const { out } = await criba(['describe', path, '-t', 'Outcome', '--mend', '--threads', '1'])
    const options = out.slice(out.indexOf('--threads 1') + 12)
    expect(options.startsWith(`${frame}--sql `)).toBe(true)
    const [query] = /SELECT .* FROM data WHERE .*(?='\n?$)/s.exec(options.trim())!
    const set = { ...(frame && { skip: 2 }), ...(frame.includes('end') && { skipEnd: 1 }) }
    const { columns, rows } = await readTable(path, { ...set, sql: query.replaceAll(`'\\''`, `'`) })
    expect([rows, columns.map(({ name, type }) => `${name} ${type}`)]).toEqual([
      20,
      ['ID numeric', 'Name categorical', 'Height numeric', 'Outcome categorical'],
    ])
    expect('values' in columns[2] && columns[2].values[3]).toBe(103)
  })
})

describe('a header with some of the names', () => {
  const first = 'name,age,city\nAnn,12,Bonn\nBob,13,Köln\nCid,15,Bonn\nDan,16,Bonn\n'
  const optionsOf = async (text: string) =>
    (await readTable(folder.write('again.csv', text))).warnings.map(({ remedy }) => remedy?.option)

  it('begins another table, and is no copy of the header', async () => {
    expect(await optionsOf(`${first}\nname,age,score\nEve,1,7\nFay,2,8\nGil,3,9\n`)).toEqual(['--skip-end 4'])
    // Without an empty line it is not certain.
    expect(await optionsOf(`${first}name,age,score\nEve,1,7\nFay,2,8\nGil,3,9\n`)).toEqual([undefined])
    await expect(
      readTable(folder.write('wide.csv', `${first}\nname,age,score,x\nEve,1,7,2\nFay,2,8,3\nGil,3,9,4\n`)),
    ).rejects.toThrow('--skip-end 4')
  })

  it('is a copy where all names stand again', async () => {
    expect(await optionsOf(`${first}\nname,age,city\nEve,1,Ulm\nFay,2,Bonn\n`)).toEqual([
      '--skip-repeated-header',
    ])
  })
})
