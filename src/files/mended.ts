import { joinMends, MendableError, mendText } from '#core'
import type { Mend, Remedy, Source, Warning } from '#core'
import type { DataOptions } from './contents.ts'
import type { OpenOptions } from './read/open-options.ts'
import { ScratchFolder } from './read/scratch-folder.ts'

/** A mend may show what else is to be mended, such as units below a header below a title. */
const mostRounds = 8

/** A source, and the options by which its reading was mended. */
interface Mended {
  readonly mended?: Mend
}

/** Opens data again with whatever mends what is said about its reading, as long as nothing is lost by it. */
export async function openMended<S extends Source & { close(): void }>(
  { mends: _, ...options }: OpenOptions,
  open: (options: DataOptions) => Promise<S>,
): Promise<S & Mended> {
  const copies = new ScratchFolder()
  const applied: Warning[] = []
  let mend: Mend = {}
  try {
    for (let round = 0; ; round++) {
      // What is applied already mends nothing more.
      const isNew = ({ set }: Remedy) =>
        round < mostRounds && mendText(joinMends([mend, set])) !== mendText(mend)
      const { source, warnings } = await openOrWarn(() => open({ ...withMend(options, mend), copies }), isNew)
      const more = nextMends(warnings).filter(({ remedy }) => isNew(remedy!))
      if (source && more.length === 0) return finished(source, { mended: mend, applied, copies })
      source?.close()
      applied.push(...more.map(appliedWarning))
      mend = joinMends([mend, ...more.map(({ remedy }) => remedy!.set)])
    }
  } catch (error) {
    copies.close()
    throw error
  }
}

/** An opened source and its warnings; or, in place of an error that a new mend prevents, the warning about it. */
async function openOrWarn<S extends Source>(
  open: () => Promise<S>,
  isNew: (remedy: Remedy) => boolean,
): Promise<{ readonly source: S | null; readonly warnings: readonly Warning[] }> {
  try {
    const source = await open()
    return { source, warnings: source.warnings }
  } catch (error) {
    if (!(error instanceof MendableError) || error.remedy.loses || !isNew(error.remedy)) throw error
    const { remedy } = error
    return { source: null, warnings: [{ code: 'frame', message: remedy.why, remedy }] }
  }
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

/** The mends that lose nothing: first how the table stands in its text, on which the others depend. */
function nextMends(warnings: readonly Warning[]): readonly Warning[] {
  const all = warnings.filter(({ remedy }) => remedy?.loses === false)
  const frame = all.find(({ code }) => code === 'frame')
  return frame ? [frame] : all
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
