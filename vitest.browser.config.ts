import { defineConfig } from 'vitest/config'

// Tests that need a Chromium on the machine; `npm test` does without.
export default defineConfig({
  test: {
    include: ['test/**/*.browser.ts'],
    pool: 'forks',
    // No test leaves anything behind in its process, so files may share one.
    isolate: false,
    // By default one core is left idle, which of two is half.
    maxWorkers: '100%',
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
