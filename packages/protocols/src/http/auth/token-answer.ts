/** Reads the answer of an OAuth2 token server (RFC 6749 §5): the token and its life, or what went wrong. */
import { failureText } from '../definition/failures.ts'
import type { HttpResult } from '../exchange.ts'

/** What a token server said. */
export type TokenAnswer =
  | { token: string /** Infinity when it did not say. */; lifeMs: number }
  | { fault: readonly [code: string, message: string] }

/** Faults are named `oauth2.` and the server's own error, `HTTP` with the status, or the code of the exchange. */
export function readTokenAnswer(result: HttpResult): TokenAnswer {
  const { errorCode, errorMessage, status } = result
  if (errorCode !== null) return fault(errorCode, failureText('noToken', { reason: errorMessage }))
  const answer = parse(result.body)
  if (status < 200 || status > 299 || typeof answer.error === 'string') return refusal(answer, status)
  const { access_token: token, token_type: type, expires_in: life } = answer
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    return fault('badAnswer', failureText('noTokenInAnswer'))
  }
  if (typeof type === 'string' && type.toLowerCase() !== 'bearer') {
    return fault('tokenType', failureText('unknownTokenType', { type: type.slice(0, 60) }))
  }
  const seconds = typeof life === 'number' || typeof life === 'string' ? Number(life) : Number.NaN
  return { token, lifeMs: seconds > 0 ? seconds * 1_000 : Number.POSITIVE_INFINITY }
}

function refusal(answer: Record<string, unknown>, status: number): TokenAnswer {
  const { error, error_description: description } = answer
  const said = typeof description === 'string' ? description.slice(0, 500) : ''
  const isNamed = typeof error === 'string' && /^[\w.-]{1,60}$/.test(error)
  return isNamed
    ? fault(error, said === '' ? failureText('tokenRefused') : failureText('tokenRefusedSaying', { said }))
    : fault(
        `HTTP ${status}`,
        said === ''
          ? failureText('tokenStatus', { status })
          : failureText('tokenStatusSaying', { status, said }),
      )
}

const fault = (code: string, message: string): TokenAnswer => ({ fault: [`oauth2.${code}`, message] })

function parse(body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
