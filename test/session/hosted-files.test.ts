import { describe as describeTable } from 'criba'
import { distributions } from 'criba/report'
import { connectTo, openWorker } from 'criba/worker'
import type { HostWorker } from 'criba/worker'
import { readTable } from 'criba/node'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rank, select } from '../untyped.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'criba-hosted-'))
const path = join(folder, 'penguins.csv')
writeFileSync(path, readFileSync(join(root, 'examples/penguins.csv')))
const framed = join(folder, 'framed.csv')
writeFileSync(framed, `A report\nof last year\n\n${readFileSync(path, 'utf8')}`)
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (path: string) => new File([readFileSync(path)], basename(path))

/** `criba studio` on a file, and its address and token. */
async function served(
  path: string,
): Promise<{ readonly process: ChildProcess; readonly address: URL; readonly token: string }> {
  const started = spawn(process.execPath, [join(root, 'dist/cli.js'), 'studio', path, '--no-open'])
  const line = await new Promise<string>((resolve, reject) => {
    started.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()))
    started.once('exit', () => reject(new Error('it has ended')))
  })
  const address = new URL(line)
  const token = new URLSearchParams(address.hash.slice(1)).get('token')!
  return { process: started, address: new URL('/session', address), token }
}

const withoutSeconds = (result: object) => ({ ...result, seconds: 0 })

/** The same behaviour is wanted of a worker and of a server. */
describe.each(['worker', 'server'])('a file opened in a %s', (kind) => {
  const servers: ChildProcess[] = []
  const clients: HostWorker[] = []
  async function opened(path: string): Promise<{ readonly host: HostWorker; readonly file: File | null }> {
    if (kind === 'worker') {
      const host = openWorker()
      clients.push(host)
      return { host, file: fileOf(path) }
    }
    const { process: server, address, token } = await served(path)
    servers.push(server)
    const host = connectTo(address, token)
    clients.push(host)
    return { host, file: null }
  }
  let penguins: { readonly host: HostWorker; readonly file: File | null }
  beforeAll(async () => {
    penguins = await opened(path)
  })
  afterAll(() => {
    for (const client of clients) client.close()
    for (const server of servers) server.kill('SIGINT')
  })

  it('has its columns and its first rows as they stand', async () => {
    const { facts } = await penguins.host.openFile(penguins.file)
    expect(facts.name).toBe('penguins.csv')
    expect(facts.rows).toBe(344)
    const [header, first] = readFileSync(path, 'utf8').split('\n')
    expect(facts.columns.map(({ name }) => name)).toEqual(header.split(','))
    expect(facts.first!.names).toEqual(header.split(','))
    expect(facts.first!.rows[0]).toEqual(first.split(','))
    expect(facts.first!.lines).toEqual([2, 13])
  })

  it('gives the results of the library, to the bit', async () => {
    const table = await readTable(path)
    const file = await penguins.host.openFile(penguins.file)
    const spec = { target: 'species' }
    const by = ['mutual-information', 'anova-f', 'kruskal-wallis'] as const
    expect(withoutSeconds(await file.describe(spec))).toEqual(
      withoutSeconds(await describeTable(table, spec)),
    )
    expect(withoutSeconds(await file.rank({ ...spec, by }))).toEqual(
      withoutSeconds(await rank(table, { ...spec, by })),
    )
    expect(
      withoutSeconds(await file.select({ ...spec, method: 'jmi', k: 2, evidence: { folds: 2 } })),
    ).toEqual(withoutSeconds(await select(table, { ...spec, method: 'jmi', k: 2, evidence: { folds: 2 } })))
    const names = ['bill_length_mm', 'island']
    expect(await file.distributions(names, spec)).toEqual(await distributions(table, names, spec))
    file.close()
    await expect(file.rank(spec)).rejects.toThrow('invalid session: it is closed (open another one)')
  })

  it('lists sets as numbers: those that select names', async () => {
    const table = await readTable(path)
    const file = await penguins.host.openFile(penguins.file)
    const spec = {
      target: 'species',
      criterion: 'joint-mi',
      pareto: 'multi-information',
      search: 'exhaustive',
      landscape: 'all',
    } as const
    const names = ['island', 'bill_length_mm', 'body_mass_g']
    const drop = table.columns.map(({ name }) => name).filter((name) => ![...names, 'species'].includes(name))
    const { landscape } = await select(table, { ...spec, drop })
    const listed = await file.listSets(['body_mass_g', 'island', 'bill_length_mm'], spec)
    expect(listed.names).toEqual(names)
    expect(listed.masks.map((mask) => names.filter((_, bit) => (mask >> bit) & 1))).toEqual(
      landscape!.map(({ features }) => features),
    )
    expect(listed.first.map((first, i) => [first, listed.second[i]])).toEqual(
      landscape!.map(({ scores }) => scores),
    )
    expect(listed.masks).toHaveLength(7)
  })

  it('reports its steps and its progress', async () => {
    const file = await penguins.host.openFile(penguins.file)
    const kinds = new Set<string>()
    let share = 0
    await file.select(
      { target: 'species', method: 'jmi', k: 3 },
      { on: ({ kind }) => void kinds.add(kind), progress: (now) => (share = now) },
    )
    expect([...kinds]).toContain('step')
    expect(share).toBeGreaterThan(0)
  })

  it('is interrupted by its signal, and goes on', async () => {
    const file = await penguins.host.openFile(penguins.file)
    const stop = new AbortController()
    const call = file.compare(
      { target: 'species', methods: ['jmi', 'mrmr', 'cmim', 'relieff'] },
      { signal: stop.signal },
    )
    stop.abort()
    await expect(call).rejects.toMatchObject({ code: 'interrupted' })
    expect((await file.score({ target: 'species', features: ['island'] })).scores).toHaveLength(1)
  })

  it('is refused with the sentence of the command line and its mend, and read with it', async () => {
    const { host, file } = await opened(framed)
    const mended = await host.openFile(file).then(
      ({ facts }) => facts.warnings.find(({ remedy }) => remedy)!.remedy!,
      (error: { message: string; remedy: NonNullable<unknown> }) =>
        error.remedy as { option: string; set: object },
    )
    expect(mended.option).toBe('--skip 3')
    const read = await host.openFile(file, mended.set)
    expect(read.facts.rows).toBe(344)
    expect((await read.describe({ target: 'species' })).data.text).toEqual({ skip: 3 })
  })

  it('says in its results how it was read, as the command line does', async () => {
    const given = { types: { bill_depth_mm: 'categorical' }, missingWords: ['+zz'] } as const
    const file = await penguins.host.openFile(penguins.file, given)
    const spec = { target: 'species', drop: ['sex'], by: ['mutual-information'] } as const
    const { data, spec: resolved } = await file.rank(spec)
    expect(data.text).toEqual({ missingWords: ['+zz'] })
    expect(resolved.types).toEqual({ bill_depth_mm: 'categorical' })
    const ofDropped = await file.rank({ ...spec, drop: ['bill_depth_mm'] })
    expect(ofDropped.rankings[0].scores.map(({ feature }) => feature)).not.toContain('bill_depth_mm')
    file.close()
  })

  it('is cut to columns, cells as they stand', async () => {
    const file = await penguins.host.openFile(penguins.file)
    const cut = await file.reduce(['island', 'species'])
    const text = typeof cut === 'string' ? cut : await cut.text()
    const rows = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','))
    const places = [...rows[0].keys()].filter((i) => ['island', 'species'].includes(rows[0][i]))
    expect(text.trim().split('\n')).toEqual(rows.map((cells) => places.map((i) => cells[i]).join(',')))
  })

  it('keeps numbers beyond all others, and names that look like messages', async () => {
    const odd = join(folder, `odd-${kind}.csv`)
    writeFileSync(
      odd,
      `"{""beyond"":""NaN""}",y\n${Array.from({ length: 40 }, (_, i) => `${i % 2},${'ab'[i % 2]}`).join('\n')}\n`,
    )
    const { host, file } = await opened(odd)
    const session = await host.openFile(file)
    const found = await session.rank({ target: 'y', by: ['anova-f'] })
    expect(found.rankings[0].scores[0]).toMatchObject({ feature: '{"beyond":"NaN"}', score: Infinity })
  })
})

