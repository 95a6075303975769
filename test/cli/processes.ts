import { describe, expect, it } from 'vitest'
import { criba, cribaApart } from './criba.ts'

export const penguins = ['examples/penguins.csv', '-t', 'species']

/** Runs commands in a process of their own. The other tests of the command line share a process, where nothing has to end. */
export function holdProcesses(commands: readonly (readonly string[])[]): void {
  describe('a process of its own', () => {
    it.each(commands.map((args) => [args.join(' '), args] as const))(
      'ends by itself, and says the same: %s',
      async (_, args) => {
        expect(await cribaApart(args)).toEqual(await criba(args))
      },
    )
  })
}
