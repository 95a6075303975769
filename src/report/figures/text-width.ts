import { showUnseen } from '#core'

let segmenter: Intl.Segmenter | undefined

/** What a reader takes for the characters of a text: none is cut in two. */
function characters(text: string): string[] {
  if (/^[^\u0300-\uffff]*$/.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** How wide a text is, at most: in the widest of the usual fonts without serifs. */
export function textWidth(text: string, size = 13): number {
  return characters(text).reduce((sum, character) => sum + widthOf(character), 0) * size
}

function widthOf(character: string): number {
  const code = character.codePointAt(0)!
  if (/^[ilj.,:;|!'‘’]$/.test(character)) return 0.33
  if (/^[ frt()[\]/\\-]$/.test(character)) return 0.41
  if (/^[mwMW%@…—]$/.test(character)) return 0.96
  if (/^[<>=+~^×÷±−#]$/.test(character)) return 0.84
  if (/^[A-Z_]$/.test(character)) return 0.68
  if (/^\p{M}$/u.test(character)) return 0
  // From here on scripts are as wide as high, and pictures.
  return code >= 0x1100 && (code < 0x1e00 || code > 0x2100) && !/\p{Sm}/u.test(character) ? 1.25 : 0.62
}

/** A text on one line: breaks and other controls are spaces, what nobody would see is escaped. */
export function oneLine(text: string): string {
  return showUnseen(text.replace(/(?:(?!\ufeff)[\s\p{Cc}])+/gu, ' ')).trim()
}

/** A text on one line that is at most so wide: its middle left out, if it is longer. */
export function shortened(text: string, width: number, size = 13): string {
  const line = oneLine(text)
  if (textWidth(line, size) <= width) return line
  const parts = characters(line)
  const most = width - textWidth('…', size)
  let [head, tail] = [0, 0]
  let used = 0
  for (;;) {
    // The head is longer: names differ in their ends, but they are known by their beginnings.
    const next = head <= tail * 2 ? parts[head] : parts[parts.length - 1 - tail]
    used += textWidth(next, size)
    if (used > most) break
    if (head <= tail * 2) head++
    else tail++
  }
  return `${parts.slice(0, head).join('')}…${tail === 0 ? '' : parts.slice(-tail).join('')}`
}

/** A text in lines that are at most so wide; a longer word is cut. */
export function wrapped(text: string, width: number, size = 13): string[] {
  const lines: string[] = []
  for (const word of oneLine(text).split(' ')) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : word
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(shortened(word, width, size))
  }
  return lines
}

/** Places at least `space` apart and as near to the wanted ones as that allows, none below `bottom`. */
export function spread(wanted: readonly number[], space: number, bottom: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b)
  // Runs of labels that touch: each is centred on the mean of what its labels want.
  const runs: { members: number[]; start: number }[] = []
  for (const i of order) {
    runs.push({ members: [i], start: wanted[i] })
    for (let last = runs.length - 1; last > 0; last--) {
      const [above, below] = [runs[last - 1], runs[last]]
      if (above.start + above.members.length * space <= below.start) break
      const members = [...above.members, ...below.members]
      const sum = members.reduce((total, member, place) => total + wanted[member] - place * space, 0)
      runs.splice(last - 1, 2, { members, start: sum / members.length })
    }
  }
  const places = new Array<number>(wanted.length).fill(0)
  let limit = bottom
  for (const { members, start } of runs.reverse()) {
    const first = Math.min(start, limit - (members.length - 1) * space)
    members.forEach((member, place) => (places[member] = first + place * space))
    limit = first - space
  }
  return places
}
