/** The arithmetic of Digest (RFC 7616): which challenge can be answered, and the value of Authorization that answers it. */
import { hash, randomBytes } from 'node:crypto'
import type { DigestCredentials } from '../credentials.ts'
import type { Challenge } from './challenges.ts'

const hashes = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
])

/** What a server demanded, and how often it was answered; lives as long as its nonce. */
export interface DigestState {
  readonly realm: string
  nonce: string
  readonly opaque: string | null
  /** As the server wrote it; null = not named, MD5. */
  readonly algorithm: string | null
  /** Name of the hash function. */
  readonly hashName: string
  readonly isSession: boolean
  /** null: the server knows none (RFC 2069). */
  readonly qop: 'auth' | 'auth-int' | null
  readonly hidesUser: boolean
  readonly cnonce: string
  /** Times that the nonce was used. */
  count: number
  /** Hash of user, realm and password, with nonce and cnonce for a session. */
  ha1: string
  readonly userHash: string
}

/** A state for the first challenge that can be answered, in the server's order; null when there is none. */
export function digestState(
  challenges: readonly Challenge[],
  { user, password }: DigestCredentials,
): DigestState | null {
  for (const { scheme, params } of challenges) {
    const nonce = params.get('nonce')
    if (scheme !== 'digest' || nonce === undefined) continue
    const algorithm = params.get('algorithm') ?? null
    const name = (algorithm ?? 'md5').toLowerCase()
    const isSession = name.endsWith('-sess')
    const hashName = hashes.get(isSession ? name.slice(0, -'-sess'.length) : name)
    const qop = qopOf(params.get('qop'))
    if (hashName === undefined || qop === undefined) continue
    const realm = params.get('realm') ?? ''
    const cnonce = randomBytes(16).toString('hex')
    const secret = hash(hashName, `${user}:${realm}:${password}`)
    return {
      realm,
      nonce,
      opaque: params.get('opaque') ?? null,
      algorithm,
      hashName,
      isSession,
      qop,
      hidesUser: params.get('userhash')?.toLowerCase() === 'true',
      cnonce,
      count: 0,
      ha1: isSession ? hash(hashName, `${secret}:${nonce}:${cnonce}`) : secret,
      userHash: hash(hashName, `${user}:${realm}`),
    }
  }
  return null
}

/** undefined: only kinds that we do not know. */
function qopOf(list: string | undefined): 'auth' | 'auth-int' | null | undefined {
  if (list === undefined || list.trim() === '') return null
  const offered = list.split(',').map(item => item.trim().toLowerCase())
  if (offered.includes('auth')) return 'auth'
  return offered.includes('auth-int') ? 'auth-int' : undefined
}

/** The request that is to be authorised. */
export interface DigestRequest {
  method: string
  /** As it stands in the request line. */
  target: string
  /** Hash of the body by the state's function; needed only for auth-int. */
  bodyHash: string
}

/** Value of Authorization; counts the use of the nonce. */
export function digestAuthorization(
  state: DigestState,
  { user }: DigestCredentials,
  { method, target, bodyHash }: DigestRequest,
): string {
  const { realm, nonce, opaque, algorithm, hashName, qop, cnonce, ha1 } = state
  const count = (++state.count).toString(16).padStart(8, '0')
  const ha2 = hash(hashName, `${method}:${target}${qop === 'auth-int' ? `:${bodyHash}` : ''}`)
  const response =
    qop === null
      ? hash(hashName, `${ha1}:${nonce}:${ha2}`)
      : hash(hashName, `${ha1}:${nonce}:${count}:${cnonce}:${qop}:${ha2}`)
  const parts = [
    userPart(state, user),
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(target)}`,
    `response="${response}"`,
  ]
  if (algorithm !== null) parts.push(`algorithm=${algorithm}`)
  if (opaque !== null) parts.push(`opaque=${quoted(opaque)}`)
  if (qop !== null) parts.push(`qop=${qop}`, `nc=${count}`)
  if (qop !== null || state.isSession) parts.push(`cnonce="${cnonce}"`)
  if (state.hidesUser) parts.push('userhash=true')
  return `Digest ${parts.join(', ')}`
}

function userPart({ hidesUser, userHash }: DigestState, user: string): string {
  if (hidesUser) return `username="${userHash}"`
  if (/^[\x20-\x7e]*$/.test(user)) return `username=${quoted(user)}`
  const extended = encodeURIComponent(user.toWellFormed()).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `username*=UTF-8''${extended}`
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
