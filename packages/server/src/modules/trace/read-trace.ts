/** One trace from a tracing system: bounded in time, size and number at once, behind the wall of addresses. */
import type { ReadTrace } from '@pone/contract/entities/trace.ts'
import type { TracingSystemSettings } from '@pone/contract/entities/tracing-system.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { AddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import { traceOf } from '@pone/results/traces/trace-of.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { connectionFaultOf } from '../../adapters/outgoing/connection-fault.ts'
import { type OutgoingAnswer, sendRequest } from '../../adapters/outgoing/outgoing-request.ts'
import { tracingSystems } from './systems/registry.ts'
import type { TraceRequest } from './systems/system.ts'

export interface OpenedSystem {
  readonly settings: TracingSystemSettings
  /** Password or token; '' without sign-in. */
  readonly secret: string
}

export interface TraceBounds {
  readonly wall: AddressWall
  readonly timeoutMs: number
}

const maxMegabytes = 8
/** Of an answer that is no trace. */
const shownAnswer = 300

/** Whatever comes back is an outcome; nothing is thrown. */
export async function readTrace(
  system: OpenedSystem,
  traceId: string,
  bounds: TraceBounds,
): Promise<ReadTrace> {
  const { kind, authority } = system.settings
  const request = tracingSystems[kind].request(traceId)
  try {
    const answer = await sendRequest(
      {
        url: urlOf(system.settings.address, request.path),
        method: request.method,
        headers: headersOf(system, request),
        body: request.body,
      },
      { ...bounds, authority, maxBytes: maxMegabytes * 1_048_576 },
    )
    return outcomeOf(system.settings, traceId, answer)
  } catch (cause) {
    return failed(faultText(cause, bounds.timeoutMs))
  }
}

const failed = (cause: string): ReadTrace => ({ state: 'failed', cause })

/** The path is added to that of the address. */
function urlOf(address: string, path: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`
}

function headersOf({ settings, secret }: OpenedSystem, { method }: TraceRequest): Record<string, string> {
  const { signIn, user, tenant } = settings
  return {
    accept: 'application/json',
    ...(method === 'POST' && { 'content-type': 'application/json' }),
    ...(signIn === 'basic' && {
      authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
    }),
    ...(signIn === 'bearer' && { authorization: `Bearer ${secret}` }),
    ...(tenant !== '' && { 'x-scope-orgid': tenant }),
  }
}

function outcomeOf(
  { kind }: TracingSystemSettings,
  traceId: string,
  { status, body, isWhole }: OutgoingAnswer,
): ReadTrace {
  const system = tracingSystems[kind]
  if (status === 401 || status === 403) return failed(toldCause('traceSignIn', { status }))
  if (status === 404 && system.isNotFound(body, traceId)) return { state: 'notFound' }
  if (status !== 200) return failed(toldCause('traceStatus', { status }, body.slice(0, shownAnswer)))
  if (!isWhole) return failed(toldCause('traceTooLarge', { megabytes: maxMegabytes }))
  const answer = system.read(parsed(body))
  if (answer === null) return failed(toldCause('traceAnswer', {}, body.slice(0, shownAnswer)))
  if ('refused' in answer) return failed(toldCause('traceRefused', {}, answer.refused.slice(0, shownAnswer)))
  if (answer.spans.length === 0) return { state: 'notFound' }
  return { state: 'found', trace: traceOf(traceId, answer.spans) }
}

/** undefined: no JSON, which no system answers. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function faultText(cause: unknown, timeoutMs: number): string {
  const fault = connectionFaultOf(cause)
  const raw = errorText(cause)
  switch (fault.kind) {
    case 'privateAddress':
      return toldCause('tracePrivateAddress', { host: fault.host })
    case 'timedOut':
      return toldCause('traceTimedOut', { seconds: Math.round(timeoutMs / 1_000) })
    case 'noAddress':
      return toldCause('traceNoAddress', { host: fault.host }, raw)
    case 'tls':
      return toldCause('traceTls', {}, raw)
    case 'connection':
    case 'other':
      return toldCause('traceConnection', {}, raw)
  }
}
