/** Texts in both languages of the product, and the one function that fills their places. */

export type Language = 'zh' | 'en'

/** A text in both languages. */
export interface Bilingual {
  readonly zh: string
  readonly en: string
}

/** What a place of a text can be filled with. */
export type TextParam = string | number | Bilingual
export type TextParams = Readonly<Record<string, TextParam | undefined>>

/** A text in one language, its places filled. */
export function textIn(text: Bilingual, params: TextParams, language: Language): string {
  return text[language].replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined) return place
    return typeof value === 'object' ? value[language] : String(value)
  })
}

/** The same in both languages. */
export const filled = (text: Bilingual, params: TextParams): Bilingual => ({
  zh: textIn(text, params, 'zh'),
  en: textIn(text, params, 'en'),
})
