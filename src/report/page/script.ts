// Functions that run in the page of a report, where their text is: they use nothing from outside themselves.

import type { ReportLanguage } from '#core'
import { isoPath, pixelOf, setLabel, winnerOf } from '../figures/winner.ts'
import type { Frame } from '../figures/winner.ts'
import { figureWords } from '../figures/words.ts'

/** A landscape in a page. */
export interface Landscape {
  readonly names: readonly string[]
  /** Features as positions in `names`. */
  readonly sets: readonly (readonly number[])[]
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly frames: { readonly wide: Frame | undefined; readonly narrow: Frame | undefined }
}

/** What moves the winner needs. */
interface WinnerTools {
  readonly winnerOf: typeof winnerOf
  readonly isoPath: typeof isoPath
  readonly pixelOf: typeof pixelOf
  readonly setLabel: typeof setLabel
  readonly ln: (x: number) => number
  readonly exp: (x: number) => number
}

/** Sliders move the best set, the line of its equals and the sentence. */
function startSliders(tools: WinnerTools): void {
  for (const block of document.querySelectorAll('.landscape')) start(block)

  function start(block: Element) {
    const data = JSON.parse(block.querySelector('script')!.textContent) as Landscape
    const sizes = data.sets.map((set) => set.length)
    const [first, second] = block.querySelectorAll('input')
    const move = () => {
      const weights = { alpha: Number(first.value), beta: Number(second.value) }
      const best = tools.winnerOf(data.x, data.y, sizes, weights.alpha, weights.beta)
      const names = data.sets[best].map((feature) => data.names[feature])
      for (const input of [first, second])
        block.querySelector(`output[for="${input.id}"]`)!.textContent =
          input.step === 'any' ? input.value : Number(input.value).toFixed(1)
      block.querySelector('.best')!.textContent =
        `Best at α = ${weights.alpha}, β = ${weights.beta}: ${names.length === 0 ? 'no feature' : names.join(', ')}`
      for (const form of ['wide', 'narrow'] as const) {
        const frame = data.frames[form]
        const mark = block.closest('figure')!.querySelector(`.${form} .winner`)
        if (frame && mark) draw(mark, frame, weights, { x: data.x[best], y: data.y[best] }, names)
      }
    }
    first.addEventListener('input', move)
    second.addEventListener('input', move)
    block.querySelector('.sliders')!.removeAttribute('hidden')
  }

  function draw(
    mark: Element,
    frame: Frame,
    weights: { alpha: number; beta: number },
    at: { x: number; y: number },
    names: readonly string[],
  ) {
    const [line, ring, text] = ['path', 'circle', 'text'].map((name) => mark.querySelector(name)!)
    const x = tools.pixelOf(at.x, frame.x, frame.left, frame.right, tools.ln)
    const y = tools.pixelOf(at.y, frame.y, frame.bottom, frame.top, tools.ln)
    line.setAttribute('d', tools.isoPath(frame, weights, at, tools) || 'M0,0')
    const seen = Number.isFinite(x) && Number.isFinite(y)
    for (const part of [ring, text]) {
      if (seen) part.removeAttribute('display')
      else part.setAttribute('display', 'none')
    }
    if (!seen) return
    const end = x > (frame.left + frame.right) / 2
    ring.setAttribute('cx', String(x))
    ring.setAttribute('cy', String(y))
    text.setAttribute('x', String(x + (end ? -12 : 12)))
    text.setAttribute('y', String(y + (y < frame.top + 14 ? 20 : -10)))
    text.setAttribute('text-anchor', end ? 'end' : 'start')
    text.textContent = tools.setLabel(names, Number(text.getAttribute('data-most')))
  }
}

/** Buttons save figures as PNG: light, and twice as large as they are on the page. */
function startPngButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.png')) {
    button.hidden = false
    button.addEventListener('click', () => save(button))
  }

  function save(button: HTMLButtonElement) {
    const { href } = button.parentElement!.querySelector<HTMLAnchorElement>('a[download$=".svg"]')!
    const svg = decodeURIComponent(href.slice(href.indexOf(',') + 1))
    const picture = new Image()
    picture.addEventListener('load', () => {
      const canvas = document.createElement('canvas')
      canvas.width = picture.width * 2
      canvas.height = picture.height * 2
      const context = canvas.getContext('2d')!
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.drawImage(picture, 0, 0, canvas.width, canvas.height)
      canvas.toBlob((blob) => {
        if (blob === null) return
        const link = document.createElement('a')
        link.href = URL.createObjectURL(blob)
        link.download = `${button.dataset['name']!}.png`
        link.click()
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
      }, 'image/png')
    })
    const light = svg.replace('@media screen and (prefers-color-scheme:dark)', '@media not all')
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(light)}`
  }
}

/** The script of a page: the text of the functions that it consists of, with its words in a language. */
export function scriptText(language: ReportLanguage): string {
  const tools = Object.entries({ winnerOf, isoPath, pixelOf, setLabel })
    .map(([name, run]) => `${name}: ${String(run)}`)
    .join(',\n')
  const script = `(${String(startPngButtons)})();
(${String(startSliders)})({
${tools},
ln: Math.log,
exp: Math.exp
});`
  const [{ noFeature, bestAt }, own] = [figureWords.en, figureWords[language]]
  const beforeAlpha = (text: string) => text.slice(0, text.indexOf('α'))
  return script
    .replace(beforeAlpha(bestAt('', '', '')), beforeAlpha(own.bestAt('', '', '')))
    .replaceAll(noFeature, own.noFeature)
}
