import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'

const path = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

/** @typedef {readonly Readonly<Record<string, string | number>>[]} Lines */

/**
 * Writes the figures of a mode to their place on the page.
 * @param {string} mode
 * @param {Lines} lines
 * @param {string} how what was run
 */
export async function writeFigures(mode, lines, how) {
  const text = withFigures(readFileSync(path, 'utf8'), mode, lines, how)
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }))
}

/**
 * The page with the figures of a mode between its marks.
 * @param {string} page
 * @param {string} mode
 * @param {Lines} lines
 * @param {string} how
 */
function withFigures(page, mode, lines, how) {
  const [begin, end] = ['begin', 'end'].map(
    (word) => `<!-- made by npm run reliability -- ${mode}: ${word} -->`,
  )
  const [before, after] = [page.indexOf(begin), page.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`the page lacks the marks ${begin} and ${end}`)
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const heads = Object.keys(lines[0])
  const row = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`
  const table = [
    row(heads),
    row(heads.map((_, i) => (i === 0 ? '---' : '---:'))),
    ...lines.map((line) => row(heads.map((head) => line[head]))),
  ]
  const made = `criba ${version}: ${how}, Node ${process.versions.node}.`
  return `${page.slice(0, before + begin.length)}\n\n${table.join('\n')}\n\n${made}\n\n${page.slice(after)}`
}
