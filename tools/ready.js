// Makes `npm start`, `npm test` and the rest work on a fresh checkout: installs and builds when, and only when,
// what they depend on has changed since the last time. Prints to stderr only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const stages = [
  {
    why: 'installing dependencies',
    reads: ['package-lock.json'],
    note: 'node_modules/.criba-ready.json',
    makes: 'node_modules',
    npm: ['ci', '--include=dev', '--no-audit', '--no-fund'],
  },
  {
    why: 'building',
    reads: [
      'package-lock.json',
      'package.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'assembly',
      'src',
      'cli',
      'tools',
    ],
    note: 'dist/.criba-ready.json',
    makes: 'dist',
    npm: ['run', '--silent', 'build'],
  },
]

for (const stage of stages) {
  const hash = hashOf(stage.reads)
  if (existsSync(join(root, stage.makes)) && noted(stage.note) === hash) continue
  process.stderr.write(`criba: ${stage.why}\n`)
  npm(stage.npm)
  // The build writes a source of its own, so what it depends on is noted after it.
  writeFileSync(join(root, stage.note), JSON.stringify({ hash: hashOf(stage.reads) }) + '\n')
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const path of paths.flatMap(filesUnder)) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/**
 * The path itself, or the files below it in a fixed order; nothing for a path that is not there.
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(join(root, path))) return []
  try {
    const entries = readdirSync(join(root, path)).sort()
    return entries.flatMap((entry) => filesUnder(`${path}/${entry}`))
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [path]
    throw error
  }
}

/**
 * The hash stored by the last successful run, if it can be read.
 * @param {string} path
 */
function noted(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).hash
  } catch {
    return undefined
  }
}

/** @param {string[]} args */
function npm(args) {
  const npmCli = process.env.npm_execpath
  if (!npmCli) {
    process.stderr.write('missing npm_execpath: run this through npm, for example `npm test`\n')
    process.exit(1)
  }
  const { status, error } = spawnSync(process.execPath, [npmCli, ...args], {
    cwd: root,
    stdio: ['inherit', 2, 2],
  })
  if (error) process.stderr.write(`npm ${args.join(' ')} could not be started: ${error.message}\n`)
  if (status !== 0) process.exit(status ?? 1)
}
