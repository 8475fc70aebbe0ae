/** Answers Digest challenges: remembers what a server demanded of a user, so that after the first 401 each request carries its proof at once. */
import { createHash } from 'node:crypto'
import { isSource } from '../body/body-source.ts'
import type { CallOptions, HttpCall, HttpResult, RequestBody } from '../exchange.ts'
import { joinedResult } from '../joined-result.ts'
import type { Layer } from '../layer.ts'
import { targetOf } from '../origin.ts'
import { isRedirect, maxRedirects, redirected } from '../redirect.ts'
import type { HttpSession } from '../session.ts'
import { readChallenges } from './challenges.ts'
import type { DigestCredentials } from './credentials.ts'
import { type DigestState, digestAuthorization, digestState } from './digest.ts'

/** Servers that a user is remembered to have proved itself to. */
const maxStates = 64

type Send = (call: HttpCall) => Promise<HttpResult>

/** What was demanded of one user, by server and name. */
interface Memory {
  generation: number
  states: Map<string, DigestState>
}

/** A layer for calls with digest credentials; others pass. One layer remembers for all its users, each by itself. */
export function digestLayer(): Layer {
  const memories = new WeakMap<HttpSession, Memory>()
  const inner = new WeakMap<CallOptions, CallOptions>()
  const innerOptions = (options: CallOptions): CallOptions => {
    let own = inner.get(options)
    if (own === undefined) {
      // A proof holds for one address, so each hop of a redirect needs its own.
      own = { ...options, wantsHeaders: true, followRedirects: false }
      inner.set(options, own)
    }
    return own
  }
  return async (call, session, next) => {
    const { auth, options } = call
    if (auth?.kind !== 'digest') return next(call)
    const states = statesOf(memories, session)
    let hop: HttpCall = { ...call, options: innerOptions(options) }
    let outcome: HttpResult | null = null
    for (let redirects = 0; ; redirects++) {
      const result = await proved(hop, auth, states, next)
      outcome = outcome === null ? result : joinedResult(outcome, result)
      const location = headerOf(result, 'location')
      if (result.errorCode !== null || !options.followRedirects || !isRedirect(result.status, location))
        return outcome
      if (redirects >= maxRedirects) {
        return failed(outcome, 'tooManyRedirects', `more than ${maxRedirects} redirects`)
      }
      const { url, headers, body } = hop
      const to = redirected({ method: hop.options.method, url, headers, body }, result.status, location)
      if (to === null) return failed(outcome, 'protocol.redirect', 'redirect to an address that is not http')
      const isElsewhere = URL.parse(to.url)?.origin !== URL.parse(url)?.origin
      const hopOptions =
        to.method === hop.options.method ? hop.options : { ...hop.options, method: to.method }
      hop = { ...hop, options: hopOptions, url: to.url, headers: to.headers, body: to.body }
      // Another server has no right to the user's name and a proof of its password.
      if (isElsewhere) return joinedResult(outcome, await next(elsewhere(hop, options)))
    }
  }
}

/** The rest of the way after a redirect to another server. */
function elsewhere({ options, url, headers, body }: HttpCall, { followRedirects }: CallOptions): HttpCall {
  return { options: { ...options, followRedirects }, url, headers, body }
}

/** One hop, with what the server demands of it. */
async function proved(
  call: HttpCall,
  auth: DigestCredentials,
  states: Map<string, DigestState>,
  next: Send,
): Promise<HttpResult> {
  const key = `${URL.parse(call.url)?.origin ?? ''} ${auth.user}\n${auth.password}`
  let state = states.get(key) ?? null
  let outcome: HttpResult | null = null
  let isFresh = false
  // At most: an old proof is refused, the new nonce is said to be stale, the third must do.
  for (let attempt = 1; ; attempt++) {
    const result = await next(state === null ? call : await withProof(call, auth, state))
    outcome = outcome === null ? result : joinedResult(outcome, result)
    if (result.errorCode !== null) return outcome
    if (result.status !== 401) {
      if (state !== null) follow(state, result)
      return outcome
    }
    const challenges = result.headers
      .filter(([name]) => name.toLowerCase() === 'www-authenticate')
      .flatMap(([, value]) => readChallenges(value))
    const isStale = challenges.some(
      ({ scheme, params }) => scheme === 'digest' && params.get('stale')?.toLowerCase() === 'true',
    )
    const demanded = isFresh && !isStale ? null : digestState(challenges, auth)
    if (demanded === null || attempt === 3) {
      states.delete(key)
      return outcome
    }
    if (states.size >= maxStates) states.clear()
    states.set(key, demanded)
    state = demanded
    isFresh = true
  }
}

async function withProof(call: HttpCall, auth: DigestCredentials, state: DigestState): Promise<HttpCall> {
  const bodyHash = state.qop === 'auth-int' ? await hashOf(call.body, state.hashName) : ''
  const request = { method: call.options.method, target: targetOf(call.url), bodyHash }
  return {
    ...call,
    headers: [...call.headers, ['Authorization', digestAuthorization(state, auth, request)]],
  }
}

async function hashOf(body: RequestBody | null, hashName: string): Promise<string> {
  const hash = createHash(hashName)
  try {
    if (body !== null && isSource(body)) for await (const piece of body.open()) hash.update(piece)
    else hash.update(body ?? '')
  } catch {
    // Sending will name what is wrong with the source.
  }
  return hash.digest('hex')
}

/** Takes up the nonce that the server wants next. */
function follow(state: DigestState, result: HttpResult): void {
  const info = headerOf(result, 'authentication-info')
  const nonce = info === null ? undefined : readChallenges(`info ${info}`)[0]?.params.get('nextnonce')
  if (nonce === undefined || nonce === state.nonce || state.isSession) return
  state.nonce = nonce
  state.count = 0
}

function statesOf(memories: WeakMap<HttpSession, Memory>, session: HttpSession): Map<string, DigestState> {
  const known = memories.get(session)
  if (known !== undefined && known.generation === session.generation) return known.states
  const states = new Map<string, DigestState>()
  memories.set(session, { generation: session.generation, states })
  return states
}

function headerOf(result: HttpResult, name: string): string | null {
  return result.headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null
}

function failed(result: HttpResult, errorCode: string, errorMessage: string): HttpResult {
  return { ...result, errorCode, errorMessage }
}
