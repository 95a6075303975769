import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

// What takes minutes: `npm run test:long`.
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    // Files of properties are there too, in all their runs.
    include: [
      'test/**/*.long.ts',
      'test/{analyses,coding,contract,criteria,extremes,kernel,laws,learners,measures,messy,neighbours,reading,resample,search,session,twins}/*.test.ts',
    ],
    provide: { shareOfRuns: 1 },
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
})
