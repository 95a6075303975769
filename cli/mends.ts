import { dataParts, joinMends, mendText, shellWord } from '#core'
import { describe } from '#analyses'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { withData } from './run.ts'
import { print } from './terminal.ts'

/** `criba describe --mend`: the command with all options that mend how the data are read, and why. */
export async function printMends(path: string, flags: Flags): Promise<void> {
  const given = await partsGiven(dataParts, flags)
  await withData(path, { ...flags, mends: 'apply' }, given, async ({ source, spec, run, mended }) => {
    const { warnings } = await describe(source, spec, run)
    const done = warnings.filter(({ code }) => code === 'mended').map(({ message }) => message)
    const remedies = warnings.flatMap(({ remedy }) => remedy ?? [])
    const open = remedies.map(
      ({ option, why, loses }) => `${option}: ${why}${loses ? ' (check it: something is lost)' : ''}`,
    )
    // Columns with the same words have the same line.
    const notes = [...new Set([...done.map((message) => message.replace(/^read with /, '')), ...open])]
    const words = process.argv.slice(2).filter((word) => word !== '--mend')
    const mends = mendText(joinMends([mended, ...remedies.map(({ set }) => set)]))
    const command = ['criba', ...words.map(shellWord), ...(mends === '' ? [] : [mends])].join(' ')
    const text = notes.length > 0 ? notes : ['nothing to mend was found']
    print([...text.map((note) => `# ${note}`), command].join('\n'))
  })
}
