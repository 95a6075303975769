// A word in most cells of a column whose other cells are numbers or dates: said, with the option that reads it as missing.
import { describe, expect, it } from 'vitest'
import { readColumn } from './read-column.ts'

const many = (word: string, count: number) => Array<string>(count).fill(word)

describe('a word in most cells', () => {
  it.each<[what: string, word: string, values: readonly string[], read: readonly number[]]>([
    ['plain numbers', 'NSP', ['1200', '1350', '980'], [1200, 1350, 980]],
    ['amounts', 'Sans réponse', ['1200 €', '1350 €', '980 €'], [1200, 1350, 980]],
    ['decimals', 'keine Angabe bekannt', ['1.5', '2.25', '3.125', '4.5'], [1.5, 2.25, 3.125, 4.5]],
    ['percentages', 'No sabe', ['10%', '20%', '35%'], [10, 20, 35]],
    ['dates', 'mai', ['1970-01-02', '1970-01-03', '1970-01-11'], [1, 2, 10]],
  ])('among %s', async (_, word, values, read) => {
    const cells = [...many(word, 2 * values.length), ...values]
    const { type, warnings } = await readColumn(cells)
    expect(type).toBe('categorical')
    const [warning, ...others] = warnings
    expect(others).toEqual([])
    expect(warning).toMatchObject({
      code: 'mixed-types',
      column: 'x',
      remedy: { set: { missingWords: [`+${word}`] } },
    })
    const mended = await readColumn(cells, warning.remedy!.set)
    expect(mended.type).toBe('numeric')
    expect(mended.values).toEqual([...many(word, 2 * values.length).map(() => null), ...read])
    expect(mended.warnings.map(({ code }) => code)).not.toContain('mixed-types')
  })

  it('may be two words, and exactly half of the cells', async () => {
    const cells = ['NSP', 'NR', 'NR', 'NSP', 'NSP', '7', '12', '9', '14', '11']
    const { warnings } = await readColumn(cells)
    expect(warnings[0].message).toContain(
      'if "NSP" 3×, "NR" 2× mean a missing value: --missing-words +NSP,NR',
    )
  })

  it.each([
    ['two numbers', [...many('adult', 6), '1', '2', '2']],
    ['as few numbers as words allow', [...many('red', 3), ...many('blue', 3), '1', '2', '3', '4']],
    ['many words', ['one', 'two', 'three', 'four', 'five', 'six', 'seven', '1', '2', '3']],
    ['codes', [...many('none', 6), 'A1', 'A2', 'A3']],
    ['numbers and other texts', [...many('none', 6), '1', '2', '3', 'x9y']],
  ])('is a level like others beside %s', async (_, cells) => {
    const { warnings } = await readColumn(cells)
    expect(warnings).toEqual([])
  })
})
