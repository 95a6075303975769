import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { criba, cribaApart } from './criba.ts'

const isPosix = process.platform !== 'win32'
const penguins = ['examples/penguins.csv', '-t', 'species']
const diabetes = ['select', 'examples/diabetes.csv', '-t', 'progression', '--drop', 's*']
const search = [...diabetes, '--criterion', 'delta-test', '--search', 'exhaustive', '--no-evidence']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'criba-outputs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Each way to write a file, by the ending of the file. */
const ways: readonly (readonly [name: string, ending: string, args: readonly string[]])[] = [
  ['-o', '.csv', ['select', ...penguins, '-k', '1', '--no-evidence', '-o']],
  ['--save', '.json', ['select', ...penguins, '-k', '1', '--no-evidence', '--save']],
  ['--report', '.html', ['rank', ...penguins, '--report']],
  ['--figure', '.svg', ['rank', ...penguins, '--figure']],
  ['groups -o', '.json', ['groups', 'examples/penguins.csv', '-o']],
  ['generate -o', '.csv', ['generate', 'xor', '--rows', '20', '-o']],
  ['--checkpoint', '.state', [...search, '--checkpoint']],
]

describe.each(ways)('a file of %s', (_, ending, args) => {
  const write = (path: string, ...more: string[]) => criba([...args, path, '--quiet', ...more])
  const force = args.includes('--checkpoint') ? [] : ['--force']

  it('appears whole, and leaves nothing beside it', async () => {
    const path = join(folder, `a${ending}`)
    expect((await write(path)).code).toBe(0)
    expect(statSync(path).size).toBeGreaterThan(0)
    expect(readdirSync(folder).filter((name) => /part|lock/.test(name))).toEqual([])
  })

  it.skipIf(!isPosix)(
    'goes where a link points, also where nothing is yet, and keeps the permissions',
    async () => {
      const [link, target] = [join(folder, `link${ending}`), join(folder, `target${ending}`)]
      symlinkSync(`target${ending}`, link)
      expect((await write(link)).code).toBe(0)
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      const first = readFileSync(target)
      chmodSync(target, 0o640)
      expect((await write(link, ...force)).code).toBe(0)
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(statSync(target).mode & 0o777).toBe(0o640)
      expect(readFileSync(target).length).toBeGreaterThan(first.length / 2)
    },
  )

  it('is refused before any work where it cannot be written', async () => {
    const inFolder = join(folder, `folder${ending}`)
    mkdirSync(inFolder)
    const nowhere = join(folder, 'no', `such${ending}`)
    const refusals = [
      [inFolder, /^criba: unwritable file: .* \(it is a folder\)\n$/],
      [nowhere, /^criba: unwritable file: .* \(there is no folder .*no\)\n$/],
    ] as const
    for (const [path, message] of refusals) {
      const { code, out, err } = await write(path, ...force)
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(message)
    }
  })

  it.skipIf(!isPosix)('is no device', async () => {
    const link = join(folder, `device${ending}`)
    symlinkSync('/dev/null', link)
    const { code, err } = await write(link, ...force)
    expect(code).toBe(1)
    expect(err).toMatch(/^criba: unwritable file: .* \(it is a device or a pipe, not a regular file\)\n$/)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })
})

describe('a temporary file of somebody else', () => {
  it('is neither written nor removed', async () => {
    const save = join(folder, 'run.json')
    writeFileSync(`${save}.part`, 'mine')
    const { code } = await criba([
      'select',
      ...penguins,
      '-k',
      '1',
      '--no-evidence',
      '--save',
      save,
      '--quiet',
    ])
    expect(code).toBe(0)
    expect(readFileSync(`${save}.part`, 'utf8')).toBe('mine')
  })
})

describe('a checkpoint', () => {
  it('that a running process uses is refused, one of a process that has ended is not', async () => {
    const path = join(folder, 'state.json')
    const { hostname } = await import('node:os')
    // Another process that runs, as long as its input is open.
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
    const ended = new Promise((resolve) => other.on('close', resolve))
    writeFileSync(`${path}.lock`, `${other.pid} ${hostname()}\n`)
    const used = await criba([...search, '--checkpoint', path, '--quiet'])
    expect([used.code, used.out, used.err]).toEqual([
      1,
      '',
      `criba: invalid checkpoint: ${path} (process ${other.pid} on ${hostname()} is using it; if that has ended, remove ${path}.lock)\n`,
    ])
    other.stdin.end()
    await ended
    const free = await criba([...search, '--checkpoint', path, '--quiet'])
    expect(free.code, free.err).toBe(0)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it('whose lock is empty, as of a process that was killed before it wrote it, is free once the lock is old', async () => {
    const path = join(folder, 'state.json')
    writeFileSync(`${path}.lock`, '')
    const fresh = await criba([...search, '--checkpoint', path, '--quiet'])
    expect(fresh.err).toBe(
      `criba: invalid checkpoint: ${path} (another run is using it; if that has ended, remove ${path}.lock)\n`,
    )
    const minuteAgo = Date.now() / 1000 - 60
    utimesSync(`${path}.lock`, minuteAgo, minuteAgo)
    const old = await criba([...search, '--checkpoint', path, '--quiet'])
    expect(old.code, old.err).toBe(0)
    expect(readdirSync(folder).filter((name) => name.includes('.lock'))).toEqual([])
  })

  it('that another machine uses is refused', async () => {
    const path = join(folder, 'state.json')
    writeFileSync(`${path}.lock`, '7 another-machine\n')
    const { code, err } = await criba([...search, '--checkpoint', path, '--quiet'])
    expect(code).toBe(1)
    expect(err).toContain('process 7 on another-machine is using it')
    expect(existsSync(`${path}.lock`)).toBe(true)
  })
})

describe.skipIf(!isPosix)('a command that a signal ends', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s ends with %i, and leaves no files', async (signal, expected) => {
    const script = `const kill = process.kill.bind(process); const timer = setInterval(() => { if (process.listenerCount('${signal}') > 0) { clearInterval(timer); kill(process.pid, '${signal}') } }, 1); timer.unref()`
    const save = join(folder, 'run.json')
    const { code, err } = await cribaApart(['select', ...penguins, '--method', 'boruta', '--save', save], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
    })
    expect(code, err).toBe(expected)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
