import { it } from 'vitest'
import { holdMemory } from './engine-memory.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

it("little of the engine's memory changes no result, and spilled files are removed", () =>
  holdMemory(folder, 60_000))
