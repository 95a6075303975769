import { describe, expect, it } from 'vitest'
import {
  commandsOf,
  isSlow,
  outputsOf,
  pages,
  programOf,
  shows,
  slow,
  testPage,
  testPrograms,
  textOf,
} from './docs-pages.ts'

// docs/select.md, which has most commands, is tested in docs-select.test.ts, and slow commands in docs.long.ts.
describe.each(pages.filter((page) => shows(page) && page !== 'docs/select.md'))('%s', testPage)

describe('snippets', () => testPrograms(pages.filter((page) => programOf(textOf(page)) !== '')))

it('finds commands, output and snippets', () => {
  const texts = pages.map(textOf)
  const commands = texts.flatMap(commandsOf)
  expect(commands.filter(isSlow)).toHaveLength(slow.length)
  expect(commands.length).toBeGreaterThan(40)
  expect(texts.flatMap(outputsOf).length).toBeGreaterThan(5)
  expect(texts.filter((text) => programOf(text) !== '').length).toBeGreaterThan(1)
})
