import { en } from '../texts/en.ts'
import { textsOf } from '../texts/texts.ts'
import type { Language, Texts } from '../texts/texts.ts'

const key = 'criba'
export const schemes = ['auto', 'light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** What a person prefers of any page, kept in this browser. */
export class Preferences {
  #language = $state<Language>('en')
  #texts = $state.raw<Texts>(en)
  /** The language that was asked for last. */
  #wanted = languageOf(navigator.language)
  #scheme = $state<Scheme>('auto')

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { language?: string; scheme?: Scheme }
      if (kept.language !== undefined) this.#wanted = languageOf(kept.language)
      if (kept.scheme !== undefined && schemes.includes(kept.scheme)) this.#scheme = kept.scheme
    } catch {
      // A page may be refused its storage.
    }
  }

  get language(): Language {
    return this.#language
  }

  get texts(): Texts {
    return this.#texts
  }

  /** Loads the texts of the language that a person prefers; English stays where they cannot be had. */
  async load(): Promise<void> {
    try {
      await this.#speak(this.#wanted)
    } catch {
      this.#wanted = 'en'
    }
  }

  /** Changes the language, once its texts are there. */
  async speak(language: Language): Promise<void> {
    await this.#speak(language)
    this.#keep()
  }

  async #speak(language: Language): Promise<void> {
    this.#wanted = language
    const texts = await textsOf(language)
    // Another one was asked for meanwhile.
    if (this.#wanted !== language) return
    this.#texts = texts
    this.#language = language
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
