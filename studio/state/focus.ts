/** What takes the focus: no field to type in, which would swallow the keys. */
const takers =
  'button:not(:disabled), summary, a[href], [role=slider], input[type=checkbox]:not(:disabled), [tabindex="0"]'

/** Where an element stood: from itself to the page, each with its place among its siblings. */
type Trail = readonly { readonly element: Element; readonly place: number }[]

/** Whether an element can have the focus no more. */
function isGone(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled')
}

function trailOf(element: Element): Trail {
  const trail = []
  for (let one: Element | null = element; one; one = one.parentElement)
    trail.push({ element: one, place: one.parentElement ? [...one.parentElement.children].indexOf(one) : 0 })
  return trail
}

/** What stands where the trail began; null where only the page itself is left. */
function nextTo(trail: Trail): HTMLElement | null {
  for (let i = 1; i < trail.length; i++) {
    const { element } = trail[i]
    if (!element.isConnected) continue
    if (element.matches('main, body, html')) return null
    const after = [...element.children].slice(trail[i - 1].place)
    for (const one of [...after, element]) {
      const taker = one.matches(takers) ? one : one.querySelector(takers)
      if (taker instanceof HTMLElement && taker !== trail[0].element) return taker
    }
  }
  return null
}

/**
 * Keeps the focus where someone works: a button that its own click takes away, or disables, leaves it to what
 * stands there next, and else to `main`. Returns what ends it.
 */
export function keepFocus(page: HTMLElement, main: () => HTMLElement | null): () => void {
  let trail: Trail = []
  const onFocus = ({ target }: FocusEvent) => (trail = target instanceof Element ? trailOf(target) : [])
  const onBlur = () =>
    setTimeout(() => {
      if (trail.length > 0 && document.activeElement === document.body && !isGone(trail[0].element))
        trail = []
    })
  const observer = new MutationObserver(() => {
    if (trail.length === 0 || !isGone(trail[0].element)) return
    // A disabled button keeps the focus until the page is drawn.
    if (![document.body, trail[0].element].includes(document.activeElement ?? document.body)) return
    const next = nextTo(trail) ?? main()
    trail = []
    next?.focus({ preventScroll: next === main() })
  })
  page.addEventListener('focusin', onFocus)
  page.addEventListener('focusout', onBlur)
  observer.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    page.removeEventListener('focusin', onFocus)
    page.removeEventListener('focusout', onBlur)
    observer.disconnect()
  }
}
