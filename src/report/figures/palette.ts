/** A colour on a light page and on a dark one. */
interface Colour {
  readonly light: string
  readonly dark: string
}

/**
 * The colours of figures. Series stay apart with red-green and blue-yellow blindness, and in grey by their
 * lightness; what a colour says is also said by a place, a dash or a word.
 */
export const palette = {
  /** The ground. */
  surface: { light: '#ffffff', dark: '#15181c' },
  /** Labels that are not the main thing. */
  muted: { light: '#56606b', dark: '#a3adb8' },
  grid: { light: '#e3e6ea', dark: '#2d333a' },
  /** Lines of axes and trees. */
  rule: { light: '#7d8791', dark: '#7f8993' },
  /** Marks that were not chosen. */
  quiet: { light: '#a9b4c0', dark: '#5c6874' },
  chosen: { light: '#1f5f99', dark: '#6fb1e8' },
  /** Values below zero. */
  negative: { light: '#c2511a', dark: '#f0935a' },
  /** Numbers on shades: faint ones, those between, and full ones. */
  onFaint: { light: '#000000', dark: '#ffffff' },
  onMiddle: { light: '#000000', dark: '#000000' },
  onFull: { light: '#ffffff', dark: '#000000' },
  series1: { light: '#1f5f99', dark: '#6fb1e8' },
  series2: { light: '#cf5c14', dark: '#ec7f3e' },
  series3: { light: '#1a9a76', dark: '#4fd0a6' },
  series4: { light: '#c774ab', dark: '#e5a3d3' },
  series5: { light: '#63b3e6', dark: '#b9e3ff' },
  series6: { light: '#6b5200', dark: '#e8d25a' },
  series7: { light: '#3d4249', dark: '#8c949d' },
  series8: { light: '#8461d6', dark: '#9a7fe8' },
} as const satisfies Readonly<Record<string, Colour>>

type ColourName = keyof typeof palette

const seriesColours = (Object.keys(palette) as ColourName[]).filter((name) => name.startsWith('series'))

/** A colour as marks are given it; pictures have it as an attribute and as a class. */
export function colour(name: ColourName): string {
  return `var(--${name})`
}

/** The colour of the i-th series; after eight they begin anew, and dashes tell them apart. */
export function seriesColour(i: number): string {
  return colour(seriesColours[i % seriesColours.length])
}

/** How the line of the i-th series is dashed. */
export function seriesDash(i: number): string {
  return ['', '6 3', '2 3', '8 3 2 3'][Math.floor(i / seriesColours.length) % 4]
}

/**
 * The attributes for a colour of `colour`: its light form, which every viewer shows, and the class that
 * follows the page.
 */
export function paint(attribute: 'fill' | 'stroke', value: string): { value: string; className?: string } {
  const name = /^var\(--(\w+)\)$/.exec(value)?.[1] as ColourName | undefined
  if (name === undefined) return { value }
  return { value: palette[name].light, className: `${attribute}-${name}` }
}

/** The colours as custom properties. */
export function colourProperties(scheme: 'light' | 'dark'): string {
  return Object.entries(palette)
    .map(([name, colours]) => `--${name}:${colours[scheme]}`)
    .join(';')
}

/** The rules by which pictures in a page take its colours. */
export function pageRules(): string {
  return Object.keys(palette)
    .map((name) => `.fill-${name}{fill:var(--${name})}.stroke-${name}{stroke:var(--${name})}`)
    .join('\n')
}

/** The style of a picture that stands by itself. */
export function ownStyle(): string {
  const dark = Object.entries(palette)
    .map(([name, colours]) => `.fill-${name}{fill:${colours.dark}}.stroke-${name}{stroke:${colours.dark}}`)
    .join('')
  return `text{white-space:pre}@media screen and (prefers-color-scheme:dark){svg{color:#e8eaed;background:${palette.surface.dark}}${dark}}`
}
