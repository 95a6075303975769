/* Reads one column of a text as the file reader does. */
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { textReadJob } from '../../dist/src/memory/text/text-read-job.js'
import type { TextReadInput, TextReadPart, TextReadTask } from '../../dist/src/memory/text/text-read-job.js'

export const semicolon: TextReadInput = {
  separator: 0x3b,
  quote: 0x22,
  comment: 0,
  width: 2,
  encoding: 'utf-8',
  comma: 0,
  missing: ['NA', 'N/A', 'NaN', 'nan', 'NULL', 'null', '?'],
  notedMissing: [],
}

/** The job opened last; nothing else uses these kernels in between. */
let opened: {
  readonly kernels: Kernels
  readonly key: string
  readonly work: (task: TextReadTask) => TextReadPart
} | null = null

function workOf(kernels: Kernels, input: TextReadInput): (task: TextReadTask) => TextReadPart {
  const key = JSON.stringify(input)
  if (opened?.kernels !== kernels || opened.key !== key)
    opened = { kernels, key, work: textReadJob.open(kernels, input) }
  return opened.work
}

/** Reads cells, written as in a file, as the first of two columns; the other one is not read. */
export function readColumn(
  kernels: Kernels,
  cells: readonly string[],
  mode: number,
  input: Partial<TextReadInput> = {},
): TextReadPart {
  const text = cells.map((cell) => `${cell};\n`).join('')
  const bytes = new TextEncoder().encode(text)
  const part = workOf(kernels, { ...semicolon, ...input })({
    bytes,
    modes: Uint8Array.of(mode, 0),
    into: null,
  })
  if (part.fault || part.rows !== cells.length) throw new Error(`misread: ${JSON.stringify(text)}`)
  return part
}

/** The texts of a part: distinct texts of text columns, then unresolved cells. */
export function textsOf({ texts, textEnds }: TextReadPart): string[] {
  return Array.from(textEnds, (end, i) =>
    new TextDecoder().decode(texts.subarray(i === 0 ? 0 : textEnds[i - 1], end)),
  )
}
