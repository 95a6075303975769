/**
 * A text as HTML that shows it.
 * @param {string} text
 */
export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign]};`)
}

/**
 * The text that HTML shows, on one line.
 * @param {string} html
 */
export function textOfHtml(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * A table that scrolls by itself where the page is narrow.
 * @param {readonly string[]} titles
 * @param {readonly (readonly string[])[]} rows cells as HTML
 */
export function tableHtml(titles, rows) {
  const head = titles.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')
  return scrolling(`<table><thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody></table>`)
}

/**
 * A box that scrolls sideways, also by keys.
 * @param {string} table
 */
export function scrolling(table) {
  return `<div class="table" tabindex="0">${table}</div>`
}
