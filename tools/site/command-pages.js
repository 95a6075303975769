import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { existsSync } from 'node:fs'
import { codeBlock } from './code.js'
import { escapeHtml, tableHtml } from './html.js'
import { relativeTo } from './links.js'
import { pageOf } from './pages.js'

/** @typedef {import('./pages.js').Page} Page */
/** @typedef {{ readonly term: string; readonly help: string }} Line */

/** Pages of the guide about commands whose names are not theirs. */
const guides = /** @type {const} */ ({
  describe: 'docs/columns.md',
  interactions: 'docs/sets.md',
  score: 'docs/sets.md',
})

/**
 * The pages of the commands, made of what they print for `--help`.
 * @param {string} root
 * @returns {Promise<Page[]>}
 */
export async function commandPages(root) {
  const help = await helpOf(root, [])
  const commands = help.Commands.filter(({ term }) => !term.startsWith('help')).map(({ term, help }) => ({
    name: term.split(' ')[0],
    summary: help,
  }))
  const helps = await Promise.all(commands.map(({ name }) => helpOf(root, [name])))
  const index = 'commands/index.html'
  const pages = commands.map(({ name, summary }, i) => commandPage(root, name, summary, helps[i]))
  const rows = commands.map(({ name, summary }) => [
    `<a href="${name}.html"><code>criba ${name}</code></a>`,
    escapeHtml(summary),
  ])
  const html = `<h1 id="commands">Commands</h1>
<p>Every command with its options, as <code>criba &lt;command&gt; --help</code> prints them.
<a href="../docs/command-line.html">The command line</a> explains lists of columns, formats, files and plans.</p>
${tableHtml(['command', 'what it does'], rows, 'stacked')}
<h2 id="examples">Examples</h2>
${codeBlock(help.examples, 'sh')}`
  return [{ path: index, title: 'Commands', html }, ...pages]
}

/**
 * @param {string} root
 * @param {string} name
 * @param {string} summary
 * @param {Awaited<ReturnType<typeof helpOf>>} help
 * @returns {Page}
 */
function commandPage(root, name, summary, help) {
  const path = `commands/${name}.html`
  const guide = guides[/** @type {keyof typeof guides} */ (name)] ?? `docs/${name}.md`
  const more = existsSync(join(root, guide))
    ? `<p><a href="${relativeTo(path, pageOf(guide))}">The guide</a> explains what it does and shows examples.</p>`
    : ''
  const html = `<h1 id="${name}">criba ${name}</h1>
<p class="lead">${escapeHtml(sentence(summary))}</p>
${codeBlock(help.usage, 'sh')}${more}
${help.Arguments.length === 0 ? '' : `<h2 id="arguments">Arguments</h2>\n${linesHtml('argument', help.Arguments)}`}
<h2 id="options">Options</h2>
${linesHtml('option', help.Options)}`
  return { path, title: `criba ${name}`, label: name, html, parent: 'commands/index.html' }
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/**
 * @param {string} title
 * @param {readonly Line[]} lines
 */
function linesHtml(title, lines) {
  const rows = lines.map(({ term, help }) => [
    `<code class="flag">${escapeHtml(term)}</code>`,
    escapeHtml(help).replace(/"(.*?)"|&quot;(.*?)&quot;/g, (_, a, b) => `<code>${a ?? b}</code>`),
  ])
  return tableHtml([title, 'what it does'], rows, 'stacked')
}

/**
 * What a command prints for `--help`, in its parts.
 * @param {string} root
 * @param {readonly string[]} command
 */
async function helpOf(root, command) {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [join(root, 'dist/cli.js'), ...command, '--help'])
  return partsOfHelp(stdout)
}

/**
 * The parts of a help text: its usage, its lists of arguments, options and commands, and its examples.
 * @param {string} text
 */
export function partsOfHelp(text) {
  const part = (/** @type {string} */ title) =>
    new RegExp(`^${title}:\\n((?: .*\\n?)*)`, 'm').exec(`${text}\n`)?.[1] ?? ''
  return {
    usage: /^Usage: (.*)$/m.exec(text)?.[1] ?? '',
    Arguments: linesOf(part('Arguments')),
    Options: linesOf(part('Options')),
    Commands: linesOf(part('Commands')),
    examples: part('Examples').replace(/^ {2}/gm, '').trimEnd(),
  }
}

/**
 * The terms of a list with what is said of them, which goes on in indented lines.
 * @param {string} list
 */
function linesOf(list) {
  /** @type {{ term: string; help: string }[]} */
  const lines = []
  for (const line of list.split('\n').filter((text) => text.trim() !== '')) {
    const [, term, help] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? []
    if (term !== undefined) lines.push({ term, help: help ?? '' })
    else lines[lines.length - 1].help = `${lines[lines.length - 1].help} ${line.trim()}`.trim()
  }
  return lines
}
