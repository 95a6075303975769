import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

// Tests that start servers of ClickHouse, if it is installed; `npm test` does without.
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['test/**/*.server.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
