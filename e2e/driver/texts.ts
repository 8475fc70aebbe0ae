/** The texts of the interface, from the web's own catalogue, so that one journey runs in both languages. */
import { messages } from '@pone/web/messages.ts'

export type Language = 'zh' | 'en'
export type MessageKey = keyof typeof messages
export type TextParams = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, params?: TextParams) => string

export function textsIn(language: Language): Translate {
  return (key, params = {}) =>
    messages[key][language].replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => String(params[name] ?? hole))
}

const families = [...new Set(Object.keys(messages).map(key => key.slice(0, key.indexOf('.'))))]
const keyLike = new RegExp(
  `(?<![\\w./-])(?:${families.join('|')})(?:\\.[A-Za-z][A-Za-z0-9]*)+(?![\\w/.])`,
  'g',
)

/** Keys that a page shows instead of their texts, and placeholders that were not filled. */
export function untranslatedIn(text: string): string[] {
  return [...new Set([...(text.match(keyLike) ?? []), ...(text.match(/\{\{\w+\}\}/g) ?? [])])]
}

/** What a badge says of failures: `1 of 2 failed`. */
const failed = '\\s*(\\d+ of \\d+ failed|\\d+ 个中失败 \\d+ 个)'

/** Matches a label, tab or button with this text, whatever icon is before it, and mark, count, failures or arrow after it. */
export const named = (text: string): RegExp => new RegExp(`${sourceOf(text)}$`)

/** The same for a button, which may end with the name of its row. */
export const namedAction = (text: string): RegExp => new RegExp(`${sourceOf(text)}([:：].+)?$`)

function sourceOf(text: string): string {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `(^|\\s)${literal}(\\s*[*\\d,]+|${failed})?(\\s+down)?`
}
