import { describe, expect, it } from 'vitest'
import { criba, cribaApart } from './criba.ts'

const penguins = ['examples/penguins.csv', '-t', 'species']

describe('a process of its own', () => {
  // The other tests of the command line share a process, where nothing has to end.
  const commands = [
    ['describe', ...penguins],
    ['rank', ...penguins, '--source', 'memory'],
    ['rank', ...penguins, '--source', 'duckdb'],
    ['select', ...penguins, '--threads', '2'],
    ['select', ...penguins, '-k', '2', '--source', 'duckdb'],
    ['interactions', ...penguins],
    ['groups', ...penguins, '--stability', '2'],
    ['score', ...penguins, '--features', 'sex,island'],
    ['methods', 'jmi'],
    ['rank', '--help'],
    ['rank', ...penguins, '--bins', '1'],
    ['rank', ...penguins, '--bin', '4'],
    ['nothing'],
  ]
  it.each(commands.map((args) => [args.join(' '), args] as const))(
    'ends by itself, and says the same: %s',
    async (_, args) => {
      expect(await cribaApart(args)).toEqual(await criba(args))
    },
  )
})
