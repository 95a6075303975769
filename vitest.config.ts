import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // No test leaves anything behind in its process, so files may share one.
    isolate: false,
    // By default one core is left idle, which of two is half.
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
})
