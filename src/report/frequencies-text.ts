import type { Frequencies } from '../trace/description.ts'
import { clean, shorten, widthOf } from './text.ts'

/** The shortest that the name of a level is cut to, in characters. */
const shortestLevel = 4

const fewer = '<1 %'
const allFew = `each ${fewer}`

/**
 * The most frequent levels with their shares, as many as fit: `Adelie 44 % · Gentoo 36 % · …`. If none fits, the name of the first
 * is shortened; nothing if that does not help.
 */
export function frequenciesText({ most, others }: Frequencies, width: number): string {
  const total = most.reduce((sum, { count }) => sum + count, others)
  const parts = most.map(({ level, count }) => [clean(String(level)), shareText(count / total)] as const)
  if (parts[0][1] === fewer) return width >= allFew.length ? allFew : ''
  const moreThan = (shown: number) => (shown < parts.length || others > 0 ? ' · …' : '')
  for (let shown = parts.length; shown > 0; shown--) {
    const texts = parts.slice(0, shown).map((part) => part.join(' '))
    const text = texts.join(' · ') + moreThan(shown)
    if (widthOf(text) <= width) return text
  }
  const [[level, share]] = parts
  const end = ` ${share}${moreThan(1)}`
  const free = width - widthOf(end)
  return free < shortestLevel ? '' : shorten(level, free) + end
}

/** A share in per cent; a small one is not shown as none, nor nearly all as all. */
function shareText(share: number): string {
  const percent = 100 * share
  if (percent > 0 && percent < 0.5) return fewer
  if (percent < 100 && percent >= 99.5) return '>99 %'
  return `${Math.round(percent)} %`
}
