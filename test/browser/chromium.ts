import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const paths = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Starts the installed Chromium. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = paths.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined)
    throw new Error('no Chromium found: install it, or set CHROMIUM to its path')
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
  ]
  return chromium.launch({ executablePath, args })
}
