import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveSessions } from '#analyses/worker'
import type { ServedFile } from '#analyses/worker'
import { CribaError } from '#core'
import type { Mend, Run } from '#core'
import { fileState, firstRows, isUnchanged, openReducible, openSource } from '#files'
import type { Reported } from '#report/on-demand'
import { temporaryFolder } from '#sql'
import { print, printNote } from './terminal.ts'
import { serveStudio } from './studio-server.ts'

/** So many tabs may be open at once. */
const mostSessions = 8

/** The flags of `criba studio`. */
export interface StudioFlags {
  readonly target?: string
  readonly port?: string
  readonly open: boolean
}

/** `criba studio`: serves the workbench, and the sessions on its data, until it is interrupted. */
export async function runStudio(path: string | undefined, flags: StudioFlags): Promise<void> {
  const folder = fileURLToPath(new URL('./studio/', import.meta.url))
  if (!existsSync(join(folder, 'index.html')))
    throw new CribaError('missing', 'missing workbench: dist/studio is not built (npm run build)')
  if (path !== undefined) checkPath(path)
  const sessions = serveSessions({
    mostSessions,
    openFile: (file, _, mend, run) => {
      if (file) throw new CribaError('unsuitable', 'unsuitable file: the server reads its own data only')
      return openServed(path, mend, run)
    },
    report: async (result, source, run) =>
      (await import('#report/on-demand')).pageOfResult(result as Reported, source, run),
  })
  const token = randomBytes(24).toString('hex')
  const server = await serveStudio(folder, sessions, { port: portOf(flags), token }).catch(
    (cause: unknown) => {
      throw new CribaError(
        'unsuitable',
        `unsuitable port: ${(cause as Error).message} (choose another: --port)`,
        { cause },
      )
    },
  )
  const asked = new URLSearchParams({ token })
  if (path !== undefined) asked.set('data', basename(path))
  if (flags.target !== undefined) asked.set('target', flags.target)
  const address = `${server.address}#${asked.toString()}`
  print(address)
  printNote('the workbench is open at this address; Ctrl-C ends it')
  if (flags.open) openPage(address)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  server.close()
}

/** Refuses data that are not there; whether they can be read is said in the page, with what mends them. */
function checkPath(path: string): void {
  if (path === '-')
    throw new CribaError(
      'unsuitable',
      'unsuitable data: standard input can be read only once (save it as a file)',
    )
  if (!/:\/\/|[*?[]/.test(path) && !existsSync(path)) throw new CribaError('missing', `missing file: ${path}`)
}

function portOf({ port = '0' }: StudioFlags): number {
  const number = Number(port)
  if (Number.isInteger(number) && number >= 0 && number < 65536) return number
  throw new CribaError('invalid', `invalid port: ${port} (needs a whole number up to 65535)`)
}

/** Opens the page in the browser of the system, if it has one. */
function openPage(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address.replaceAll('&', '^&')]
        : ['xdg-open', address]
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

/** The data of the command, read as a mend says. */
async function openServed(path: string | undefined, mend: Mend, run: Run): Promise<ServedFile> {
  if (path === undefined)
    throw new CribaError('missing', 'missing data: criba studio was started without (drop a file)')
  const password = process.env['CLICKHOUSE_PASSWORD']
  const before = fileState(path)
  const source = await openSource(path, { ...mend, ...run, ...(password !== undefined && { password }) })
  const first = await firstRows(path, mend)
  const { rows, columns, warnings } = source
  return {
    data: source,
    facts: {
      name: basename(path),
      rows,
      columns: columns.map(({ name, type, time }) => ({ name, type, ...(time && { time }) })),
      warnings,
      ...(first && { first }),
      // The rows of a server stay there.
      reduces: !path.includes('://'),
    },
    mend,
    reduce: async (names, ofWriting) => {
      // The columns were chosen from what the page shows.
      if (before && !isUnchanged(path, before))
        throw new CribaError(
          'unreadable',
          `unreadable file: ${path} changed after it was opened (open it again)`,
        )
      return reduced(path, mend, names, ofWriting)
    },
    close: () => source.close(),
  }
}

/** Some columns of the data as CSV. */
async function reduced(path: string, mend: Mend, names: readonly string[], run: Run): Promise<string> {
  const folder = temporaryFolder('criba-studio')
  try {
    const output = join(folder, 'reduced.csv')
    const data = await openReducible(path, output, { ...mend, ...run })
    try {
      await data.reduce(names)
    } finally {
      data.close()
    }
    return readFileSync(output, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
