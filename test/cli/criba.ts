import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command line in a process of its own, as a shell would, by default in the folder of the project. */
export function criba(
  args: readonly string[],
  options: { input?: string | Buffer; env?: Record<string, string>; cwd?: string } = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${root}dist/cli.js`, ...args], {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
    })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, out, err }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input)
  })
}
