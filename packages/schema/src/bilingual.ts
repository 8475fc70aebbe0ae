/** Texts in both languages of the product. */

export type Language = 'zh' | 'en'

/** A text in both languages. */
export interface Bilingual {
  readonly zh: string
  readonly en: string
}
