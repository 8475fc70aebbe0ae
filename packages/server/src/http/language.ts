/** The language of a request's messages. */
import type { Language } from '@pone/schema/bilingual.ts'

/** Chinese unless English has a higher preference. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.split(';').map(piece => piece.trim().toLowerCase())
      const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => /^(zh|en)\b/.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return wanted[0]?.tag.startsWith('en') ? 'en' : 'zh'
}
