/** Where a hit stands, in words. */
import { sectionTitle } from '@pone/protocols/definitions.ts'
import type { Language, Translate } from '../../../lib/i18n.ts'
import { type Context, contextOf } from '../exchange/search-pattern.ts'
import type { Hit } from './search-exchanges.ts'

export interface HitText extends Context {
  readonly place: string
}

export function hitText({ row, place, text, range }: Hit, t: Translate, language: Language): HitText {
  const context = contextOf(text, range)
  return { ...context, place: placeText({ row, place }, context, { t, language }) }
}

function placeText(
  { row: { exchange }, place }: Pick<Hit, 'row' | 'place'>,
  { line, column }: Context,
  { t, language }: { readonly t: Translate; readonly language: Language },
): string {
  const { tab, part, row, name } = place
  if (part === 'address') return t('component.search.place.address')
  const side = tab === 'request' ? 'request' : 'response'
  if (part === 'header') return t(`component.search.place.${side}.header`, { name })
  if (part === 'body') return t(`component.search.place.${side}.body`, { line, column })
  const key = tab.slice('section.'.length)
  const title = sectionTitle(exchange.protocol, key)[language]
  if (row < 0) return t('component.search.place.columns', { title })
  const isText = exchange.sections.some(section => section.key === key && section.kind === 'text')
  return isText
    ? `${title} ${line}:${column}`
    : t('component.search.place.row', { title, row: row + 1, name }).trim()
}
