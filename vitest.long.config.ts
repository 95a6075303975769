import { defineConfig } from 'vitest/config'

// Thousands of calls on random tables: `npm run test:long`, apart from `npm test` for the time they take.
export default defineConfig({
  test: { include: ['test/**/*.long.ts'], pool: 'forks', testTimeout: 600_000, hookTimeout: 60_000 },
})
