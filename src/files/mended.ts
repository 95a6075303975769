import { CribaError, joinMends, MendableError, mendText } from '#core'
import type { Mend, Source, Warning } from '#core'
import type { DataOptions } from './contents.ts'
import { frameWith } from './frame-with.ts'
import type { OpenOptions } from './options/open-options.ts'
import { ScratchFolder } from './read/scratch-folder.ts'
import { WatchedFiles } from './read/watched-files.ts'

/** A mend may show what else is to be mended, such as units below a header below a title. */
const mostRounds = 8

/** Options that name columns. */
const namingColumns: ReadonlySet<string> = new Set([
  'choose',
  'types',
  'drop',
  'sql',
  'fillDown',
  'foldLevels',
  'split',
])

/** A source, and the options by which its reading was mended. */
interface Mended {
  readonly mended?: Mend
}

/** Opens data again with whatever mends what is said about its reading, as long as nothing is lost by it. */
export async function openMended<S extends Source & { close(): void }>(
  path: string,
  { mends: _, ...options }: OpenOptions,
  open: (options: DataOptions) => Promise<S>,
): Promise<S & Mended> {
  const copies = new ScratchFolder()
  const watched = new WatchedFiles()
  const applied: Warning[] = []
  let mend: Mend = {}
  try {
    for (let round = 0; ; round++) {
      const current = { ...withMend(options, mend), copies, watched }
      // What is applied already mends nothing more.
      const isNew = ({ remedy }: Warning) =>
        round < mostRounds &&
        remedy?.loses === false &&
        mendText(joinMends([mend, remedy.set])) !== mendText(mend)
      const { source, warnings, error } = await openOrWarn(current, open)
      const frame = await frameOfTarget(path, source, current)
      const more = frame && isNew(frame) ? [frame] : nextMends(warnings.filter(isNew))
      if (more.length === 0) {
        if (!source) throw error
        return finished(source, { mended: mend, applied, copies })
      }
      source?.close()
      applied.push(...more.map(appliedWarning))
      mend = joinMends([mend, ...more.map(({ remedy }) => remedy!.set)])
    }
  } catch (error) {
    copies.close()
    throw error
  }
}

/** An opened source and its warnings; or an error, and warnings whose mends may prevent it. */
async function openOrWarn<S extends Source & { close(): void }>(
  options: DataOptions,
  open: (options: DataOptions) => Promise<S>,
): Promise<{ readonly source: S | null; readonly warnings: readonly Warning[]; readonly error?: unknown }> {
  try {
    const source = await open(options)
    return { source, warnings: source.warnings }
  } catch (error) {
    if (error instanceof MendableError) {
      const { remedy } = error
      return { source: null, warnings: [{ code: 'frame', message: remedy.why, remedy }], error }
    }
    if (!(error instanceof CribaError)) throw error
    if (error.code !== 'unknown') return { source: null, warnings: [], error }
    // A name that is unknown may stand in another line.
    const plain = Object.entries(options).filter(([option]) => !namingColumns.has(option))
    const source = await open(Object.fromEntries(plain)).catch(() => null)
    source?.close()
    const frames = source?.warnings.filter(({ code }) => code === 'frame') ?? []
    return { source: null, warnings: frames, error }
  }
}

/** What makes the data have the target, if they lack it. */
async function frameOfTarget(
  path: string,
  source: Source | null,
  options: DataOptions,
): Promise<Warning | null> {
  const { target, sql, copies } = options
  const isKnown = source?.columns.some(({ name }) => name === target)
  if (target === undefined || sql !== undefined || isKnown) return null
  const remedy = await frameWith(path, options, target, copies)
  return remedy && { code: 'frame', message: remedy.why, remedy }
}

/** The source, which knows how it was mended, and removes copies of its data when it is closed. */
function finished<S extends Source & { close(): void }>(
  source: S,
  { mended, applied, copies }: { mended: Mend; applied: readonly Warning[]; copies: ScratchFolder },
): S & Mended {
  const close = source.close.bind(source)
  return Object.assign(source, {
    mended,
    warnings: [...applied, ...source.warnings],
    close: () => {
      close()
      copies.close()
    },
  })
}

/** Of several mends first how the table stands in its text, on which the others depend. */
function nextMends(warnings: readonly Warning[]): readonly Warning[] {
  const frame = warnings.find(({ code }) => code === 'frame')
  return frame ? [frame] : warnings
}

function appliedWarning({ remedy, ...warning }: Warning): Warning {
  return { ...warning, code: 'mended', message: `read with ${remedy!.option}: ${remedy!.why}` }
}

/** Options of reading, with those of a mend; types that are given win. */
function withMend({ choose, ...options }: OpenOptions, { types, ...mend }: Mend): OpenOptions {
  const { types: __, ...joined } = joinMends([options, mend])
  return {
    ...options,
    ...joined,
    ...(types && { types: { ...types, ...options.types } }),
    ...(choose && {
      choose: (names, areAll) => {
        const chosen = choose(names, areAll)
        return types ? { ...chosen, types: { ...types, ...chosen.types } } : chosen
      },
    }),
  }
}
