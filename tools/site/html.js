/**
 * A text as HTML that shows it.
 * @param {string} text
 */
export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`)
}

/** @type {Readonly<Record<string, string>>} */
const signs = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * The text that HTML shows, on one line.
 * @param {string} html
 */
export function textOfHtml(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name) => signs[String(name)])
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * A table that scrolls by itself where the page is narrow.
 * @param {readonly string[]} titles
 * @param {readonly (readonly string[])[]} rows cells as HTML
 * @param {'wide' | 'stacked'} [shape] many columns, or few whose cells stand below each other where the page
 * is narrow
 */
export function tableHtml(titles, rows, shape = 'wide') {
  const head = titles.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')
  return scrolling(
    `<table class="${shape}"><thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody></table>`,
  )
}

/**
 * A box that scrolls sideways, also by keys.
 * @param {string} table
 */
export function scrolling(table) {
  return `<div class="table" tabindex="0">${table}</div>`
}

/**
 * HTML whose letters after an underscore, as in X_k, stand below the line.
 * @param {string} html
 */
export function withSubscripts(html) {
  return html.replace(/(?<=[\p{L})\]])_([\p{L}\p{N}])(?![\p{L}\p{N}_])/gu, '<sub>$1</sub>')
}
