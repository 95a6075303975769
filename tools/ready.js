// Prepares a fresh checkout for `npm start`, `npm test` and the other scripts: installs and builds only if
// the inputs have changed since the last time. Prints to stderr only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const stages = [
  {
    message: 'installing dependencies',
    inputs: ['package-lock.json'],
    stamp: 'node_modules/.criba-ready.json',
    output: 'node_modules',
    npm: ['ci', '--include=dev', '--no-audit', '--no-fund'],
  },
  {
    message: 'building',
    inputs: [
      'package-lock.json',
      'package.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'assembly',
      'src',
      'experiments',
      'contract',
      'cli',
      'studio',
      'tools',
    ],
    stamp: 'dist/.criba-ready.json',
    output: 'dist',
    npm: ['run', '--silent', 'build'],
  },
]

for (const stage of stages) {
  const hash = hashOf(stage.inputs)
  if (existsSync(join(root, stage.output)) && storedHash(stage.stamp) === hash) continue
  process.stderr.write(`criba: ${stage.message}\n`)
  npm(stage.npm)
  // The build writes one of its own inputs, so the hash is computed after it.
  writeFileSync(join(root, stage.stamp), JSON.stringify({ hash: hashOf(stage.inputs) }) + '\n')
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
 * The path itself, or the files below it in a fixed order; nothing if it does not exist, or if the build does
 * not read it.
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(join(root, path)) || path === 'tools/site') return []
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
function storedHash(path) {
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
