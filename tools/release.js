// Makes a release, but for publishing: `npm run release -- 1.0.0`. It writes the version where it stands,
// runs all checks, packs and checks the package, writes its SBOM, commits and tags. Pushing the tag starts
// `.github/workflows/release.yml`, which publishes what was tagged.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * A changelog whose unreleased changes are those of a version.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date
 */
export function releasedChangelog(changelog, version, date) {
  const title = '## [Unreleased]\n'
  const [before, after] = changelog.split(title)
  if (after === undefined) throw new Error('CHANGELOG.md has no [Unreleased]')
  const changes = after.split(/^## /m)[0]
  if (!/^- /m.test(changes)) throw new Error('CHANGELOG.md names no change since the last version')
  return `${before}${title}\n## [${version}] - ${date}\n${after}`
}

/**
 * Whether a version follows another one.
 * @param {string} version
 * @param {string} before
 */
export function isNext(version, before) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false
  const [a, b] = [version, before].map((text) => text.split('.').map(Number))
  const place = a.findIndex((part, i) => part !== b[i])
  return place >= 0 && a[place] === b[place] + 1 && a.slice(place + 1).every((part) => part === 0)
}

/**
 * Where the version stands, besides the changelog, each with the text around it.
 * @param {string} version
 * @returns {readonly (readonly [file: string, text: string, times: number])[]}
 */
export function placesOf(version) {
  return [
    ['package.json', `"version": "${version}"`, 1],
    ['src/core/spec/version.ts', `'${version}'`, 1],
    ['CITATION.cff', `version: ${version}`, 1],
    ['README.md', `criba-${version}.tgz`, 1],
    ['README.es.md', `criba-${version}.tgz`, 1],
    ['docs/citing.md', version, 3],
  ]
}

/**
 * A text with the version in place of the one before.
 * @param {string} text
 * @param {string} file
 * @param {string} before
 * @param {string} after
 * @param {number} times
 */
export function withVersion(text, file, before, after, times) {
  const parts = text.split(before)
  if (parts.length !== times + 1)
    throw new Error(`${file} has ${before} ${parts.length - 1} times, not ${times}: mend placesOf`)
  return parts.join(after)
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, ...args) {
  console.error(`$ ${[command, ...args].join(' ')}`)
  execFileSync(command, args, { cwd: root, stdio: 'inherit' })
}

/** @param {readonly string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/** @param {string} version */
function release(version) {
  const { version: before } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  if (!isNext(version, before)) throw new Error(`${version} does not follow ${before}`)
  if (git('status', '--porcelain') !== '') throw new Error('there are changes that are not committed')
  if (git('branch', '--show-current') !== 'main') throw new Error('a release is made on main')
  const date = new Date().toISOString().slice(0, 10)
  try {
    const [places, texts] = [placesOf(before), placesOf(version)]
    places.forEach(([file, from, times], i) => {
      const text = readFileSync(root + file, 'utf8')
      writeFileSync(root + file, withVersion(text, file, from, texts[i][1], times))
    })
    const changelog = readFileSync(`${root}CHANGELOG.md`, 'utf8')
    writeFileSync(`${root}CHANGELOG.md`, releasedChangelog(changelog, version, date))
    const citation = readFileSync(`${root}CITATION.cff`, 'utf8')
    writeFileSync(`${root}CITATION.cff`, citation.replace(/^date-released: .*$/m, `date-released: ${date}`))
    run('npm', 'install', '--package-lock-only', '--ignore-scripts')
    run('bash', '.ci/run')
    run('npm', 'run', 'sbom')
    run('npm', 'pack')
    run('npx', '--yes', 'publint@0.3', `criba-${version}.tgz`)
  } catch (error) {
    git('checkout', '--', '.')
    throw error
  }
  run('git', 'commit', '--quiet', '--all', '--message', `Version ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--message', `criba ${version}`)
  console.error(`criba ${version} is committed and tagged. To publish it: git push --follow-tags`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    release(process.argv[2] ?? '')
  } catch (error) {
    console.error(`release: ${/** @type {Error} */ (error).message}`)
    process.exitCode = 1
  }
}
