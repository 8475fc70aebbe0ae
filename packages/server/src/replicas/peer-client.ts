/** Calls another server: signed JSON over a few persistent connections, with a time-out; network errors are returned, not thrown. */

import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { getCACertificates } from 'node:tls'
import { errorText } from '@pone/schema/error-text.ts'
import { sign, signatureHeader } from './signature.ts'

export const peerPath = (name: string): string => `/apm-api/replica/${name}`
export const peerContentType = 'application/vnd.pone.replica+json'

const defaultTimeoutMs = 5_000
const maxConnectionsPerPeer = 16
/** Maximum number of calls waiting for one server; further calls fail at once. */
const maxWaiting = 2_000

export type PeerAnswer =
  | { readonly isDone: true; readonly data: unknown }
  /** `status` is null when there was no response. */
  | { readonly isDone: false; readonly status: number | null; readonly reason: string }

export interface PeerClient {
  call(
    peer: { readonly address: string },
    name: string,
    input: unknown,
    options?: { timeoutMs?: number },
  ): Promise<PeerAnswer>
  close(): void
}

/** `authorities`: PEM of CA certificates that peers may be signed with, in addition to the default ones. */
export function createPeerClient(key: Buffer, now: () => number, authorities?: string): PeerClient {
  const trust = authorities === undefined ? {} : { ca: [...getCACertificates(), authorities] }
  const limits = { keepAlive: true, maxSockets: maxConnectionsPerPeer }
  const agents = { 'http:': new HttpAgent(limits), 'https:': new HttpsAgent({ ...limits, ...trust }) }
  const waiting = new Map<string, number>()

  const exchange = (address: string, name: string, body: Buffer, timeoutMs: number): Promise<PeerAnswer> =>
    new Promise(resolve => {
      const url = new URL(peerPath(name), address)
      const isTls = url.protocol === 'https:'
      const options: RequestOptions = {
        method: 'POST',
        agent: isTls ? agents['https:'] : agents['http:'],
        headers: {
          'content-type': peerContentType,
          'content-length': body.length,
          [signatureHeader]: sign(key, url.pathname, body, now()),
        },
        signal: AbortSignal.timeout(timeoutMs),
      }
      const fail = (cause: Error) => resolve({ isDone: false, status: null, reason: cause.message })
      const sent = (isTls ? requestHttps : requestHttp)(url, options, response => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', fail)
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8')
          const status = response.statusCode ?? 0
          if (status !== 200) return resolve({ isDone: false, status, reason: text.slice(0, 500) })
          try {
            resolve({ isDone: true, data: text === '' ? null : JSON.parse(text) })
          } catch (cause) {
            resolve({ isDone: false, status, reason: errorText(cause) })
          }
        })
      })
      sent.on('error', fail)
      sent.end(body)
    })

  return {
    call: async ({ address }, name, input, { timeoutMs = defaultTimeoutMs } = {}) => {
      const before = waiting.get(address) ?? 0
      if (before >= maxWaiting) return { isDone: false, status: null, reason: 'too many calls are waiting' }
      waiting.set(address, before + 1)
      try {
        return await exchange(address, name, Buffer.from(JSON.stringify(input)), timeoutMs)
      } finally {
        waiting.set(address, (waiting.get(address) ?? 1) - 1)
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
