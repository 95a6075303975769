import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()
const program = `import { readTable } from 'criba/node'
  const { rows, columns } = await readTable(process.argv[1])
  console.log(rows, columns.map(({ name, type }) => name + ':' + type).join())`

// Windows has neither named pipes in folders nor /dev/fd.
describe.skipIf(process.platform === 'win32')('input that can be read only once', () => {
  function named(name: string): string {
    execFileSync('mkfifo', [folder.path(name)])
    return folder.path(name)
  }

  it('is read from a named pipe, in any format', async () => {
    await folder.parquet('file.parquet', 'SELECT 7 AS a')
    for (const [name, content] of [
      ['pipe.csv', 'a,b\n7,x\n'],
      ['pipe', gzipSync('a,b\n7,x\n')],
      ['pipe.json', '[{"a":7}]'],
    ] as const) {
      const path = named(name)
      const writer = createWriteStream(path)
      writer.end(content)
      const [column] = (await readTable(path)).columns
      expect(column.type === 'numeric' && [...column.values]).toEqual([7])
    }
  })

  it('is read from a numbered descriptor, and leaves no file behind', () => {
    mkdirSync(folder.path('temporary'))
    const run = spawnSync(
      'bash',
      [
        '-c',
        `"${process.execPath}" --input-type=module -e "$1" <(printf 'a;b\\n1,5;x\\n2;y\\n')`,
        '-',
        program,
      ],
      { encoding: 'utf8', env: { ...process.env, TMPDIR: folder.path('temporary') } },
    )
    expect(run.stderr).toBe('')
    expect(run.stdout).toBe('2 a:numeric,b:categorical\n')
    expect(readdirSync(folder.path('temporary'))).toEqual([])
  })

  it('is an error if it is empty', async () => {
    expect(await failure(readTable('/dev/null'))).toBe('missing rows: /dev/null is empty')
  })

  it('can be interrupted by a signal', async () => {
    const path = named('endless.csv')
    const writer = spawn('bash', ['-c', 'exec yes 1,2 > "$1"', '-', path], { stdio: 'ignore' })
    const stop = new AbortController()
    const reading = failure(readTable(path, { signal: stop.signal }))
    setTimeout(() => stop.abort(), 100)
    expect(await reading).toBe('interrupted')
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
  })
})
