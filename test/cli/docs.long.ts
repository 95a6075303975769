import { rmSync } from 'node:fs'
import { afterAll, describe } from 'vitest'
import { commandsOf, compareOutputs, folderFor, outputsOf, pages, runCommands, textOf } from './docs-pages.ts'
import { isSlow } from './docs-slow.ts'

describe('the commands of the pages, on all rows', () => {
  const folder = folderFor('whole')
  afterAll(() => rmSync(folder, { recursive: true }))
  const texts = pages.map(textOf)
  runCommands(texts.flatMap(commandsOf), () => folder)
  compareOutputs(
    texts.flatMap(outputsOf).filter(({ args }) => isSlow(args)),
    folder,
  )
})
