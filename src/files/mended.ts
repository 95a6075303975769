import { joinMends, MendableError, mendText } from '#core'
import type { Mend, Source, Warning } from '#core'
import type { OpenOptions } from './read/open-options.ts'

/** A mend may show what else is to be mended, such as units below a header below a title. */
const mostRounds = 8

/** A source, and the options by which its reading was mended. */
interface Mended {
  readonly mended?: Mend
}

/** Opens data again with whatever mends what is said about its reading, as long as nothing is lost by it. */
export async function openMended<S extends Source & { close(): void }>(
  options: OpenOptions,
  open: (options: OpenOptions) => Promise<S>,
): Promise<S & Mended> {
  const applied: Warning[] = []
  for (let mend: Mend = {}, round = 0; ; round++) {
    try {
      const source = await open(withMend(options, mend))
      const more = nextMends(source.warnings)
      if (more.length === 0 || round === mostRounds)
        return Object.assign(source, { mended: mend, warnings: [...applied, ...source.warnings] })
      source.close()
      applied.push(...more.map(appliedWarning))
      mend = joinMends([mend, ...more.map(({ remedy }) => remedy!.set)])
    } catch (error) {
      if (!(error instanceof MendableError) || error.remedy.loses || round === mostRounds) throw error
      const { remedy } = error
      const more = joinMends([mend, remedy.set])
      // What is applied already mends nothing more.
      if (mendText(more) === mendText(mend)) throw error
      applied.push(appliedWarning({ code: 'frame', message: remedy.why, remedy }))
      mend = more
    }
  }
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
  const { missingWords } = joinMends([options, mend])
  return {
    ...options,
    ...mend,
    ...(missingWords && { missingWords }),
    ...(types && { types: { ...types, ...options.types } }),
    ...(choose && {
      choose: (names, areAll) => {
        const chosen = choose(names, areAll)
        return types ? { ...chosen, types: { ...types, ...chosen.types } } : chosen
      },
    }),
  }
}
