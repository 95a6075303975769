import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

// What people are given besides the code: commands and numbers of the pages, experiments and published tables, examples, the package.
export default defineConfig({
  ...config,
  test: { ...config.test, include: ['test/**/*.document.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
})
