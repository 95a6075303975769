/**
 * Makes the anchors of a page as GitHub makes them: equal ones are numbered.
 * @returns {(heading: string) => string}
 */
export function anchorsOfPage() {
  /** @type {Map<string, number>} */
  const repeats = new Map()
  return (heading) => {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    let numbered = anchor
    while (repeats.has(numbered)) {
      const repeat = (repeats.get(anchor) ?? 0) + 1
      repeats.set(anchor, repeat)
      numbered = `${anchor}-${repeat}`
    }
    repeats.set(numbered, 0)
    return numbered
  }
}
