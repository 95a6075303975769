import { readFileSync } from 'node:fs'

const begin = '<!-- made by npm run reliability: begin -->'
const end = '<!-- made by npm run reliability: end -->'

/**
 * The page with the figures of a run between its marks.
 * @param {string} page
 * @param {readonly Readonly<Record<string, string | number>>[]} lines
 * @param {{ done: number, seconds: number }} run
 */
export function withFigures(page, lines, { done, seconds }) {
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
  const made = `criba ${version}: ${done} files in ${Math.round(seconds / 60)} minutes with two processes, Node ${process.versions.node}.`
  return `${page.slice(0, before + begin.length)}\n\n${table.join('\n')}\n\n${made}\n\n${page.slice(after)}`
}
