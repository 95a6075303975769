import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { criba } from './criba.ts'

const docs = new URL('../../docs/', import.meta.url)
const commands = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => readFileSync(new URL(name, docs), 'utf8').split('\n'))
  .flatMap((line) => /^ {4}npm run criba -- (.*)$/.exec(line)?.[1] ?? [])

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'criba-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the documentation', () => {
  it('shows commands', () => {
    expect(commands.length).toBeGreaterThan(15)
  })

  // One after the other: some read what others wrote.
  it.each(commands)('runs: criba %s', async (command) => {
    const words = command.split(' ').map((word) => (/^[\w-]+\.json$/.test(word) ? join(folder, word) : word))
    const { code, out, err } = await criba(words)
    expect(err).not.toMatch(/^criba:/m)
    expect(code).toBe(0)
    expect(out).toMatch(/columns? chosen/)
  })
})
