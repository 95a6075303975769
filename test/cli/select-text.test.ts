import { readFileSync } from 'node:fs'
import { select, tableFromColumns, tableFromCsv } from 'criba'
import { describe, expect, it } from 'vitest'
import { selectionText } from '../../dist/src/report/selection-text.js'
import { widthOf } from '../../dist/src/report/text.js'

const textOf = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8')

describe('the text of a selection', () => {
  // eslint-disable-next-line no-control-regex -- escape sequences have no width
  const plain = (text: string) => text.replace(/\u001b\[[0-9;]*m/g, '')
  const widthsOf = (text: string) =>
    plain(text)
      .split('\n')
      .filter((line) => !line.startsWith('  criba'))
      .map(widthOf)

  it('keeps within the width of the terminal: it leaves out bars, the next best, parts and gaps, in this order', async () => {
    const table = await tableFromCsv(textOf('breast-cancer.csv'))
    const result = await select(table, { target: 'diagnosis', k: 5 })
    for (const width of [40, 50, 60, 72, 80, 100, 120, 200]) {
      const text = selectionText(result, 'breast-cancer.csv', { width, colour: true, lines: 50 })
      expect(Math.max(...widthsOf(text)), `width ${width}`).toBeLessThanOrEqual(width)
      expect(plain(text)).toContain('  worst concave points  ')
      const head = plain(text)
        .split('\n')
        .find((line) => line.startsWith('#'))!
      expect(head.includes('next best'), `next best at ${width}`).toBe(width >= 100)
      expect(head.includes('redundancy'), `parts at ${width}`).toBe(width >= 80)
      expect(head.includes('gap'), `gap at ${width}`).toBe(width >= 50)
      // It names what it leaves out.
      expect(plain(text).includes('too narrow to show: '), `note at ${width}`).toBe(width < 100)
    }
  })

  it('gives no verdict on a single split', async () => {
    const table = await tableFromCsv(textOf('breast-cancer.csv'))
    const result = await select(table, { target: 'diagnosis', k: 2, evidence: { holdout: 0.3 } })
    const text = plain(selectionText(result, 'it.csv', { width: 200, colour: false, lines: 50 }))
    expect(text).toContain(
      'A single split does not say whether the selected columns are as good as all 30 columns (',
    )
    expect(text).not.toContain('Infinity')
  })

  it('keeps long, wide and odd names on one line', async () => {
    const odd = [
      'a name that is far too long for any table of this width, or of that',
      '長い名前の列はここにあります、とても長い',
      'tab\there',
      'line\nbreak',
      '\u001b[31mred',
    ]
    const values = (i: number) => Array.from({ length: 40 }, (_, row) => ((row + 1) * (i + 1) * 7) % 13)
    const table = tableFromColumns([
      ...odd.map((name, i) => [name, values(i)] as const),
      ['copy', values(0)] as const,
      ['y\nz', Array.from({ length: 40 }, (_, row) => (row * 3) % 7)] as const,
    ])
    const path = await select(table, { target: 'y\nz', stop: 'none', asIs: true })
    const some = await select(table, {
      target: 'y\nz',
      criterion: 'joint-mi:estimator=plug-in',
      search: 'exhaustive',
      landscape: 9,
      asIs: true,
    })
    for (const result of [path, some]) {
      for (const width of [80, 120]) {
        const text = selectionText(result, 'odd\tname.csv', { width, colour: false, lines: 50 })
        expect(Math.max(...widthsOf(text))).toBeLessThanOrEqual(width)
        // eslint-disable-next-line no-control-regex -- that is what is looked for
        expect(text).not.toMatch(/[\t\u001b]/)
        expect(text.split('\n').filter((line) => /^ *\d+ {2}/.test(line))).toHaveLength(
          result === path ? 6 : 9,
        )
      }
    }
    const text = selectionText(path, 'x.csv', { width: 120, colour: false, lines: 50 })
    expect(text).toMatch(/copy +tie$/m)
    expect(text).toContain("-t $'y\\nz'")
    expect(text).toContain('tie: several columns score the same')
  })

  it('counts the steps and sets that it does not show', async () => {
    const table = await tableFromCsv(textOf('breast-cancer.csv'))
    const result = await select(table, { target: 'diagnosis', stop: 'none' })
    const text = selectionText(result, 'x.csv', { width: 80, colour: false, lines: 8 })
    expect(text).toContain('… and 22 more (--format csv lists all)')
  })
})
