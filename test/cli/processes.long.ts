import { holdProcesses, penguins } from './processes.ts'

holdProcesses([
  ['describe', ...penguins],
  ['rank', ...penguins, '--source', 'memory'],
  ['select', ...penguins, '--threads', '2'],
  ['select', ...penguins, '-k', '2', '--source', 'duckdb'],
  ['interactions', ...penguins],
  ['groups', ...penguins, '--stability', '2'],
  ['score', ...penguins, '--features', 'sex,island'],
  ['methods', 'jmi'],
  ['rank', '--help'],
  ['rank', ...penguins, '--bin', '4'],
  ['rank', ...penguins, '--bins', '1'],
])
