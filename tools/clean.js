// Removes dist/, so that a build never keeps the output of a source that is gone.
import { rmSync } from 'node:fs'

rmSync(new URL('../dist/', import.meta.url), { recursive: true, force: true })
