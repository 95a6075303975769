import fs, { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DuckDBInstance } from '@duckdb/node-api'
import { rank, tableFromCsv } from 'criba'
import { openReducible, openSource, readTable } from 'criba/node'
import { describe, expect, it, vi } from 'vitest'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()

/** Runs work with its own temporary folder, and returns the files left in it. */
async function leftBy(work: () => Promise<void>): Promise<string[]> {
  const temporary = folder.path('temporary')
  if (!existsSync(temporary)) mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
  await work().finally(() => vi.unstubAllEnvs())
  return readdirSync(temporary)
}

describe('a signal interrupts reading', () => {
  it('before it starts', async () => {
    const path = folder.write('a.csv', 'a\n1\n')
    expect(await failure(readTable(path, { signal: AbortSignal.abort() }))).toBe('interrupted')
  })

  it('of a text', async () => {
    const path = folder.write('long.csv', `a,b\n${'1,"x""y" \n'.repeat(3_000_000)}`)
    const left = await leftBy(async () => {
      const reading = failure(openSource(path, { signal: AbortSignal.timeout(60), source: 'duckdb' }))
      expect(await reading).toBe('interrupted')
    })
    expect(left).toEqual([])
  })

  it('of JSON that is rewritten, wherever the rewriting is', async () => {
    const path = folder.write('split.json', `{"columns":["a"],"data":[${'[1],'.repeat(2 ** 20)}[2]]}`)
    const stop = new AbortController()
    const messages: unknown[] = []
    const ended = new Promise((resolve) =>
      process.once('worker', (worker) => {
        worker.on('message', (message) => messages.push(message))
        worker.once('exit', resolve)
        stop.abort()
      }),
    )
    const left = await leftBy(async () => {
      expect(await failure(readTable(path, { signal: stop.signal }))).toBe('interrupted')
    })
    expect(left).toEqual([])
    await ended
    expect(messages).toEqual([])
  })

  it('of a text that is transposed, before its last line', async () => {
    let time = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
    const stop = new AbortController()
    setTimeout(() => stop.abort())
    try {
      const ragged = `a,b\n${'1,2\n'.repeat(1000)}3`
      const reading = tableFromCsv(ragged, { transpose: true, signal: stop.signal })
      expect(await failure(reading)).toBe('interrupted')
    } finally {
      clock.mockRestore()
    }
  })

  it('in the engine, during any statement', async () => {
    // It would take days.
    const sql =
      'SELECT count(*) AS n FROM range(1000000) a, range(1000000) b WHERE hash(a.range, b.range) = 1'
    const path = folder.write('small.csv', 'a,b\n1,"x" \n')
    const left = await leftBy(async () => {
      expect(await failure(readTable(path, { sql, signal: AbortSignal.timeout(200) }))).toBe('interrupted')
    })
    expect(left).toEqual([])
  })

  it('but nothing after it', async () => {
    const stop = new AbortController()
    const source = await openSource(folder.write('b.csv', 'a,b\n1,x\n2,y\n3,x\n4,y\n'), {
      source: 'duckdb',
      signal: stop.signal,
    })
    stop.abort()
    const { rankings } = await rank(source, { target: 'b' })
    expect(rankings[0].scores).toHaveLength(1)
    source.close()
  })
})

it('an engine that does not start gives a single error', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const start = vi.spyOn(DuckDBInstance, 'create').mockRejectedValue(new Error('no engine today'))
  try {
    const opened = openSource(folder.write('c.csv', 'a\n1\n'), { source: 'duckdb' })
    expect(await failure(opened)).toMatch(/c\.csv: no engine today$/)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(unhandled).toEqual([])
  } finally {
    start.mockRestore()
    process.off('unhandledRejection', note)
  }
})

it('output is complete even if the system writes partially', async () => {
  const text = `a,b\n${Array.from({ length: 3000 }, (_, i) => `${i},"x${i}" \n`).join('')}`
  const path = folder.write('short.csv', text)
  const { writeSync } = fs
  let writes = 0
  fs.writeSync = ((descriptor: number, buffer: Buffer, from: number, length: number) => {
    writes++
    return writeSync(descriptor, buffer, from, Math.min(length, 1000))
  }) as typeof writeSync
  syncBuiltinESMExports()
  try {
    const output = folder.path('written.csv')
    const source = await openReducible(path, output)
    await source.reduce(['a', 'b'])
    source.close()
    expect(writes).toBeGreaterThan(1)
    expect(await readTable(output)).toMatchObject({ rows: 3000, columns: [{ name: 'a' }, { name: 'b' }] })
  } finally {
    fs.writeSync = writeSync
    syncBuiltinESMExports()
  }
})
