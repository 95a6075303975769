// Numbers that name things by the name of their column, and words of levels that say the same.
import { describe as describeTable, tableFromColumns } from 'criba'
import type { Warning } from 'criba'
import { describe, expect, it } from 'vitest'

const rows = Array.from({ length: 120 }, (_, row) => row)

async function warningsOf(columns: Readonly<Record<string, readonly (number | string | null)[]>>) {
  return (await describeTable(tableFromColumns(columns), {})).warnings
}

const codesOf = (warnings: readonly Warning[]) =>
  warnings.flatMap(({ code, columns, message }) =>
    code === 'doubtful-numbers' && message.startsWith('numbers that may be codes') ? columns! : [],
  )

describe('numbers of things', () => {
  const few = rows.map((row) => 1 + ((row * 7) % 13))

  it.each([
    'treeID',
    'idObservador',
    'plot',
    'Site No',
    'PROVINCIA',
    'Strassenschlüssel',
    'station',
    'flowmeter_sn_335',
    'Typ',
    '2. Ursache',
    'adresse_numero',
    'Hausnr. Straße Nummer',
    'House No',
    'patientid',
    'stemtag',
    'soil type',
  ])('%s are codes', async (name) => expect(codesOf(await warningsOf({ [name]: few }))).toEqual([name]))

  it.each([
    'plots',
    'plot size',
    'id_count',
    'number',
    'blocks',
    'grade',
    'station distance',
    'atomic number',
    'numero figli',
  ])('%s are amounts', async (name) => expect(codesOf(await warningsOf({ [name]: few }))).toEqual([]))

  it('are codes where there are hundreds', async () => {
    const many = Array.from({ length: 6000 }, (_, row) => 1 + ((row * 7) % 800))
    expect(codesOf(await warningsOf({ cod_com: many, visits: many.map((one) => (one * 11) % 811) }))).toEqual(
      ['cod_com'],
    )
  })

  it('are amounts where they are fractions, below 0, or two', async () => {
    for (const values of [few.map((one) => one / 2), few.map((one) => one - 3), few.map((one) => one % 2)])
      expect(codesOf(await warningsOf({ plot: values }))).toEqual([])
  })
})

describe('levels', () => {
  const likely = async (levels: readonly string[]) => {
    const warnings = await warningsOf({ x: rows.map((row) => levels[row % levels.length]) })
    return warnings.flatMap(({ code, query }) =>
      code === 'similar-levels' && query !== undefined ? query : [],
    )
  }

  it('of another sex without a word leave m and w beside their words', async () => {
    const [query] = await likely(['m', 'w', 'männl.', 'weibl.', 'd', 'm', 'w'])
    expect(query).toContain("WHEN 'm' THEN 'männl.' WHEN 'w' THEN 'weibl.'")
    expect(await likely(['m', 'w', 'männl.', 'weibl.', 'k', 'm', 'w'])).toEqual([])
  })

  it('dead and deceased may be one, dead and alive may not', async () => {
    const [query] = await likely(['dead', 'alive', 'dead', 'deceased'])
    expect(query).toContain("WHEN 'deceased' THEN 'dead'")
    expect(await likely(['dead', 'alive'])).toEqual([])
  })

  it('(vide) is what a pivot table writes for an empty cell', async () => {
    const levels = ['nord', 'sud', 'est', '(vide)']
    const warnings = await warningsOf({ x: rows.map((row) => levels[row % 4]) })
    const found = warnings.filter(({ code }) => code === 'missing-words')
    expect(found).toMatchObject([{ remedy: { set: { missingWords: ['+(vide)'] } } }])
    const plain = await warningsOf({ x: rows.map((row) => levels[row % 4].replace(/[()]/g, '')) })
    expect(plain.filter(({ code }) => code === 'missing-words')).toEqual([])
  })

  it('that nearly all write are no short form of what one wrote', async () => {
    const x = rows.map((row) => (row === 0 ? 'Miekkonen' : row % 3 === 0 ? 'Nainen' : 'Mies'))
    expect((await warningsOf({ x })).filter(({ message }) => message.includes('Miekkonen'))).toEqual([])
  })
})