describe('the server of sessions', () => {
  it('does not cut another file than the one that it shows', async () => {
    const grows = join(folder, 'grows.csv')
    writeFileSync(grows, readFileSync(path))
    const own = await served(grows)
    const host = connectTo(own.address, own.token)
    const file = await host.openFile(null)
    appendFileSync(grows, 'Adelie,Biscoe,1,1,1,1,male\n')
    const said = `unreadable file: ${grows} changed after it was opened (open it again)`
    await expect(file.reduce(['island'])).rejects.toMatchObject({ code: 'unreadable', message: said })
    const again = await host.openFile(null)
    expect(again.facts.rows).toBe(345)
    expect(await again.reduce(['island'])).toMatch(/^island\n/)
    host.close()
    own.process.kill('SIGINT')
  })

  let server: Awaited<ReturnType<typeof served>>
  beforeAll(async () => {
    server = await served(path)
  })
  afterAll(() => void server.process.kill('SIGINT'))

  const message = JSON.stringify({ kind: 'close', session: 0 })
  const asked = (headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(server.address, { method: 'POST', body: message, headers, ...init }).then(({ status }) => status)

  it('answers who knows the token, from its own page', async () => {
    const authorization = `Bearer ${server.token}`
    expect(await asked({ authorization })).toBe(200)
    expect(await asked({})).toBe(401)
    expect(await asked({ authorization: `Bearer ${server.token.slice(1)}0` })).toBe(401)
    expect(await asked({ authorization, origin: 'http://example.com' })).toBe(403)
    expect(await asked({ authorization }, { method: 'GET', body: null })).toBe(405)
    expect(await asked({ authorization }, { body: 'no message' })).toBe(400)
  })

  it('serves only its own files, which load nothing from elsewhere', async () => {
    const page = await fetch(new URL('/', server.address))
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    for (const other of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets',
      '/etc/passwd',
      '//etc/passwd',
    ])
      expect((await fetch(new URL(server.address.origin + other))).status).toBe(404)
  })

  it('outlives paths and messages that are none', async () => {
    const authorization = `Bearer ${server.token}`
    const status = await new Promise((resolve, reject) => {
      const { hostname, port } = server.address
      get({ hostname, port, path: '//' }, (response) => resolve(response.resume().statusCode)).on(
        'error',
        reject,
      )
    })
    expect(status).toBe(404)
    for (const body of ['{"kind":"call","session":1,"id":1}', '{"kind":"other"}', 'null'])
      expect(await asked({ authorization }, { body })).toBe(400)
    expect(await asked({ authorization })).toBe(200)
  })

  it('ends with the command', async () => {
    server.process.kill('SIGINT')
    await new Promise((resolve) => server.process.once('exit', resolve))
    const session = connectTo(server.address, server.token)
    await expect(session.openFile(null)).rejects.toMatchObject({ code: 'unreachable' })
  })
})
