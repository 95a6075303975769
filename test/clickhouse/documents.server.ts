import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordsOf } from '../cli/words.ts'
import { hasServer, startCluster } from './servers.ts'
import type { Cluster } from './servers.ts'

const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const page = readFileSync(new URL('../../docs/clickhouse.md', import.meta.url), 'utf8')
const commands = [...page.matchAll(/^ {4}criba (.*)$/gm)].map(([, words]) => words)

describe.skipIf(!hasServer)('docs/clickhouse.md', () => {
  let cluster: Cluster
  let folder: string
  beforeAll(async () => {
    cluster = await startCluster()
    folder = mkdtempSync(join(tmpdir(), 'criba-docs-'))
    await cluster.run(
      0,
      `CREATE TABLE flights ENGINE = MergeTree ORDER BY tuple() AS SELECT toUInt64(number) AS id, toUInt8(number % 7) AS day, toFloat32(100 + intHash32(number) % 4000) AS distance, ['AA', 'BB', 'CC'][1 + intHash32(number + 5) % 3] AS carrier, toFloat64(toInt32(intHash32(number + 9) % 60)) - 20 + (day = 4) * 15 + distance / 200 AS delay, if(delay > 20, 'yes', 'no') AS late FROM numbers(3000)`,
    )
  })
  afterAll(() => {
    cluster?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(commands)('has a command that works: criba %s', (words) => {
    const args = wordsOf(words.replace('reader@localhost', cluster.hosts[0]))
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([
      status,
      stderr.split('\n').filter((line) => !line.startsWith('warning: ') && !line.startsWith('wrote')),
    ]).toEqual([0, ['']])
    expect(stdout.length).toBeGreaterThan(100)
  })
})
