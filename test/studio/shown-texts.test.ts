import { expect, it } from 'vitest'
import { withShownTexts } from '../../tools/shown-texts.js'

const script = '<script lang="ts">\n  const a = 1\n</script>\n'
const bodyOf = (source: string) => withShownTexts(script + source).split('</script>\n')[1]

it('puts every text of a template through what shows unseen signs, and every attribute that people read', () => {
  expect(bodyOf('{#if a}<b>{a as string}, {a!}</b>{/if}')).toBe(
    '{#if a}<b>{shownText(a as string)}, {shownText(a!)}</b>{/if}',
  )
  expect(bodyOf('<b title="of {a}" aria-label={a} data-a={a}></b>')).toBe(
    '<b title="of {shownText(a)}" aria-label={shownText(a)} data-a={a}></b>',
  )
  expect(bodyOf('<option {value} {title}>{a}</option>')).toBe(
    '<option {value} title={shownText(title)}>{shownText(a)}</option>',
  )
  // A part writes its own texts.
  expect(bodyOf('<Part title={a}>{#snippet text()}<i>{a}</i>{/snippet}</Part>')).toBe(
    '<Part title={a}>{#snippet text()}<i>{shownText(a)}</i>{/snippet}</Part>',
  )
})

it('refuses what would hide a text, or change a value', () => {
  expect(() => withShownTexts('<b {...a}></b>')).toThrow('unsuitable spread: <b> at 0')
  expect(() => withShownTexts('<option>{a}</option>')).toThrow('missing value: <option> at 0')
})
