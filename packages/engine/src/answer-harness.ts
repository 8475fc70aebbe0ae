/** Shared by tests of responses: a response as a protocol returns it, a user's scope, and templates. */
import type { Outcome, Scope, Template } from '@pone/protocols/protocol.ts'
import { compileTemplate } from './templates.ts'

/** An answer with status 200 to a request for `http://target/`. */
export const answerOf = (body: string, changes: Partial<Outcome> = {}): Outcome => ({
  status: 200,
  errorCode: null,
  errorMessage: '',
  headers: [],
  body: new TextEncoder().encode(body),
  charset: null,
  sentBytes: 1,
  receivedBytes: 1,
  durationUs: 1,
  phasesUs: [],
  url: 'http://target/',
  wireRequests: 1,
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

/** Compiles a text; a variable without a value is left unchanged. */
export const compile = (text: string): Template => compileTemplate(text, () => undefined)
