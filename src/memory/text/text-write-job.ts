import type { Job } from '../threads/job.ts'
import { CellWriter } from './cell-writer.ts'
import { contentsOf, indexText, viewsOf } from './text-chunk.ts'
import type { TextFault, TextFormat } from './text-chunk.ts'
import { textDecoder } from './text-decoder.ts'

export interface TextWriteInput extends TextFormat {
  /** The indices of the columns to write. */
  readonly columns: readonly number[]
  /** The separator of the CSV output, as a byte. */
  readonly outputSeparator: number
}

export interface TextWritePart {
  readonly rows: number
  readonly lines: number
  readonly blanks: number
  readonly fault: TextFault | null
  /** The cells as CSV in UTF-8. */
  readonly bytes: Uint8Array
}

/** Writes some columns of delimited text as CSV; cells keep their text. */
export const textWriteJob: Job<TextWriteInput, Uint8Array, TextWritePart> = {
  name: 'text-write',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const { top } = arena
    return (bytes) => {
      arena.release(top)
      const text = indexText(kernels, arena, input, bytes)
      const { rows, lines, blanks, fault } = text
      const views = viewsOf(text)
      const writer = new CellWriter(input.outputSeparator, bytes.length + rows)
      for (let row = 0; row < rows && !fault; row++) {
        for (const column of input.columns) writer.cell(utf8Of(contentsOf(views, input, row, column), input))
        writer.endRecord()
      }
      return { rows, lines, blanks, fault, bytes: writer.finish() }
    }
  },
}

function utf8Of(cell: Uint8Array, { encoding }: TextFormat): Uint8Array {
  if (encoding === 'utf-8' || cell.every((byte) => byte < 0x80)) return cell
  return new TextEncoder().encode(textDecoder(encoding)(cell))
}
