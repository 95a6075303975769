import { holdProcesses, penguins } from './processes.ts'

// More commands in processes.long.ts.
holdProcesses([
  ['rank', ...penguins, '--source', 'duckdb'],
  ['select', ...penguins, '-k', '2', '--threads', '2', '--no-evidence'],
  ['nothing'],
])
