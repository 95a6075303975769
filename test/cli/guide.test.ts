/* What the pages of the guide list is complete: warnings, methods, searches and learners; and what is cited is current. */

import { methods } from 'criba'
import { describe, expect, it } from 'vitest'
import { commandsOf, textOf } from './docs-pages.ts'

/** The codes in the first cells of the table rows of a text. */
const firstCells = (text: string) =>
  [...text.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, c]) => c),
  )

it('explains each code of warnings once', () => {
  const [, section] = textOf('docs/reading-an-answer.md').split('\n## Warnings\n')
  const [, union] = textOf('src/core/results/warning.ts').split('export type WarningCode =')
  const codes = [...union.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code)
  expect(codes.length).toBeGreaterThan(30)
  expect(firstCells(section).sort()).toEqual(codes.sort())
})

describe('families.md', () => {
  const text = textOf('docs/families.md')
  const catalogue = methods()

  it.each(['methods', 'searches', 'learners'] as const)('names all %s', (kind) => {
    const ids = catalogue[kind].map(({ id }) => id)
    expect(ids.filter((id) => !text.includes(`\`${id}\``))).toEqual([])
  })

  it('shows a command for each family', () => {
    const sections = text.split(/\n## /).slice(1)
    expect(sections.length).toBeGreaterThan(8)
    for (const section of sections) expect(commandsOf(section), section.split('\n')[0]).not.toEqual([])
  })
})

it('cites the version of the package', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string }
  const citation = textOf('CITATION.cff')
  expect(/^version: (.*)$/m.exec(citation)?.[1]).toBe(version)
  expect(textOf('docs/citing.md')).toContain(`version ${version}`)
})
