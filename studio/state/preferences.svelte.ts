import type { Language } from '../texts/texts.ts'

const key = 'criba'
export const schemes = ['auto', 'light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** What a person prefers of any page, kept in this browser. */
export class Preferences {
  #language = $state<Language>(languageOf(navigator.language))
  #scheme = $state<Scheme>('auto')

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { language?: string; scheme?: Scheme }
      if (kept.language !== undefined) this.#language = languageOf(kept.language)
      if (kept.scheme !== undefined && schemes.includes(kept.scheme)) this.#scheme = kept.scheme
    } catch {
      // A page may be refused its storage.
    }
  }

  get language(): Language {
    return this.#language
  }

  set language(language: Language) {
    this.#language = language
    this.#keep()
  }

  get scheme(): Scheme {
    return this.#scheme
  }

  set scheme(scheme: Scheme) {
    this.#scheme = scheme
    this.#keep()
  }

  #keep(): void {
    try {
      localStorage.setItem(key, JSON.stringify({ language: this.#language, scheme: this.#scheme }))
    } catch {
      // A page may be refused its storage.
    }
  }
}

function languageOf(tag: string): Language {
  return tag.startsWith('es') ? 'es' : 'en'
}
