import { describe } from 'vitest'
import { testPage } from './docs-pages.ts'

describe.each(['docs/select.md'])('%s', testPage)
