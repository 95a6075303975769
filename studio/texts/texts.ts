import { en } from './en.ts'
import { es } from './es.ts'

/** All texts of the page. One that a language lacks does not compile. */
export type Texts = typeof en
export type Language = 'en' | 'es'

const languages: Readonly<Record<Language, Texts>> = { en, es }

export function textsOf(language: Language): Texts {
  return languages[language]
}
