import { rmSync } from 'node:fs'
import { afterAll, describe } from 'vitest'
import { commandsOf, compareOutputs, folderFor, outputsOf, pages, runCommands, textOf } from './docs-pages.ts'
import { programOf, testTypes } from './docs-programs.ts'
import { isSlow } from './docs-slow.ts'

const slowOutputs = (page: string) => outputsOf(textOf(page)).filter(({ args }) => isSlow(args))
const withCommands = pages.filter(
  (page) => commandsOf(textOf(page)).length > 0 || slowOutputs(page).length > 0,
)

describe.each(withCommands)('%s, on all rows', (page) => {
  const folder = folderFor(page)
  afterAll(() => rmSync(folder, { recursive: true }))
  const [commands, outputs] = [commandsOf(textOf(page)), slowOutputs(page)]
  if (commands.length > 0) runCommands(commands, () => folder)
  if (outputs.length > 0) compareOutputs(outputs, folder)
})

describe('snippets', () => testTypes(pages.filter((page) => programOf(textOf(page)) !== '')))
