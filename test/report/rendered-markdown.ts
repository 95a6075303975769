import MarkdownIt from 'markdown-it'
import { parseHTML } from 'linkedom'

interface RenderedTable {
  readonly columns: readonly string[]
  /** Whether a column is aligned to the right. */
  readonly right: readonly boolean[]
  readonly rows: readonly (readonly string[])[]
}

/** The tables and the notes of a Markdown text as another program renders them, with tags and links allowed. */
export function rendered(text: string): {
  readonly tables: readonly RenderedTable[]
  readonly notes: readonly string[]
  /** The elements in cells and notes; without markup there are none. */
  readonly inner: readonly string[]
} {
  const html = new MarkdownIt({ html: true }).render(text)
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  const texts = (elements: Iterable<Element>) => [...elements].map((element) => element.textContent.trim())
  return {
    tables: [...document.querySelectorAll('table')].map((table) => ({
      columns: texts(table.querySelectorAll('th')),
      right: [...table.querySelectorAll('th')].map((cell) =>
        (cell.getAttribute('style') ?? '').includes('right'),
      ),
      rows: [...table.querySelectorAll('tbody tr')].map((row) => texts(row.querySelectorAll('td'))),
    })),
    notes: texts(document.querySelectorAll('li')),
    inner: [...document.querySelectorAll('td *, th *, li *')].map((element) => element.tagName),
  }
}
