import { defineConfig } from 'vitest/config'

// Tests that need a Chromium on the machine; `npm test` does without.
export default defineConfig({
  test: {
    include: ['test/**/*.browser.ts'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
