import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // No test leaves anything behind in its process, so files may share one.
    isolate: false,
    testTimeout: 60_000,
  },
})
