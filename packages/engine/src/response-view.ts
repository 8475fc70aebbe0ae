/** What checkpoints, extractors and scripts see of an answer; decoded and parsed only when something asks, and once. */

import { type JsonPath, jsonText } from '@pone/plan/answers/json-path.ts'
import type { HttpResult } from '@pone/protocols/http/exchange.ts'
import { scannedText, utf8Text } from './json-scan.ts'
import { type ParsedMarkup, parseMarkup } from './markup/parse.ts'

/** Where a cookie is looked up that the answer itself does not set: the user's session. */
export interface CookieSource {
  cookie(name: string, url: string): string | null
}

export class ResponseView {
  readonly result: HttpResult
  readonly #cookies: CookieSource | null
  #text: string | undefined
  #json: { value: unknown; isValid: boolean } | undefined
  #markup: ParsedMarkup | undefined

  constructor(result: HttpResult, cookies: CookieSource | null = null) {
    this.result = result
    this.#cookies = cookies
  }

  /** Values of a cookie that the answer sets, else the one that the user has for the address. */
  cookieValues(name: string): string[] {
    const prefix = `${name}=`
    const set = this.result.headers
      .filter(
        ([header, value]) => header.toLowerCase() === 'set-cookie' && value.trimStart().startsWith(prefix),
      )
      .map(([, value]) => value.trimStart().slice(prefix.length).split(';')[0] ?? '')
    const kept = set.length === 0 ? this.#cookies?.cookie(name, this.result.url) : null
    return kept === null || kept === undefined ? set : [kept]
  }

  /** Values of a header joined by commas; undefined when it is not there. */
  header(name: string): string | undefined {
    const wanted = name.toLowerCase()
    let found: string | undefined
    for (const [header, value] of this.result.headers) {
      if (header.toLowerCase() === wanted) found = found === undefined ? value : `${found}, ${value}`
    }
    return found
  }

  /** The body in the character set that the answer names, UTF-8 otherwise. */
  text(): string {
    this.#text ??= decode(this.result)
    return this.#text
  }

  /** The body as JSON; undefined when it is none. */
  json(): unknown {
    if (this.#json === undefined) {
      try {
        this.#json = { value: JSON.parse(this.text()), isValid: true }
      } catch {
        this.#json = { value: undefined, isValid: false }
      }
    }
    return this.#json.value
  }

  /** The first value at the path as text; undefined when there is none. */
  jsonText(path: JsonPath): string | undefined {
    if (this.#json === undefined && path.route !== null && isUtf8(this.result.charset)) {
      const found = scannedText(this.result.body, path.route, this.#text)
      if (found !== null) return found
    }
    const json = this.json()
    const matches = json === undefined ? [] : path(json)
    return matches.length === 0 ? undefined : jsonText(matches[0])
  }

  /** The body as XML or HTML, or why it cannot be read as such. */
  markup(): ParsedMarkup {
    this.#markup ??= parseMarkup(this.text(), this.header('content-type') ?? '')
    return this.#markup
  }
}

const isUtf8 = (charset: string | null) => charset === null || charset === 'utf-8' || charset === 'utf8'

function decode({ body, charset }: HttpResult): string {
  if (charset === null || isUtf8(charset)) return utf8Text(body, 0, body.length)
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
