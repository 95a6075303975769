import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundled, faultsOf, linkCommand, packedFolder, rankArgs } from './packed-package.ts'

const folder = packedFolder()

it.runIf(process.platform !== 'win32')('the packed package is a command for npx and npm run', () => {
  linkCommand(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "scripts": { "do": "criba" } }')
  const options = { cwd: folder, encoding: 'utf8' } as const
  const npx = execFileSync('npx', ['--offline', 'criba', ...rankArgs], options)
  expect(npx).toMatch(/^method,/)
  expect(execFileSync('npm', ['run', '-s', 'do', '--', ...rankArgs], options)).toBe(npx)
})

it('the packed package has types for bundlers', () => {
  expect(faultsOf(folder, bundled)).toEqual([])
})
