// What readers of a page see or hear: text, labels and titles, without code.

/** Every text of a page once, but for code, the script, and the methods paragraph with its references. */
export function visibleTexts(html: string): ReadonlySet<string> {
  const body = html
    .replace(/<(style|script|pre)\b[^>]*>[^]*?<\/\1>/g, '')
    .replace(/<p>[^<]*<\/p>\s*<ul class="references">[^]*?<\/ul>/g, '')
    .replace(/<code[^>]*>[^]*?<\/code>/g, '')
  const attributes = [...body.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text,
  )
  const pictures = [...body.matchAll(/href="data:image\/svg\+xml;charset=utf-8,([^"]*)"/g)].flatMap(
    ([, picture]) => textNodes(decodeURIComponent(unescaped(picture)).replace(/<style>[^]*?<\/style>/g, '')),
  )
  const texts = [...textNodes(body.replaceAll('<wbr>', '')), ...attributes, ...pictures]
  return new Set(texts.map((text) => unescaped(text).trim()).filter((text) => text !== ''))
}

function textNodes(markup: string): string[] {
  return markup.split(/<[^>]*>/)
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}
