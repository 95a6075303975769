// Removes dist/, so that a build keeps no output of removed sources.
import { rmSync } from 'node:fs'

rmSync(new URL('../dist/', import.meta.url), { recursive: true, force: true })
