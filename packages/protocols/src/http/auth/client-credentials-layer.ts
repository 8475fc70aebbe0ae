/** Gives calls the token of an OAuth2 client (RFC 6749 §4.4) and a new one when the server refuses an old one. */

import { basicAuthorization, type ClientCredentials } from '../credentials.ts'
import type { CallOptions, HttpCall, HttpResult, Layer } from '../exchange.ts'
import { addHop, unsentResult } from '../hops.ts'
import type { TokenGrant, TokenStore } from './token-store.ts'

const maxAnswerBytes = 1_048_576

/** A layer for calls with client credentials; others pass. `headers` go with the requests for tokens. */
export function clientCredentialsLayer(tokens: TokenStore, headers: HttpCall['headers']): Layer {
  return async (call, _session, next) => {
    const { auth } = call
    if (auth?.kind !== 'oauth2') return next(call)
    const fetch = () => next(tokenCall(auth, call.options, headers))
    const startedAt = tokens.now()
    const grant = await tokens.grant(auth, fetch)
    const first = await sendWith(call, grant, next)
    if (first.status !== 401 || first.errorCode !== null) return first
    const { outcome } = grant
    if ('fault' in outcome || outcome.fetchedAt >= startedAt) return first
    tokens.refuse(auth, outcome.token)
    const second = await sendWith(call, await tokens.grant(auth, fetch), next)
    addHop(second, first)
    return second
  }
}

/** Sends the call with the token; what the call itself caused at the token server counts to it. */
async function sendWith(
  call: HttpCall,
  { outcome, exchange }: TokenGrant,
  next: (call: HttpCall) => Promise<HttpResult>,
): Promise<HttpResult> {
  if ('fault' in outcome) {
    const [errorCode, errorMessage] = outcome.fault
    const base = exchange ?? unsentResult(call.url, errorCode, errorMessage)
    return { ...base, errorCode, errorMessage }
  }
  const result = await next({
    ...call,
    headers: [...call.headers, ['Authorization', `Bearer ${outcome.token}`]],
  })
  addHop(result, exchange)
  return result
}

function tokenCall(auth: ClientCredentials, own: CallOptions, extra: HttpCall['headers']): HttpCall {
  const { tokenUrl, clientId, clientSecret, scope, clientAuthentication } = auth
  const fields: [string, string][] = [['grant_type', 'client_credentials']]
  if (scope !== '') fields.push(['scope', scope])
  const headers: [string, string][] = [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'application/json'],
  ]
  if (clientAuthentication === 'header') {
    headers.push(['Authorization', basicAuthorization(formEncode(clientId), formEncode(clientSecret))])
  } else fields.push(['client_id', clientId], ['client_secret', clientSecret])
  return {
    options: {
      ...own,
      layers: [],
      method: 'POST',
      followRedirects: false,
      wantsHeaders: true,
      wantsBody: true,
      maxBodyBytes: maxAnswerBytes,
    },
    url: tokenUrl,
    headers: [...headers, ...extra],
    body: new URLSearchParams(fields).toString(),
  }
}

const formEncode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
