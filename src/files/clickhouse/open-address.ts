import { CribaError, readingParts } from '#core'
import type { Source } from '#core'
import { parseAddress } from '#sql'
import type { OpenOptions } from '../options/open-options.ts'
import { openClickHouse } from './open-server.ts'

/** Options that say how a file is read; a server has none of it. */
const ofFiles = ['source', ...(Object.keys(readingParts) as (keyof typeof readingParts)[])] as const

/** Opens a table on a server with the options of files that hold for it too; refuses the others. */
export async function openAddress(path: string, options: OpenOptions): Promise<Source & { close(): void }> {
  parseAddress(path)
  const other = ofFiles.find((name) => options[name] !== undefined)
  if (other !== undefined) {
    throw new CribaError(
      'invalid',
      `invalid ${other}: it says how a file is read (leave it out for a server)`,
    )
  }
  return openClickHouse(path, options)
}
