import { CribaError } from '#core'
import { fileBytes } from './bytes.ts'
import type { DataFile } from './bytes.ts'

/** The most levels of objects and lists in each other. The engine calls itself for each, and dies of some thousands. */
const mostLevels = 256

const quote = 0x22
const backslash = 0x5c
/** What each byte outside of texts does to the depth; a quote begins a text. */
const steps = new Int8Array(256)
for (const sign of '[{') steps[sign.charCodeAt(0)] = 1
for (const sign of ']}') steps[sign.charCodeAt(0)] = -1
steps[quote] = 2

/** Refuses JSON that is nested too deeply for the engine. */
export async function checkDepth(file: DataFile): Promise<void> {
  let depth = 0
  let isText = false
  let isEscaped = false
  for await (const block of fileBytes(file).blocks()) {
    let at: number = isEscaped ? 1 : 0
    isEscaped = false
    while (at < block.length) {
      if (isText) {
        // Everything up to the next quote that no backslash stands before.
        while (at < block.length && block[at] !== quote) at += block[at] === backslash ? 2 : 1
        isEscaped = at > block.length
        isText = at >= block.length
        at++
        continue
      }
      const step = steps[block[at++]]
      if (step === 0) continue
      if (step === 2) isText = true
      else if ((depth += step) > mostLevels) throw tooDeep(file.label)
    }
  }
}

function tooDeep(label: string): CribaError {
  const remedy = `more than ${mostLevels} levels of objects and lists`
  return new CribaError('unreadable', `unreadable file: ${label} is nested too deeply (${remedy})`)
}
