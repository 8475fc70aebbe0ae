/** Answers Digest challenges: remembers what a server demanded of a user, so that after the first 401 each request carries its proof at once. */
import { createHash } from 'node:crypto'
import { isSource } from '../body/body-source.ts'
import type { DigestCredentials } from '../credentials.ts'
import type { HttpCall, HttpResult, Layer, LayerSession, RequestBody } from '../exchange.ts'
import { addHop, followHops, HopOptions, headerValue } from '../hops.ts'
import { targetOf } from '../origin.ts'
import { readChallenges } from './challenges.ts'
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
  const memories = new WeakMap<LayerSession, Memory>()
  const hopOptions = new HopOptions()
  return (call, session, next) => {
    const { auth } = call
    if (auth?.kind !== 'digest') return next(call)
    const states = statesOf(memories, session)
    const origin = originOf(call.url)
    // A proof holds for one address, so each hop of a redirect needs its own; another server has no right to any.
    return followHops(call, hopOptions, hop =>
      originOf(hop.url) === origin ? proved(hop, auth, states, next) : next(hop),
    )
  }
}

/** One hop, with what the server demands of it. */
async function proved(
  call: HttpCall,
  auth: DigestCredentials,
  states: Map<string, DigestState>,
  next: Send,
): Promise<HttpResult> {
  const key = `${originOf(call.url)} ${auth.user}\n${auth.password}`
  let state = states.get(key) ?? null
  let before: HttpResult | null = null
  let isFresh = false
  // At most: an old proof is refused, the new nonce is said to be stale, the third must do.
  for (let attempt = 1; ; attempt++) {
    const result = await next(state === null ? call : await withProof(call, auth, state))
    addHop(result, before)
    before = result
    if (result.errorCode !== null) return result
    if (result.status !== 401) {
      if (state !== null) follow(state, result)
      return result
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
      return result
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
  const info = headerValue(result.headers, 'authentication-info')
  const nonce = info === null ? undefined : readChallenges(`info ${info}`)[0]?.params.get('nextnonce')
  if (nonce === undefined || nonce === state.nonce || state.isSession) return
  state.nonce = nonce
  state.count = 0
}

function statesOf(memories: WeakMap<LayerSession, Memory>, session: LayerSession): Map<string, DigestState> {
  const known = memories.get(session)
  if (known !== undefined && known.generation === session.generation) return known.states
  const states = new Map<string, DigestState>()
  memories.set(session, { generation: session.generation, states })
  return states
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? ''
