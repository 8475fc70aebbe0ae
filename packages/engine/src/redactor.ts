/** Masks the values of secret variables, passwords and tokens in all that the engine reports: samples, logs, events, messages. */

import type { Exchange } from '@pone/contract/entities/run.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { mapWords } from '@pone/schema/coded-text.ts'
import { withTexts } from '@pone/schema/exchange-content.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { SecretSearch } from './secret-search.ts'

/** Shorter values are not searched for: they would be found everywhere. */
const minLength = 4
/**
 * Maximum of distinct values that are searched for; further values of a frequently changing secret variable are only
 * masked by name.
 */
const maxValues = 10_000
const authorizationHeaders: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization'])
/** Minimum length of the part of a longer Base64 text that represents a secret. */
const minBase64Part = 8

/**
 * One per worker. Learns values as they are set and replaces them by the mask, also in the encoding of an
 * address, JSON, XML or Base64. Without secret variables it returns everything unchanged.
 */
export class Redactor {
  readonly #names = new Set<string>()
  readonly #values = new Set<string>()
  readonly #search = new SecretSearch()
  #hasCredentials = false

  /** Whether there is anything to mask. */
  get hasSecrets(): boolean {
    return this.#names.size > 0 || this.#hasCredentials
  }

  /** Makes a variable secret. */
  addName(name: string): void {
    this.#names.add(name)
  }

  /** Whether that variable is secret. */
  isSecret(name: string): boolean {
    return this.#names.has(name)
  }

  /** Called with each value that a variable gets; learns it if the variable is secret. */
  learn(name: string, value: string): void {
    if (this.#names.has(name)) this.#add(value)
  }

  /** Adds a password or token of the component itself; from then on no authentication header is reported either. */
  addCredential(value: string): void {
    this.#hasCredentials = true
    this.#add(value)
  }

  #add(value: string): void {
    if (value.length < minLength || value === secretMask) return
    if (this.#values.has(value) || this.#values.size >= maxValues) return
    this.#values.add(value)
    for (const form of formsOf(value)) this.#search.add(form)
  }

  /** The text with the mask for each secret, also for one that is cut off at its end. */
  text(text: string): string {
    const masked = this.#search.mask(text, secretMask)
    // A coded text contains its parameters as JSON, which encodes some characters differently.
    return masked.includes('[[') ? mapWords(masked, words => this.#search.mask(words, secretMask)) : masked
  }

  /** Variables by name, secret ones masked whatever their values. */
  variables(values: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, this.#valueOf(name, value)]),
    )
  }

  /** A request and its response. */
  exchange(exchange: Exchange): Exchange {
    const { url, requestHeaders, requestBody, responseHeaders, responseBody, error } = exchange
    const headers = (lines: [string, string][]) =>
      lines.map(([name, value]): [string, string] => [name, this.text(value)])
    return {
      ...exchange,
      url: this.text(url),
      requestHeaders: headers(requestHeaders).map(line => this.#withoutAuthorization(line)),
      requestBody: this.text(requestBody),
      responseHeaders: headers(responseHeaders),
      responseBody: this.text(responseBody),
      error: error && { ...error, message: this.text(error.message) },
      checkpoints: exchange.checkpoints.map(checkpoint => ({
        ...checkpoint,
        summary: this.text(checkpoint.summary),
        actual: this.text(checkpoint.actual),
      })),
      extracted: exchange.extracted.map(item => ({
        ...item,
        value: this.#valueOf(item.variable, item.value),
      })),
      sections: exchange.sections.map(section => withTexts(section, text => this.text(text))),
      resources: exchange.resources.map(resource => ({ ...resource, url: this.text(resource.url) })),
    }
  }

  /** Errors and log of a load worker's second. */
  figures<F extends Pick<Batch, 'errors' | 'log'>>(figures: F): F {
    if (!this.hasSecrets) return figures
    return {
      ...figures,
      errors: figures.errors.map(error => ({
        ...error,
        message: this.text(error.message),
        sample: error.sample && this.exchange(error.sample),
      })),
      log: figures.log.map(line => ({ ...line, message: this.text(line.message) })),
    }
  }

  /** An event of a standalone execution. */
  event(event: DebugEvent): DebugEvent {
    if (!this.hasSecrets) return event
    if (event.kind === 'exchange') return { ...event, exchange: this.exchange(event.exchange) }
    if (event.kind === 'variables') return { ...event, values: this.variables(event.values) }
    if (event.kind === 'log') {
      return { ...event, line: { ...event.line, message: this.text(event.line.message) } }
    }
    return event.kind === 'ended' ? { ...event, detail: this.text(event.detail) } : event
  }

  /**
   * A value derived from a credential (a digest, a token fetched with it) is as sensitive as the credential; the scheme
   * stays.
   */
  #withoutAuthorization([name, value]: [string, string]): [string, string] {
    const isHidden = this.#hasCredentials && authorizationHeaders.has(name.toLowerCase())
    if (!isHidden) return [name, value]
    const end = value.indexOf(' ')
    return [name, end < 0 ? secretMask : `${value.slice(0, end)} ${secretMask}`]
  }

  #valueOf(name: string, value: string): string {
    return this.#names.has(name) ? secretMask : this.text(value)
  }
}

const percentEncode = (text: string) => encodeURIComponent(text.toWellFormed())
const jsonEscaped = (text: string) => JSON.stringify(text).slice(1, -1)
const lowerCaseHex = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, code => code.toLowerCase())

/** All encodings in which a value may appear in a request, a response or a message. */
function formsOf(value: string): string[] {
  const encoded = percentEncode(value)
  const strictly = encoded.replaceAll(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const asForm = new URLSearchParams([['', value]]).toString().slice(1)
  const forms = [...[encoded, strictly].flatMap(form => [form, form.replaceAll('%20', '+')]), asForm]
  const json = jsonEscaped(value)
  const xml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    value,
    ...forms,
    ...forms.map(lowerCaseHex),
    json,
    json.replaceAll('/', '\\/'),
    // A JSON response that quotes a JSON request.
    jsonEscaped(json),
    xml,
    xml.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    // As binary messages are shown.
    Buffer.from(value).toString('hex'),
    ...base64Forms(value),
  ]
}

/** The value in Base64 by itself, and the characters that it alone determines within the Base64 of a longer text, at any offset. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  const parts = [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const from = Math.ceil((before * 8) / 6)
    return text.slice(from, Math.floor(((before + bytes.length) * 8) / 6))
  })
  const forms = [bytes.toString('base64'), ...parts.filter(part => part.length >= minBase64Part)]
  const url = forms.map(form => form.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
  const escaped = forms.map(percentEncode)
  return [...forms, ...url, ...escaped].filter(form => form.length >= minLength)
}
