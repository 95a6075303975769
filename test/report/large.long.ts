import { holdLarge } from './large.ts'

holdLarge(5_000)
