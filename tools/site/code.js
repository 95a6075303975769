import { escapeHtml } from './html.js'

const keywords =
  'abstract|as|async|await|boolean|break|case|catch|class|const|continue|default|delete|else|export|extends|false|finally|for|from|function|if|implements|import|in|infer|instanceof|interface|keyof|let|never|new|null|number|of|private|readonly|return|satisfies|static|string|switch|this|throw|true|try|type|typeof|undefined|unknown|void|while|yield'

/** Comments, texts, keywords, other words, and all else. */
const tokens = new RegExp(
  String.raw`(?<comment>\/\/.*|\/\*[^]*?\*\/)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|${'`'}(?:\\.|[^${'`'}\\])*${'`'})|(?<keyword>\b(?:${keywords})\b)|(?<word>[A-Za-z_$][\w$]*)|[^]`,
  'g',
)

/**
 * TypeScript as HTML with its comments, texts and keywords marked.
 * @param {string} code
 * @param {(word: string) => string | undefined} [link] the address of a word
 */
export function highlight(code, link = () => undefined) {
  return code.replace(tokens, (token, ...rest) => {
    const groups = /** @type {Record<string, string | undefined>} */ (rest.at(-1))
    const html = escapeHtml(token)
    if (groups.comment) return `<span class="comment">${html}</span>`
    if (groups.text) return `<span class="string">${html}</span>`
    if (groups.keyword) return `<span class="keyword">${html}</span>`
    const address = groups.word && link(token)
    return address ? `<a href="${address}">${html}</a>` : html
  })
}

/**
 * Commands with their comments marked.
 * @param {string} code
 */
function highlightShell(code) {
  return escapeHtml(code).replace(/(^|\s)(# .*)$/gm, '$1<span class="comment">$2</span>')
}

const programs = /^(npm|npx|node|bash|criba|git|Rscript|python3) /

/** @type {Readonly<Record<string, string>>} */
const labels = {
  js: 'JavaScript',
  ts: 'TypeScript',
  json: 'JSON',
  sh: 'Shell',
  python: 'Python',
  r: 'R',
  sql: 'SQL',
  csv: 'CSV',
  bibtex: 'BibTeX',
}

/**
 * A block of code with the name of its language. Without a language it is commands if it begins with one. A
 * text that begins with `$ ` is a command with its output.
 * @param {string} code
 * @param {string} language
 */
export function codeBlock(code, language) {
  const text = code.replace(/\n$/, '')
  if (language === 'text' && text.startsWith('$ ')) return session(text)
  if (language === 'js' || language === 'ts') return block(labels[language], highlight(text), 'code')
  if (language === 'sh' || (language === '' && programs.test(text)))
    return block('Shell', highlightShell(text), 'command')
  const label = language === 'text' ? '' : (labels[language] ?? language)
  return block(label, escapeHtml(text), 'plain')
}

/**
 * @param {string} label
 * @param {string} html
 * @param {string} kind
 */
function block(label, html, kind) {
  const caption = label === '' ? '' : `<figcaption>${label}</figcaption>`
  return `<figure class="code">${caption}<pre class="${kind}" tabindex="0"><code>${html}</code></pre></figure>\n`
}

/**
 * Commands, each with what it prints below.
 * @param {string} text
 */
function session(text) {
  const parts = text.split(/^(?=\$ )/m).map((part) => {
    const [command, ...output] = part.trimEnd().split('\n')
    const shown = output.join('\n')
    const below =
      shown === '' ? '' : `<pre class="output" tabindex="0"><code>${escapeHtml(shown)}</code></pre>`
    return `<pre class="command" tabindex="0"><code>${escapeHtml(command.slice(2))}</code></pre>${below}`
  })
  return `<figure class="code"><figcaption>Command and output</figcaption>${parts.join('')}</figure>\n`
}
