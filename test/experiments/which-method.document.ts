import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { measure } from '../../bench/truth.js'
import { designs } from '../../bench/truth-designs.js'
import { figureOf } from '../../bench/truth-figure.js'
import { spanishTablesOf, wilson, withTables } from '../../bench/truth-tables.js'
import type { Study } from '../../bench/truth-tables.js'

const study = JSON.parse(readFileSync('bench/truth.json', 'utf8')) as Study
const page = readFileSync('docs/which-method.md', 'utf8')
const spanish = readFileSync('docs/es/which-method.md', 'utf8')

describe('docs/which-method.md', () => {
  it('has the tables and the figures of the study', () => {
    expect(withTables(page, study)).toBe(page)
    expect(withTables(spanish, study, spanishTablesOf)).toBe(spanish)
    for (const kind of ['order', 'selection'] as const) {
      expect(readFileSync(`docs/which-method-${kind}s.svg`, 'utf8')).toBe(`${figureOf(study, kind)}\n`)
    }
    expect(new Set(study.cells.map(({ design }) => design))).toEqual(new Set(designs.map(({ name }) => name)))
  })

  it.each([
    ['order', 'mutual-information', 8],
    ['order', 'relieff, rrelieff', 10],
    ['selection', 'fcbf', 16],
  ] as const)('repeats its numbers: %s by %s', async (kind, method, place) => {
    const design = designs[place]
    const cell = study.cells.find(
      (one) => one.design === design.name && one.kind === kind && one.method === method,
    )
    expect(await measure(design, kind, method)).toEqual(cell)
  })

  it('has the intervals of Wilson (1927)', () => {
    // R: prop.test(8, 10, correct = FALSE)$conf.int and prop.test(0, 100, correct = FALSE)$conf.int
    const near = (found: readonly number[], expected: readonly number[]) =>
      expected.forEach((value, i) => expect(found[i]).toBeCloseTo(value, 4))
    near(wilson(0.8, 10), [0.490162, 0.943318])
    near(wilson(0, 100), [0, 0.036993])
  })
})
