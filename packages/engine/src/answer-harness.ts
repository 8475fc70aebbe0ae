/** What tests of answers share: an answer as the HTTP client gives it, a user's scope, and templates. */
import type { HttpResult } from '@pone/protocols/http/exchange.ts'
import type { Scope } from './scope.ts'
import { compileTemplate, type Template } from './templates.ts'

/** An answer with status 200 to a request for `http://target/`. */
export const answerOf = (body: string, changes: Partial<HttpResult> = {}): HttpResult => ({
  status: 200,
  errorCode: null,
  errorMessage: '',
  headers: [],
  body: new TextEncoder().encode(body),
  charset: null,
  sentBytes: 1,
  receivedBytes: 1,
  durationUs: 1,
  timing: { dnsUs: null, connectUs: null, tlsUs: null, firstByteUs: null, transferUs: null },
  url: 'http://target/',
  wireRequests: 1,
  sentHead: '',
  ...changes,
})

/** A user who has these variables. */
export const scopeOf = (values: Record<string, string> = {}): Scope => ({
  index: 0,
  iteration: 1,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: name => values[name],
})

/** Compiles a text; what has no value stays as it is. */
export const compile = (text: string): Template => compileTemplate(text, () => undefined)
