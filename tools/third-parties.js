// The licences of the packages in a bundle, because bundles have no comments.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const notice = /\/\*(?:[^*]|\*(?!\/))*(?:@license|copyright)(?:[^*]|\*(?!\/))*\*\//gi

/**
 * Lists the packages under each of their licences and notices.
 * @param {readonly { moduleIds: readonly string[] }[]} files
 */
export function thirdParties(files) {
  /** @type {Map<string, Set<string>>} */
  const packages = new Map()
  for (const id of files.flatMap(({ moduleIds }) => moduleIds)) {
    const folder = packageOf(id)
    if (folder === undefined) continue
    const { name, version, license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    const notices = readFileSync(id, 'utf8').match(notice) ?? []
    const texts = [...licencesIn(folder), ...notices]
    // A package without a file of its licence names it.
    if (texts.length === 0) texts.push(`Licence: ${license}. Author: ${author?.name ?? author}.`)
    for (const text of texts) {
      const trimmed = text.trim()
      packages.set(trimmed, (packages.get(trimmed) ?? new Set()).add(`${name} ${version}`))
    }
  }
  const parts = [...packages].map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}\n`)
  return parts.join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * The folder of a file's package; undefined for our own files.
 * @param {string} id
 */
function packageOf(id) {
  if (!/[\\/]node_modules[\\/]/.test(id)) return undefined
  let folder = dirname(id)
  while (
    !existsSync(`${folder}/package.json`) ||
    !('name' in JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')))
  )
    folder = dirname(folder)
  return folder
}

/** @param {string} folder */
function licencesIn(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|notice)/i.test(name))
  return files.map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
}
