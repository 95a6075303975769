import { dialectOf } from '../../columns/dialect.ts'
import type { Dialect } from '../../columns/dialect.ts'
import { CribaError } from '../../spec/error.ts'
import { startOf } from './bytes.ts'
import type { DataFile } from './bytes.ts'

const sampled = 1 << 16

/** Separator, quote and header of a text file in UTF-8, from its first lines; a longer start where a header is long. */
export async function findDialect(file: DataFile): Promise<Dialect> {
  for (let bytes = sampled; ; bytes *= 8) {
    const start = await startOf(file, bytes)
    const isWhole = start.length < bytes
    const dialect = dialectOf(start.toString('utf8').replace(/^\uFEFF/, ''), isWhole)
    if (dialect) return dialect
    if (isWhole) throw new CribaError('missing', `missing header: ${file.label} holds blank lines only`)
  }
}
