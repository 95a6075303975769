// Readers that go away, places that cannot be looked at, and files that another program makes meanwhile: one line, or the answer.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { destinationOf, writeThenRename } from '../../dist/src/files/write/whole-file.js'
import { fullOfTemporaryFiles } from '../../dist/src/sql/duckdb/temporary-folder.js'
import { criba } from './criba.ts'

const folder = mkdtempSync(join(tmpdir(), 'criba-places-'))
afterAll(() => rmSync(folder, { recursive: true }))
const cli = resolve('dist/cli.js')

describe.skipIf(process.platform === 'win32')('places', () => {
  it('a reader that goes away ends a run with threads without an error', async () => {
    const names = Array.from({ length: 1500 }, (_, i) => `column ${i}`)
    const row = names.map((_, i) => (i * 7919) % 1009).join(',')
    const path = join(folder, 'wide.csv')
    writeFileSync(path, `${names.join(',')}\n${`${row}\n`.repeat(200)}`)
    const child = spawn(process.execPath, [cli, 'describe', path, '--threads', '2', '--quiet'])
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((end) => child.on('close', end))
    expect([code, err]).toEqual([0, ''])
  })

  it('a link that leads to itself is refused', async () => {
    const link = join(folder, 'loop.csv')
    symlinkSync(link, link)
    const { code, err } = await criba(['describe', link, '--quiet'])
    expect([code, err]).toEqual([1, expect.stringMatching(/^criba: unreadable file: \S+: ELOOP: .*\n$/)])
  })

  it('a current folder that is gone is named', () => {
    const gone = join(folder, 'gone')
    mkdirSync(gone)
    const run = `cd '${gone}' && rmdir '${gone}' && '${process.execPath}' '${cli}' describe ../wide.csv`
    const { status, stderr } = spawnSync('sh', ['-c', run], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([
      1,
      'criba: missing folder: the one in which criba runs is gone (cd to another one)\n',
    ])
  })

  it('a name of several lines is shown on one', async () => {
    const path = join(folder, 'two\nlines.csv')
    const { err } = await criba([
      'select',
      'examples/penguins.csv',
      '-t',
      'species',
      '-k',
      '1',
      '--no-evidence',
      '-o',
      path,
    ])
    expect(existsSync(path)).toBe(true)
    expect(err).toMatch(/^wrote \S+two\\nlines\.csv: 344 rows × 2 columns$/m)
  })

  it.skipIf(!existsSync('/proc/self/limits'))('a file without a size is read', async () => {
    const { code, out } = await criba(['describe', '/proc/self/limits', '--no-header', '--separator', '|'])
    expect([code, out]).toEqual([0, expect.stringContaining('17 rows × 1 feature')])
  })
})

describe('a file that another program makes meanwhile', () => {
  const made = (name: string) => join(folder, name)
  const write = (path: string, replaces: boolean) =>
    writeThenRename(destinationOf(path, replaces), (temporary: string) => {
      writeFileSync(temporary, 'ours')
      writeFileSync(path, 'theirs')
      return Promise.resolve()
    })

  it('stays, unless it is to be replaced', async () => {
    await expect(write(made('kept.csv'), false)).rejects.toThrow(
      /^unwritable file: \S+kept\.csv \(another program has made it meanwhile: .*--force replaces it\)$/,
    )
    expect(readFileSync(made('kept.csv'), 'utf8')).toBe('theirs')
    await write(made('replaced.csv'), true)
    expect(readFileSync(made('replaced.csv'), 'utf8')).toBe('ours')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

it('a disk that is full of temporary files is told from other causes', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(fullOfTemporaryFiles(full)?.message).toMatch(
    /^unwritable temporary files: no space is left in .* \(ENOSPC: let TMPDIR name another folder\)$/,
  )
  expect(fullOfTemporaryFiles(new Error('ENOSPC'))).toBeNull()
})
