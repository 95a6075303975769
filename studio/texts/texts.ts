import { en } from './en.ts'

/** All texts of the page. One that a language lacks does not compile. */
export type Texts = typeof en
export type Language = 'en' | 'es'

/** The texts of a language; English is there, others are loaded when they are wanted. */
export async function textsOf(language: Language): Promise<Texts> {
  return language === 'es' ? (await import('./es.ts')).es : en
}
