// Amounts whose points separate thousands beside columns in which points are decimal marks.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

/** The query of a warning. */
function queryIn(message: string): string {
  const word = /--sql (?:"([^"]*)"|'((?:[^']|'\\'')*)')/.exec(message)!
  return word[1] ?? word[2].replaceAll("'\\''", "'")
}

async function read(
  amounts: readonly string[],
  scores: readonly string[],
  sql?: string,
  mend: Parameters<typeof readTable>[1] = {},
) {
  const rows = amounts.map((amount, i) => `"${amount}","${scores[i]}",${i}`)
  const path = folder.write('amounts.csv', `gasto,score,y\n${rows.join('\n')}\n`)
  return readTable(path, { ...mend, ...(sql && { sql }) })
}

const amounts = ['1.559 €', '450 €', '2.300 €', '80 €', '-1.200 €']

describe('amounts with a point before three digits', () => {
  it('beside decimal points: a query reads them as thousands and leaves the other column', async () => {
    const scores = ['3.5', '4.25', '1.5', '2.75', '9.1']
    const { warnings } = await read(amounts, scores)
    expect(warnings).toMatchObject([{ code: 'unclear-marks', columns: ['gasto'] }])
    expect(warnings[0].remedy).toBeUndefined()
    const mended = await read(amounts, scores, queryIn(warnings[0].message))
    expect(cells(mended.columns[0])).toEqual([1559, 450, 2300, 80, -1200])
    expect(cells(mended.columns[1])).toEqual([3.5, 4.25, 1.5, 2.75, 9.1])
    expect(mended.warnings).toEqual([])
  })

  it('beside a column of both marks: the query, and the type of that column, together', async () => {
    const scores = ['3,5', '4.25', '1,5', '2.75', '9,1']
    const { warnings } = await read(amounts, scores)
    const mends = warnings.flatMap(({ remedy }) => remedy?.set ?? [])
    expect(mends).toEqual([{ types: { score: 'numeric' } }])
    const [{ message }] = warnings.filter(({ columns }) => columns?.includes('gasto'))
    const mended = await read(amounts, scores, queryIn(message), mends[0])
    expect(mended.columns.map(cells).slice(0, 2)).toEqual([
      [1559, 450, 2300, 80, -1200],
      [3.5, 4.25, 1.5, 2.75, 9.1],
    ])
  })

  it('beside decimal commas, or no decimals: the option does', async () => {
    for (const scores of [
      ['3,5', '4,25', '1,5', '2,75', '9,1'],
      ['3', '4', '1', '2', '9'],
    ]) {
      const { warnings } = await read(amounts, scores)
      const found = warnings.find(({ columns }) => columns?.includes('gasto'))
      expect(found).toMatchObject({ code: 'unclear-marks', remedy: { set: { decimal: ',' } } })
    }
  })
})
