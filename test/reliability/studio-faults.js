// The export of the workbench, whose server has no place for temporary files: the call fails in one line, the server goes on.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectTo } from 'criba/worker'
import { faults, mount, table } from './faults.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Tries the export with each fault of the temporary folder, as `tryFaults` does.
 * @param {{ folder: string, of?: (fault: string) => boolean }} run
 * @returns {Promise<readonly import('./faults.js').Tried[]>}
 */
export async function tryStudio({ folder, of = () => true }) {
  mkdirSync(folder, { recursive: true })
  const data = join(folder, 'data.csv')
  writeFileSync(data, table())
  /** @type {import('./faults.js').Tried[]} */
  const tried = []
  for (const fault of faults.filter(({ name }) => name !== 'folder in its place' && of(name))) {
    const what = await tryFault(join(folder, 'temporary'), data, fault)
    if (what !== undefined)
      tried.push({ output: 'export of the studio', fault: fault.name, moment: 'before', what })
  }
  rmSync(data)
  return tried
}

/** @param {string} folder @param {string} data @param {import('./faults.js').Fault} fault */
async function tryFault(folder, data, { begin, end, needsDisk }) {
  mkdirSync(folder, { recursive: true })
  const disk = needsDisk === true && mount(folder)
  if (needsDisk && !disk) return undefined
  const server = spawn(process.execPath, [`${root}dist/cli.js`, 'studio', data, '--no-open'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const address = new URL(await firstLineOf(server))
    const host = connectTo(
      new URL('/session', address),
      String(new URLSearchParams(address.hash.slice(1)).get('token')),
    )
    const file = await host.openFile(null)
    begin({ folder, path: folder, disk })
    const said = await file.reduce(['a', 'b']).then(() => 'no error', String)
    end?.({ folder, path: folder, disk })
    if (!/^CribaError: unwritable [^\n]+$/.test(said)) return said
    if (disk) rmSync(join(folder, 'filling'), { force: true })
    else {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
    }
    const [left] = readdirSync(folder)
    if (left !== undefined) return `left behind: ${left}`
    const text = await file.reduce(['a', 'b'])
    host.close()
    return typeof text === 'string' && text.startsWith('a,b\n') ? null : 'the next export is none'
  } finally {
    server.kill('SIGTERM')
    if (disk) spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<string>} */
function firstLineOf(server) {
  return new Promise((resolve, reject) => {
    server.stdout?.once('data', (data) => resolve(String(data).trim()))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}
