import { CribaError } from '#core'
import { fileBytes } from './bytes.ts'
import type { DataFile } from './bytes.ts'

/** The most levels of objects and lists in each other. The engine calls itself for each, and dies of some thousands. */
const mostLevels = 256

const quote = 0x22
const backslash = 0x5c
const brace = 0x7b
/** What each byte outside of texts does to the depth; a quote begins a text, a comma separates members. */
const steps = new Int8Array(256)
for (const sign of '[{') steps[sign.charCodeAt(0)] = 1
for (const sign of ']}') steps[sign.charCodeAt(0)] = -1
steps[quote] = 2
steps[0x2c] = 3

/**
 * Refuses JSON that is nested too deeply for the engine, and, if `mustHaveRows`, a single object of nothing but objects
 * and lists: the columns of a table, or its rows by their names, as pandas writes it. The engine would read one row.
 */
export async function checkJson(file: DataFile, mustHaveRows: boolean): Promise<void> {
  let depth = 0
  // Values outside of all others and whether the first is an object; commas and values right inside of these.
  let values = 0
  let isObject = false
  let commas = 0
  let nested = 0
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
      else if (step === 3) commas += Number(depth === 1)
      else {
        depth += step
        if (depth > mostLevels) throw tooDeep(file.label)
        if (step < 0 || depth > 2) continue
        if (depth === 2) nested++
        else if (values++ === 0) isObject = block[at - 1] === brace
      }
    }
  }
  if (mustHaveRows && isObject && values === 1 && nested === commas + 1) throw noRows(file.label)
}

function noRows(label: string): CribaError {
  const remedy = "write a list of rows, as df.to_json(path, orient='records') of pandas does"
  return new CribaError(
    'unreadable',
    `unreadable file: ${label} is one object that holds the parts of a table (${remedy})`,
  )
}

function tooDeep(label: string): CribaError {
  const remedy = `more than ${mostLevels} levels of objects and lists`
  return new CribaError('unreadable', `unreadable file: ${label} is nested too deeply (${remedy})`)
}
