/** Converts the samples of a full XML log to exchanges: request and response of each, parts of samples under their sample. */
import { type Exchange, keptBodyLength } from '@pone/contract/entities/run.ts'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { attributeOf, scanXml, type XmlElement } from '../jmx/xml.ts'
import { decodeContent } from '../jmx/xml-text.ts'
import { failureOf } from '../jtl/failure.ts'
import { transactionMessage } from '../jtl/row.ts'
import { isVariable } from './variables.ts'

const sampleTags = new Set(['sample', 'httpSample'])
const end = '</testResults>'

type TrialEvent = Extract<DebugEvent, { kind: 'exchange' | 'transaction' | 'variables' }>

/**
 * The events of the log's samples, in the order of their ends, each before its parts; null while the last one is
 * incomplete. `stepId` is a sample's position: `3`, and `3.1` for the first part of the third. Variables follow the
 * sample that changed them.
 */
export function samplesOf(text: string): TrialEvent[] | null {
  const whole = storable(text.trimEnd())
  const scanned = scanXml(whole.endsWith(end) ? whole : `${whole}${end}`)
  if (!scanned.ok) return null
  const source = whole
  const [root] = scanned.elements
  const variables = new Map<string, Readonly<Record<string, string>>>()
  return (root?.children ?? [])
    .filter(({ name }) => sampleTags.has(name))
    .flatMap((sample, index) => {
      const thread = attributeOf(sample, 'tn')?.value ?? ''
      const before = variables.get(thread)
      const values = variablesOf(sample)
      variables.set(thread, values)
      const changed = Object.entries(values).filter(([name, value]) => value !== before?.[name])
      const events = eventsOf(source, sample, String(index + 1))
      if (changed.length === 0) return events
      // Variables of a thread's first sample had their value before.
      if (before !== undefined) addExtracted(events, changed)
      return [...events, { kind: 'variables' as const, user: 0, iteration: 0, values }]
    })
}

/** JMeter writes variables without a value as empty. */
const variablesOf = (sample: XmlElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    sample.attributes
      .filter(({ name, value }) => isVariable(name) && value !== '')
      .map(({ name, value }) => [name, value]),
  )

/** The request that was sent last is the one whose response was extracted from. */
function addExtracted(events: TrialEvent[], changed: readonly [string, string][]): void {
  const last = events.findLastIndex(each => each.kind === 'exchange' && !each.stepId.includes('.'))
  const event = events[last]
  if (event?.kind !== 'exchange') return
  const extracted = changed.map(([variable, value]) => ({ variable, value, matched: true }))
  events[last] = { ...event, exchange: { ...event.exchange, extracted } }
}

/** JMeter writes characters that XML cannot contain as references, e.g. of images. */
const storable = (text: string): string =>
  text.replaceAll(
    /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi,
    (reference, hex: string | undefined, decimal: string | undefined) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const isKept =
        code === 9 ||
        code === 10 ||
        code === 13 ||
        (code >= 32 && code < 0xd800) ||
        (code > 0xdfff && code < 0xfffe)
      return isKept || (code > 0xffff && code <= 0x10ffff) ? reference : '\ufffd'
    },
  )

function eventsOf(text: string, sample: XmlElement, stepId: string): TrialEvent[] {
  const parts = sample.children.filter(({ name }) => sampleTags.has(name))
  return [
    eventOf(text, sample, stepId),
    ...parts.flatMap((part, index) => eventsOf(text, part, `${stepId}.${index + 1}`)),
  ]
}

function eventOf(text: string, sample: XmlElement, stepId: string): TrialEvent {
  const value = (name: string) => attributeOf(sample, name)?.value ?? ''
  const shared = { stepId, user: 0, iteration: 0 }
  const passed = value('s') === 'true'
  if (value('rm').startsWith(transactionMessage)) {
    return { kind: 'transaction', ...shared, name: value('lb'), durationMs: Number(value('t')), passed }
  }
  return { kind: 'exchange', ...shared, exchange: exchangeOf(text, sample, value, passed) }
}

function exchangeOf(
  text: string,
  sample: XmlElement,
  value: (name: string) => string,
  isPassed: boolean,
): Exchange {
  const child = (name: string) => contentOf(text, sample, name)
  const [durationMs, latencyMs, connectMs] = [Number(value('t')), Number(value('lt')), Number(value('ct'))]
  const isHttp = sample.name === 'httpSample'
  const checkpoints = sample.children
    .filter(({ name }) => name === 'assertionResult')
    .map(assertion => {
      const part = (name: string) => contentOf(text, assertion, name)
      const passed = part('failure') !== 'true' && part('error') !== 'true'
      return { id: part('name'), summary: part('name'), passed, actual: part('failureMessage') }
    })
  const failureMessage = checkpoints.find(({ passed }) => !passed)?.actual ?? ''
  const failure = failureOf({ responseCode: value('rc'), responseMessage: value('rm'), failureMessage })
  return {
    at: Math.max(0, Math.round(Number(value('ts')))),
    label: value('lb'),
    method: child('method'),
    url: child('java.net.URL'),
    requestHeaders: headersOf(child('requestHeader')),
    requestBody: (isHttp ? child('queryString') : child('samplerData')).slice(0, keptBodyLength),
    status: /^\d{3}$/.test(value('rc')) ? Number(value('rc')) : null,
    responseHeaders: headersOf(child('responseHeader')),
    responseBody: child('responseData').slice(0, keptBodyLength),
    responseBytes: Number(value('by')) || 0,
    durationMs,
    protocol: 'http',
    phases: {
      dns: null,
      connect: connectMs > 0 ? connectMs : null,
      tls: null,
      firstByte: latencyMs > 0 ? Math.max(0, latencyMs - connectMs) : null,
      transfer: latencyMs > 0 ? Math.max(0, durationMs - latencyMs) : null,
    },
    error: isPassed ? null : { code: failure.code, message: failure.message },
    checkpoints,
    extracted: [],
    fromCache: null,
    resources: [],
    sections: [],
  }
}

function contentOf(text: string, element: XmlElement, name: string): string {
  const found = element.children.find(child => child.name === name)
  return found === undefined ? '' : decodeContent(text.slice(found.openEnd, found.closeFrom))
}

/** Lines of `name: value`; the status line is not a header. */
const headersOf = (lines: string): [string, string][] =>
  lines.split('\n').flatMap((line): [string, string][] => {
    const at = line.indexOf(': ')
    return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 2).trimEnd()]]
  })
