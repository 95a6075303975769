import { defineConfig } from 'vitest/config'
import browsers from './vitest.browser.config.ts'

// The workbench in a Chromium; `npm test` does without.
export default defineConfig({
  ...browsers,
  test: { ...browsers.test, include: ['test/**/*.studio.ts'], globalSetup: 'test/studio/folder.ts' },
})
