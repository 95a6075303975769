import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

// What takes minutes: `npm run test:long`.
export default defineConfig({
  ...config,
  test: { ...config.test, include: ['test/**/*.long.ts'], testTimeout: 1_800_000, hookTimeout: 1_800_000 },
})
