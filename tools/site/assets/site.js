// Search and copy buttons. The pages are complete without them.

const root = document.body.dataset.root ?? ''

/** @typedef {{ readonly address: string; readonly title: string; readonly heading: string; readonly text: string; readonly names?: readonly string[] }} Part */

/**
 * Loads the parts of all pages, once. They are a script, as a page on disk may not fetch a file beside it.
 * @type {Promise<readonly Part[]> | undefined}
 */
let loading

function loadParts() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}search-index.js`
    script.addEventListener('load', () => {
      const { cribaPages } = /** @type {{ cribaPages?: readonly Part[] }} */ (globalThis)
      resolve(cribaPages ?? [])
    })
    script.addEventListener('error', () => reject(new Error('missing search-index.js')))
    document.head.append(script)
  })
  return loading
}

/**
 * How well a part fits the words: 0 if it lacks one. A word counts most in the title of a page, then in a
 * heading, then in the text.
 * @param {Part} part
 * @param {readonly string[]} words in lower case
 */
function fit({ title, heading, text, address, names = [] }, words) {
  const inTitle = title.toLowerCase()
  const inHeading = heading.toLowerCase()
  const inText = text.toLowerCase()
  let sum = 0
  for (const word of words) {
    const begins = (/** @type {string} */ where) =>
      new RegExp(`(^|[^\\p{L}\\p{N}])${escaped(word)}`, 'u').test(where)
    const titled = !inTitle.includes(word) ? 0 : begins(inTitle) ? 6 : 2
    const headed = !inHeading.includes(word) ? 0 : begins(inHeading) ? 8 : 3
    const written = !inText.includes(word) ? 0 : begins(inText) ? 2 : 1
    if (titled + headed + written === 0) return 0
    sum += titled + headed + written
  }
  const spaced = (/** @type {string} */ name) => name.replaceAll('-', ' ')
  const query = words.join(' ')
  const isNamed = spaced(inHeading || inTitle.split(':')[0]) === spaced(query) || names.includes(query)
  // The beginning of a page stands before its parts. Pages about the code stand after the others.
  const isOfCode = /^(api|bench|contributing|changelog|docs\/architecture)\b/.test(address)
  return sum + (isNamed ? 12 : 0) + (heading === '' ? 4 : 0) - (isOfCode ? 5 : 0)
}

/** @param {string} word */
function escaped(word) {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * The parts that fit best, at most twelve.
 * @param {readonly Part[]} parts
 * @param {string} query
 */
function search(parts, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return parts
    .map((part) => ({ part, fit: fit(part, words) }))
    .filter((found) => found.fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, 12)
    .map(({ part }) => part)
}

/**
 * The text around the first word of a query.
 * @param {string} text
 * @param {string} query
 */
function excerpt(text, query) {
  const [word] = query.toLowerCase().split(/\s+/).filter(Boolean)
  const at = Math.max(0, text.toLowerCase().indexOf(word))
  const from = at < 50 ? 0 : text.indexOf(' ', at - 50) + 1
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 130)}${from + 130 < text.length ? ' …' : ''}`
}

function startSearch() {
  const box = /** @type {HTMLElement} */ (document.querySelector('.search'))
  const input = /** @type {HTMLInputElement} */ (box.querySelector('input'))
  const list = /** @type {HTMLElement} */ (document.getElementById('found'))
  let chosen = -1
  box.hidden = false

  const show = (/** @type {boolean} */ isOpen) => {
    list.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) input.removeAttribute('aria-activedescendant')
  }
  const choose = (/** @type {number} */ at) => {
    const links = list.querySelectorAll('a')
    chosen = links.length === 0 ? -1 : (at + links.length) % links.length
    links.forEach((link, i) => link.setAttribute('aria-selected', String(i === chosen)))
    if (chosen < 0) return
    links[chosen].scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', links[chosen].id)
  }
  const find = async () => {
    const query = input.value.trim()
    if (query === '') return show(false)
    const parts = await loadParts()
    // Another letter was typed meanwhile.
    if (query !== input.value.trim()) return
    const found = search(parts, query)
    list.replaceChildren(...found.map((part, i) => linkOf(part, i, query)))
    if (found.length === 0) {
      const none = document.createElement('a')
      none.setAttribute('role', 'option')
      none.setAttribute('aria-disabled', 'true')
      none.textContent = `No page has “${query}”.`
      list.append(none)
    }
    chosen = -1
    show(true)
  }
  const reportFailure = () => {
    list.textContent = 'The search cannot be loaded.'
    show(true)
  }

  input.addEventListener('focus', () => void loadParts().catch(reportFailure))
  input.addEventListener('input', () => void find().catch(reportFailure))
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') show(false)
    else if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen < 0 ? -1 : chosen - 1)
    else if (event.key === 'Enter') list.querySelectorAll('a')[Math.max(0, chosen)]?.click()
    else return
    if (event.key !== 'Escape') event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !box.contains(event.target)) show(false)
  })
  list.addEventListener('click', () => show(false))
}

/**
 * @param {Part} part
 * @param {number} i
 * @param {string} query
 */
function linkOf({ address, title, heading, text }, i, query) {
  const link = document.createElement('a')
  link.href = root + address
  link.id = `found-${i}`
  link.setAttribute('role', 'option')
  link.setAttribute('aria-selected', 'false')
  link.tabIndex = -1
  const name = document.createElement('strong')
  name.textContent = heading === '' ? title : `${title} › ${heading}`
  const words = document.createElement('span')
  words.textContent = excerpt(text, query)
  link.append(name, words)
  return link
}

/** Scrolls the navigation to the page that is open. */
function showCurrentPage() {
  const navigation = document.getElementById('navigation')
  const current = navigation?.querySelector('[aria-current]')
  if (!navigation || !(current instanceof HTMLElement)) return
  const below = current.getBoundingClientRect().bottom - navigation.getBoundingClientRect().bottom
  if (below > -80) navigation.scrollTop += below + navigation.clientHeight / 3
}

function addCopyButtons() {
  // A page on disk or without encryption may have no clipboard.
  if (!navigator.clipboard) return
  for (const caption of document.querySelectorAll('figure.code > figcaption')) {
    const commands = [...(caption.parentElement?.querySelectorAll('pre:not(.output)') ?? [])]
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => {
      const text = commands.map((pre) => (pre.textContent ?? '').trimEnd()).join('\n')
      navigator.clipboard.writeText(text).then(
        () => (button.textContent = 'Copied'),
        () => (button.textContent = 'Not copied'),
      )
      setTimeout(() => (button.textContent = 'Copy'), 2000)
    })
    caption.append(button)
  }
}

showCurrentPage()
startSearch()
addCopyButtons()
