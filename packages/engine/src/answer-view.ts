/** The view of a response for checkpoints, extractors and scripts; decoded and parsed only on first use, and once. */

import { type JsonPath, jsonText } from '@pone/plan/answers/json-path.ts'
import type { CompiledOperation, Outcome, OwnSource, Session } from '@pone/protocols/protocol.ts'
import { scannedText, utf8Text } from './json-scan.ts'
import { type ParsedMarkup, parseMarkup } from './markup/parse.ts'

/** Reads the sources that only the answer's protocol can read. */
type OwnSources = Pick<CompiledOperation, 'sourceValues'>

export class AnswerView {
  readonly outcome: Outcome
  readonly #own: OwnSources | null
  readonly #session: Session | null
  #text: string | undefined
  #json: { value: unknown; isValid: boolean } | undefined
  #markup: ParsedMarkup | undefined

  constructor(outcome: Outcome, own: OwnSources | null = null, session: Session | null = null) {
    this.outcome = outcome
    this.#own = own
    this.#session = session
  }

  /** Values of a source of the protocol's own, in order; undefined where there is none. */
  ownValues(source: OwnSource, expression: string): readonly (string | undefined)[] {
    if (this.#session === null) return []
    return this.#own?.sourceValues?.(this.outcome, this.#session, source, expression) ?? []
  }

  /** Values of a header joined by commas; undefined when it is missing. */
  header(name: string): string | undefined {
    const wanted = name.toLowerCase()
    let found: string | undefined
    for (const [header, value] of this.outcome.headers) {
      if (header.toLowerCase() === wanted) found = found === undefined ? value : `${found}, ${value}`
    }
    return found
  }

  /** The body in the character set of the response, UTF-8 by default. */
  text(): string {
    this.#text ??= decode(this.outcome)
    return this.#text
  }

  /** The body as JSON; undefined when it is not JSON. */
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
    if (this.#json === undefined && path.route !== null && isUtf8(this.outcome.charset)) {
      const found = scannedText(this.outcome.body, path.route, this.#text)
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

function decode({ body, charset }: Outcome): string {
  if (charset === null || isUtf8(charset)) return utf8Text(body, 0, body.length)
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
