let segmenter: Intl.Segmenter | undefined

/** What a reader takes for the characters of a text: none is cut in two. */
export function characters(text: string): string[] {
  if (/^[^\u0300-\uffff]*$/.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
