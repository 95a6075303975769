import { experiments } from 'criba/experiments'
import { describe, expect, it } from 'vitest'
import { commandsOf, outputsOf, pages, shows, testPage, textOf } from './docs-pages.ts'
import { programOf, testPrograms } from './docs-programs.ts'
import { isSlow, slowEnds } from './docs-slow.ts'

// docs/select.md, which has most commands, is tested in docs-select.document.ts, and slow commands in docs.long.ts.
describe.each(pages.filter((page) => shows(page) && page !== 'docs/select.md'))('%s', testPage)

describe('snippets', () => testPrograms(pages.filter((page) => programOf(textOf(page)) !== '')))

it('finds commands, output and snippets', () => {
  const texts = pages.map(textOf)
  const commands = texts.flatMap(commandsOf)
  expect(commands.length).toBeGreaterThan(40)
  expect(texts.flatMap(outputsOf).length).toBeGreaterThan(5)
  expect(texts.filter((text) => programOf(text) !== '').length).toBeGreaterThan(1)
  const all = [...commands, ...texts.flatMap(outputsOf).map(({ args }) => args)]
  for (const end of Object.keys(slowEnds))
    expect(new Set(all.map((args) => args.join(' ')).filter((one) => one.endsWith(end))).size, end).toBe(1)
})

it('names experiments that there are', () => {
  const slow = pages.flatMap((page) => commandsOf(textOf(page))).filter(isSlow)
  const names = slow.flatMap(([command, name]) => (command === 'experiment' ? [name] : []))
  expect(names.length).toBeGreaterThan(10)
  expect(experiments.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})
