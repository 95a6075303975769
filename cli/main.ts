#!/usr/bin/env node
import module from 'node:module'

// Node 22.8 and later keep compiled code from one run to the next: of what is loaded after this.
;(module as { enableCompileCache?(): unknown }).enableCompileCache?.()
const { runProgram } = await import('./program.ts')
await runProgram()
