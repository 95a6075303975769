import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../dist/src/sql/duckdb/limits.js'
import { holdMemory, largeText, temporaryFolder } from './engine-memory.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

describe("the engine's memory", () => {
  it.each(['lots', '4', '-1GB', '1MB', '', '4XB'])('is an amount, not %j', async (memory) => {
    const path = folder.write('small.csv', 'a,b\n1,2\n')
    const message = `invalid memory: ${memory} (needs an amount such as 4GB, 64MB or more)`
    expect(await failure(readTable(path, { memory }))).toBe(message)
  })

  it('may be written with a space', async () => {
    const source = await openSource(folder.write('small.csv', 'a,b\n1,2\n'), {
      source: 'duckdb',
      memory: '2 GB',
    })
    expect(source.rows).toBe(1)
    source.close()
  })

  // With a text that takes more than the memory in memory.long.ts.
  it('changes no result, and spilled files are removed', () => holdMemory(folder, 2_000, 6))

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves no file behind at %s', async (signal, code) => {
    const temporary = temporaryFolder(folder, signal)
    const args = [
      'dist/cli.js',
      'rank',
      largeText(folder, 12_000),
      '-t',
      'y',
      '--source',
      'duckdb',
      '--memory',
      '96MB',
    ]
    const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: temporary } })
    const ended = new Promise((resolve) => child.on('close', resolve))
    while (child.exitCode === null && !readdirSync(temporary).some((name) => name.startsWith('criba-spill-')))
      await new Promise((resolve) => setTimeout(resolve, 10))
    child.kill(signal)
    expect(await ended).toBe(code)
    expect(readdirSync(temporary)).toEqual([])
  })

  it('is named in a one-line error if memory or disk is full', () => {
    const limits = { memory: '96MiB', folder: '/tmp/criba-spill-1' }
    const messageOf = (message: string) => (failureOf(new Error(message), limits) as Error).message
    expect(messageOf('IO Error: Could not write file "/tmp/criba-spill-1/a": No space left on device')).toBe(
      'unwritable temporary files: no space left in /tmp',
    )
    expect(
      messageOf(
        "Out of Memory Error: failed to offload data.\nThis limit was set by the 'max_temp_directory_size' setting.",
      ),
    ).toBe('unwritable temporary files: no space left in /tmp')
    expect(messageOf('Out of Memory Error: could not allocate block')).toBe(
      'too little memory: 96MiB is not enough (give the engine more, as with --memory 4GB)',
    )
    expect(messageOf('IO Error: Could not write file "out.csv": No space left on device')).toContain(
      'IO Error',
    )
  })
})
