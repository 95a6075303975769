import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { jobs } from './against-jobs.js'

/**
 * Runs of each side after one that warms it up; fewer where they take longer than this many seconds together.
 */
const runs = 5
const maxSeconds = 60

const here = fileURLToPath(new URL('..', import.meta.url))

/**
 * Compares this working tree with a commit, which is built beside: every job runs in a process of each, by
 * turns.
 * @param {readonly string[]} args the commit, and parts of the names of jobs, all by default; `--threads 1`
 * or `2`, both by default
 */
export async function benchAgainst([commit, ...args]) {
  if (commit === undefined)
    throw new Error('missing commit (npm run bench -- against <commit> [part of a job’s name…])')
  const at = args.indexOf('--threads')
  const threads = at < 0 ? [1, 2] : [Number(args[at + 1])]
  if (!threads.every((count) => count >= 1)) throw new Error('missing number of threads (--threads 1)')
  const wanted = at < 0 ? args : args.toSpliced(at, 2)
  const names = Object.keys(jobs).filter(
    (name) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  )
  if (names.length === 0) throw new Error(`no job is called so (known: ${Object.keys(jobs).join('; ')})`)
  const before = build(commit)
  const lines = []
  for (const name of names) {
    for (const count of threads) {
      const line = await compare(name, count, before)
      process.stderr.write(`${JSON.stringify(line)}\n`)
      lines.push(line)
    }
  }
  return lines
}

/** The folder of a commit, built; one that was built before is used again. @param {string} commit */
function build(commit) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: here, encoding: 'utf8' }).trim()
  const hash = git('rev-parse', '--verify', `${commit}^{commit}`)
  const folder = join(tmpdir(), `criba-bench-${hash.slice(0, 10)}`)
  if (!existsSync(folder)) {
    // What is interrupted is begun again.
    const unfinished = mkdtempSync(`${folder}-`)
    git('clone', '--quiet', '--shared', '--no-checkout', here, unfinished)
    git('-C', unfinished, 'checkout', '--quiet', '--detach', hash)
    renameSync(unfinished, folder)
  }
  execFileSync(process.execPath, [join(folder, 'tools/ready.js')], { cwd: folder, stdio: ['ignore', 2, 2] })
  return folder
}

/**
 * Runs a job by turns before and after. @param {string} name @param {number} threads @param {string} before
 */
async function compare(name, threads, before) {
  const sides = [before, here].map((folder) => new Side(folder, name, threads))
  /** @type {[Run[], Run[]]} */
  const found = [[], []]
  const start = performance.now()
  for (let run = 0; run <= runs; run++) {
    if (run > 1 && performance.now() - start > maxSeconds * 1000) break
    for (const i of run % 2 === 0 ? [0, 1] : [1, 0]) {
      const one = await sides[i].run()
      if (run > 0) found[i].push(one)
    }
  }
  for (const side of sides) await side.end()
  const failed = found.flat().find(({ error }) => error !== undefined)
  if (failed) return { job: name, threads, error: failed.error }
  const [old, now] = found.map((list) => ({
    cpu: median(list.map(({ cpu }) => cpu)),
    wall: median(list.map(({ wall }) => wall)),
    megabytes: Math.max(...list.map(({ megabytes }) => megabytes)),
    result: list[0].result,
  }))
  return {
    job: name,
    threads,
    runs: found[0].length,
    'CPU before': milliseconds(old.cpu),
    'CPU now': milliseconds(now.cpu),
    CPU: ratio(now.cpu, old.cpu),
    'wall before': milliseconds(old.wall),
    'wall now': milliseconds(now.wall),
    wall: ratio(now.wall, old.wall),
    'peak MB': `${old.megabytes} → ${now.megabytes}`,
    'same result': old.result === now.result,
    ...(found[0][0].without.length > 0 && { 'before without': found[0][0].without.join(', ') }),
  }
}

/** @typedef {{ cpu: number, wall: number, megabytes: number, result: string, without: string[], error?: string }} Run seconds; `without` what parts of the spec */

/** A process that runs a job of one working tree on request. */
class Side {
  /** @type {import('node:child_process').ChildProcess} */
  #process
  /** @type {AsyncIterator<string>} */
  #lines

  /** @param {string} folder @param {string} name @param {number} threads */
  constructor(folder, name, threads) {
    const script = fileURLToPath(new URL('against-side.js', import.meta.url))
    this.#process = spawn(process.execPath, [script, folder, name, String(threads)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: /** @type {NodeJS.ReadableStream} */ (this.#process.stdout) })[
      Symbol.asyncIterator
    ]()
  }

  /** @returns {Promise<Run>} */
  async run() {
    this.#process.stdin?.write('run\n')
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('a process of the benchmark ended early')
    return JSON.parse(value)
  }

  async end() {
    const exited = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.stdin?.end()
    await exited
  }
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

/** @param {number} seconds */
function milliseconds(seconds) {
  return Math.round(seconds * 1000)
}

/** @param {number} now @param {number} before */
function ratio(now, before) {
  return Number((now / before).toFixed(2))
}
