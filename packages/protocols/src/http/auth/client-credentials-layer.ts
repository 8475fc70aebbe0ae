/** Gives calls the token of an OAuth2 client (RFC 6749 §4.4) and a new one when the server refuses an old one. */
import type { CallOptions, HttpCall, HttpResult } from '../exchange.ts'
import { joinedResult } from '../joined-result.ts'
import type { Layer } from '../layer.ts'
import { basicAuthorization, type ClientCredentials } from './credentials.ts'
import type { TokenGrant, TokenStore } from './token-store.ts'

const maxAnswerBytes = 1_048_576
const noBody = new Uint8Array(0)

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
    return joinedResult(first, await sendWith(call, await tokens.grant(auth, fetch), next))
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
    return { ...(exchange ?? notSent(call)), errorCode, errorMessage }
  }
  const result = await next({
    ...call,
    headers: [...call.headers, ['Authorization', `Bearer ${outcome.token}`]],
  })
  return exchange === null ? result : joinedResult(exchange, result)
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

/** The outcome of a call that came to nothing before anything was sent. */
function notSent({ url }: HttpCall): HttpResult {
  return {
    status: 0,
    errorCode: null,
    errorMessage: '',
    headers: [],
    body: noBody,
    charset: null,
    sentBytes: 0,
    receivedBytes: 0,
    durationUs: 0,
    timing: { dnsUs: null, connectUs: null, tlsUs: null, firstByteUs: null, transferUs: null },
    url,
    wireRequests: 0,
    sentHead: '',
  }
}
