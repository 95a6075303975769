import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/properties/seed.ts',
    setupFiles: 'test/properties/setup.ts',
    provide: { shareOfRuns: 0.2 },
    pool: 'forks',
    // No test leaves anything behind in its process, so files may share one.
    isolate: false,
    // By default one core is left idle, which of two is half.
    maxWorkers: '100%',
    // Thousands of small calls leave much behind: with more room a tenth of the time goes less into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    // The package is loaded as Node loads it.
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
