import { rmSync } from 'node:fs'
import { afterAll, describe } from 'vitest'
import { commandsOf, folderFor, isSlow, pages, runCommands, textOf } from './docs-pages.ts'

describe('the slow commands of the pages', () => {
  const folder = folderFor('slow')
  afterAll(() => rmSync(folder, { recursive: true }))
  runCommands(pages.flatMap((page) => commandsOf(textOf(page))).filter(isSlow), folder)
})
