/* The page of each method opens with an example: its answer is that of its command, its figure that of the report. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { methods } from 'criba'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../../tools/site/build.js'
import { criba } from '../cli/criba.ts'

let out: string
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'criba-examples-'))
  await buildSite(out)
})
afterAll(() => rmSync(out, { recursive: true }))

const ids = methods().methods.map(({ id }) => id)
const documentOf = (path: string) => parseHTML(readFileSync(join(out, path), 'utf8')).document

/** The words of a command, of which some are in quotes. */
const wordsOf = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain)

describe('the page of a method', () => {
  it.each(ids)('%s opens with what its command prints', async (id) => {
    const example = documentOf(`methods/${id}.html`).querySelector('article figure')!
    const [program, ...words] = wordsOf(example.querySelector('.command')!.textContent)
    expect(program).toBe('criba')
    expect(words.some((word) => word.split(':')[0] === id)).toBe(true)
    const shown = example.querySelector('.output')!.textContent.split('\n')
    const whole = shown.at(-1) === '…' ? shown.slice(0, -1) : shown
    const { code, out: printed } = await criba(words)
    expect(code).toBe(0)
    expect(printed.trimEnd().split('\n').slice(0, whole.length)).toEqual(whole)
    // Something was scored or chosen: the first two lines say only of what.
    expect(whole.length).toBeGreaterThan(4)
  })

  it.each(ids)('%s has a figure, for wide and for narrow pages', (id) => {
    const picture = documentOf(`methods/${id}.html`).querySelector('picture.example')!
    const files = [
      picture.querySelector('source')!.getAttribute('srcset')!,
      picture.querySelector('img')!.getAttribute('src')!,
    ]
    for (const file of files) {
      const svg = readFileSync(join(out, 'methods', file), 'utf8')
      expect(svg).toContain('prefers-color-scheme')
      expect(svg).not.toContain('There is nothing to draw')
    }
    expect(picture.querySelector('img')!.getAttribute('alt')).toMatch(/\w{3}/)
  })
})

it('has a picture of each method in the gallery, which leads to its page', () => {
  const links = [...documentOf('gallery.html').querySelectorAll('.gallery a')]
  expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(
    ids.map((id) => `methods/${id}.html`).sort(),
  )
  const pictures = links.map((link) => link.querySelector('img')!.getAttribute('src')!)
  expect(pictures.filter((picture) => !existsSync(join(out, picture)))).toEqual([])
})
