import { dataParts, joinMends, MendableError, mendText, shellWord } from '#core'
import type { Remedy } from '#core'
import { describe } from '#analyses'
import { textOptions } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { withData } from './run.ts'
import { print } from './terminal.ts'

/** An error may show the next one. */
const mostErrors = 5

/**
 * `criba describe --mend`: the command with all options that mend how the data are read, and why. Where the
 * data are not read without an option that a person should check, it is among them.
 */
export async function printMends(path: string, flags: Flags): Promise<void> {
  const tried: Remedy[] = []
  while (true) {
    try {
      await printMendsWith(path, flags, tried)
      return
    } catch (error) {
      const mend = error instanceof MendableError ? error.remedy : null
      const isKnown = tried.some(({ option }) => option === mend?.option)
      if (!mend || isKnown || tried.length === mostErrors) throw error
      tried.push(mend)
    }
  }
}

async function printMendsWith(path: string, flags: Flags, tried: readonly Remedy[]): Promise<void> {
  const given = await partsGiven(dataParts, flags)
  const before = joinMends(tried.map(({ set }) => set))
  const read = joinMends([await textOptions(flags), before])
  const needs = tried.length > 0 ? { savedText: read } : {}
  await withData(
    path,
    { ...flags, mends: 'apply' },
    given,
    async ({ source, spec, run, mended }) => {
      const { warnings } = await describe(source, spec, run)
      const done = warnings.filter(({ code }) => code === 'mended').map(({ message }) => message)
      const remedies = warnings.flatMap(({ remedy }) => remedy ?? [])
      const open = [...tried, ...remedies].map(
        ({ option, why, loses }) =>
          `${option}: ${why}${loses ? ' (check it: it is a guess, or something is lost)' : ''}`,
      )
      // Columns with the same words have the same line.
      const notes = [...new Set([...done.map((message) => message.replace(/^read with /, '')), ...open])]
      const words = process.argv.slice(2).filter((word) => word !== '--mend')
      const mends = mendText(joinMends([before, mended, ...remedies.map(({ set }) => set)]))
      const command = ['criba', ...words.map(shellWord), ...(mends === '' ? [] : [mends])].join(' ')
      const text = notes.length > 0 ? notes : ['nothing to mend was found']
      print([...text.map((note) => `# ${note}`), command].join('\n'))
    },
    needs,
  )
}
