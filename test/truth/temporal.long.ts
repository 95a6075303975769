// All paths of temporal.test.ts in the engine, with the columns inspected.
import { describe, it } from 'vitest'
import { expectPathOfEngine, paths } from './temporal-paths.ts'

describe('temporal-mrmr goes the way of numpy and scipy in the engine', () => {
  it.each(paths)('%s %o', (_, __, path) => expectPathOfEngine(path))
})
