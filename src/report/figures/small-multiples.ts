import { tag } from './svg-text.ts'

const gap = 24

/** The width of each of several panels side by side. */
export function panelWidth(count: number, width: number): number {
  const columns = columnsOf(count, width)
  return (width - (columns - 1) * gap) / columns
}

function columnsOf(count: number, width: number): number {
  const most = width < 460 ? 1 : width < 640 ? 2 : 3
  return count === 4 ? Math.min(2, most) : Math.max(1, Math.min(count, most))
}

/** Panels in rows, each row as high as its highest panel. */
export function arrange(
  panels: readonly { readonly content: string; readonly height: number }[],
  width: number,
): { content: string; height: number } {
  const columns = columnsOf(panels.length, width)
  const own = panelWidth(panels.length, width)
  const content: string[] = []
  let y = 0
  for (let first = 0; first < panels.length; first += columns) {
    const row = panels.slice(first, first + columns)
    row.forEach((panel, i) =>
      content.push(tag('g', { transform: `translate(${i * (own + gap)},${y})` }, panel.content)),
    )
    y += Math.max(...row.map(({ height }) => height)) + 14
  }
  return { content: content.join(''), height: y }
}
