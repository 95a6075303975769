import { describe } from 'vitest'
import { holdHardCases } from './hard-cases.ts'

describe('learners, by every metric', () => {
  holdHardCases({ all: true })
})
