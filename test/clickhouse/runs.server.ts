import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RankResult, SelectResult } from 'criba'
import { openClickHouse } from 'criba/clickhouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasServer, startCluster, users } from './servers.ts'
import type { Cluster } from './servers.ts'
import { addressOf, makeTable, quoted } from './tables.ts'

const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** A run of the command line. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, ...env } })
  let out = ''
  let err = ''
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, out, err }))
  return { child, ended }
}

/** What a command prints as JSON, or saves. */
type Parsed = Omit<SelectResult, 'command'> & Omit<RankResult, 'command'> & { readonly answers: object }

const parsed = (text: string) => JSON.parse(text) as Parsed

const run = (args: readonly string[], env?: Readonly<Record<string, string>>) => start(args, env).ended

describe.skipIf(!hasServer)('A command on a server', () => {
  let cluster: Cluster
  let folder: string
  beforeAll(async () => {
    cluster = await startCluster()
    folder = mkdtempSync(join(tmpdir(), 'criba-runs-'))
  })
  afterAll(() => {
    cluster?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A table of some columns that tell something of y, one row of four on the second server. */
  async function makeData(rows: number, of = cluster): Promise<string> {
    const name = await makeTable(of, 'id UInt64, a UInt8, b UInt8, c UInt8, d Float64, y UInt8')
    for (const [server, from, count] of [
      [0, 0, rows - (rows >> 2)],
      [1, rows - (rows >> 2), rows >> 2],
    ]) {
      await of.run(
        server,
        `INSERT INTO ${quoted(`${name} part`)} SELECT id, toUInt8(intHash32(id) % 4) AS a, toUInt8(intHash32(id + 77) % 3) AS b, toUInt8(a * 3 + b + intHash32(id + 5) % 3) AS c, sin(id) AS d, toUInt8((a > 1) + (b = 2 AND intHash32(id + 9) % 4 != 0)) AS y FROM (SELECT toUInt64(number + ${from}) AS id FROM numbers(${count}))`,
      )
    }
    return addressOf(of, name)
  }

  it('prints the same again, and says where it was computed', async () => {
    const address = await makeData(4000)
    const args = ['select', address, '-t', 'y', '--drop', 'id', '--no-evidence', '--format', 'json']
    const [first, second] = [await run(args), await run(args)].map(({ out }) => parsed(out))
    expect({ ...second, seconds: 0 }).toEqual({ ...first, seconds: 0 })
    expect(first.data.source).toBe('clickhouse')
    expect(first.selected).toContain('c')
  })

  it('reads a sample by the hash of a column: the same rows each time, wherever they lie', async () => {
    const address = await makeData(4000)
    const args = [
      'rank',
      address,
      '-t',
      'y',
      '--by',
      'relieff',
      '--sample',
      '500',
      '--key',
      'id',
      '--format',
      'json',
    ]
    const [first, second] = [await run(args), await run(args)]
    expect(first.err).toContain('warning: 500 of 4000 rows are analysed: a sample by the hash of id')
    const result = parsed(first.out)
    expect(result.data).toMatchObject({ source: 'memory', rows: 500, sample: { rows: 500, key: 'id' } })
    expect(parsed(second.out).rankings).toEqual(result.rankings)
    expect(result.rankings[0].scores[0].feature).toBe('a')
  })

  it('refuses what compares rows, with the remedy', async () => {
    const address = await makeData(400)
    const { code, err } = await run(['rank', address, '-t', 'y', '--by', 'relieff'])
    expect([code, err]).toEqual([
      1,
      'criba: unsuitable data: rows are compared one by one, and the 400 rows of a server stay there (analyse a sample: --sample 100000 --key <column>)\n',
    ])
  })

  it('finds evidence where rows are divided by a key, if the learner reads no rows', async () => {
    const address = await makeData(4000)
    const args = ['select', address, '-t', 'd', '--key', 'id', '--task', 'regression', '--format', 'json']
    const result = parsed((await run(args)).out)
    expect(result.evidence).toMatchObject({ learner: 'linear', metric: 'r2' })
    const without = await run(['select', address, '-t', 'd', '--drop', 'id', '--task', 'regression'])
    expect(without.err).toContain('name a column to divide them by: --key <column>')
  })

  it('prints and saves the path of a search whose shard dies, and goes on from its checkpoint', async () => {
    const own = await startCluster()
    try {
      const address = await makeData(4000, own)
      const [save, checkpoint] = ['lost.json', 'lost.checkpoint'].map((name) => join(folder, name))
      const slow = 'SELECT a, b, c, d, y FROM data WHERE sleep(0.05) = 0'
      const args = ['select', address, '-t', 'y', '--sql', slow, '-k', '4', '--no-evidence', '--save', save]
      const { child, ended } = start([...args, '--checkpoint', checkpoint])
      // Each query takes some tenths of a second; the shard dies once the scores of the first step are saved.
      const isSaved = () =>
        existsSync(checkpoint) && readFileSync(checkpoint, 'utf8').split('"high"').length > 3
      for (let i = 0; i < 3000 && !isSaved(); i++) await wait(20)
      own.kill(1)
      const { code, out, err } = await ended
      child.kill()
      expect(code).toBe(1)
      expect(err).toMatch(
        /criba: unreachable shard of default\.t \d+: 127\.0\.0\.1:\d+ \(the path so far is printed/,
      )
      expect(out).toContain(
        'stopped: the server could not be reached any more; this is the best result so far',
      )
      const saved = parsed(readFileSync(save, 'utf8'))
      expect(saved.stopped).toBe('unreachable')
      expect(saved.selected.length).toBeGreaterThan(0)
    } finally {
      own.close()
    }
  }, 120_000)

  it('counts nothing again that its checkpoint has', async () => {
    const address = await makeData(4000)
    const checkpoint = join(folder, 'again.checkpoint')
    const args = [
      'select',
      address,
      '-t',
      'y',
      '--drop',
      'id',
      '--no-evidence',
      '--format',
      'json',
      '--checkpoint',
      checkpoint,
    ]
    const first = parsed((await run([...args, '-k', '2'])).out)
    const saved = parsed(readFileSync(checkpoint, 'utf8'))
    const second = parsed((await run([...args, '-k', '3'])).out)
    expect(second.steps.slice(0, 2)).toEqual(first.steps)
    const after = parsed(readFileSync(checkpoint, 'utf8'))
    expect(Object.keys(after.answers)).toEqual(expect.arrayContaining(Object.keys(saved.answers)))
    const other = await run([
      'select',
      await makeData(4001),
      '-t',
      'y',
      '--checkpoint',
      checkpoint,
      '--no-evidence',
    ])
    expect(other.err).toBe('criba: invalid checkpoint: it is from other data (remove it, or name another)\n')
  })

  it('stops its query on the server when it is interrupted', async () => {
    const address = await makeData(4000)
    // Each block of 50 rows takes a fifth of a second, so that each query takes many seconds.
    const slow = ['--sql', 'SELECT * FROM data WHERE sleep(0.2) = 0']
    const { child, ended } = start(['rank', `${address}?max_block_size=50`, '-t', 'y', ...slow])
    const running = async (seconds = 0) => {
      const ours = `query_id LIKE 'criba-%' AND elapsed >= ${seconds}`
      return Number(await cluster.run(0, `SELECT count() FROM system.processes WHERE ${ours}`))
    }
    // One that has run for a while is slow, and will not end before the signal.
    while ((await running(0.5)) === 0 && child.exitCode === null) await wait(10)
    expect(child.exitCode).toBe(null)
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    for (let i = 0; i < 300 && (await running()) > 0; i++) await wait(20)
    expect(await running()).toBe(0)
  })

  it('takes its password from the environment, never from the address', async () => {
    const address = (await makeData(400)).replace('clickhouse://', 'clickhouse://guarded@')
    const args = (at: string) => ['describe', at]
    expect((await run(args(address), { CLICKHOUSE_PASSWORD: users.guarded })).code).toBe(0)
    const refused = await run(args(address), { CLICKHOUSE_PASSWORD: 'other' })
    expect(refused.err).toMatch(/^criba: refused by 127\.0\.0\.1:\d+: wrong user or password for guarded/)
    const shown = await run(args(address.replace('guarded@', 'guarded:secret@')))
    expect(shown.err).toMatch(/^criba: invalid address: clickhouse:\/\/guarded:…@.* \(it holds a password: /)
    expect(shown.err).not.toContain('secret')
  })

  it('reads as a user who may change no settings', async () => {
    const address = (await makeData(400)).replace('clickhouse://', 'clickhouse://fixed@')
    const { code, out } = await run(['rank', address, '-t', 'y', '--drop', 'id'])
    expect(code).toBe(0)
    expect(out).toMatch(/1\s+c\s+0\.\d+/)
  })

  it('reads over TLS', async ({ skip }) => {
    if (!cluster.secure) skip()
    const { host, certificate } = cluster.secure!
    const address = (await makeData(400)).replace(cluster.hosts[0], host)
    const args = ['describe', `${address}?tls=true`]
    expect((await run(args, { NODE_EXTRA_CA_CERTS: certificate })).code).toBe(0)
    expect((await run(args)).err).toMatch(/^criba: unreachable server: .*self-signed certificate/)
  })

  it('gives a query bounded memory and time, as the address says', async () => {
    const address = await makeData(100_000)
    const few = await run(['rank', `${address}?max_memory_usage=1000`, '-t', 'y'])
    expect(few.err).toMatch(/^criba: too little memory: 0MiB a query is not enough on /)
    const unknown = await run(['rank', `${address}?max_memoy=1`, '-t', 'y'])
    expect(unknown.err).toBe('criba: unknown setting of the server: max_memoy (it is in the address)\n')
  })

  it('creates nothing on the server', async () => {
    const address = await makeData(1000)
    const tables = () => cluster.run(0, 'SELECT database, name FROM system.tables ORDER BY database, name')
    const before = await tables()
    await run(['select', address, '-t', 'y', '--drop', 'id'])
    await run(['interactions', address, '-t', 'y', '--drop', 'id'])
    expect(await tables()).toBe(before)
    const writing = await run(['describe', address, '--sql', 'INSERT INTO data SELECT 1'])
    expect(writing.err).toBe('criba: invalid query: needs a single SELECT over data\n')
  })

  it('refuses a table that changes while it is read', async () => {
    const address = await makeData(1000)
    const source = await openClickHouse(address)
    const request = {
      kind: 'entropy',
      family: { base: [], each: [{ column: 1, coding: { kind: 'values' } }] },
      view: {},
    } as const
    await source.answer([request])
    const table = decodeURIComponent(address.split('default.')[1])
    await cluster.run(1, `INSERT INTO ${quoted(`${table} part`)} SELECT 1, 1, 1, 1, 1, 1`)
    const changed = {
      ...request,
      family: { base: [], each: [{ column: 2, coding: { kind: 'values' } }] },
    } as const
    await expect(source.answer([changed])).rejects.toThrow(
      'unreadable data: the table changed while it was read, from 1000 rows to 1001',
    )
    source.close()
  })
})
