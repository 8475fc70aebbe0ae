/** The fields of a TCP Sampler, with what the defaults around it give. */
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import { secretMask } from '@pone/schema/limits.ts'
import type { JmxNode } from '../../jmx/plan.ts'
import type { AnswerContext } from '../answer.ts'
import { effectiveOf, type Scope } from '../scope.ts'
import { type AnswerEnd, classOf, eolOf, hexOf, type TcpClientClass } from './client-classes.ts'

export interface SamplerContext extends Pick<AnswerContext, 'left' | 'text'> {
  /** Time-outs of the group, ms. */
  readonly group: {
    readonly settings: Partial<Pick<RunSettings, 'connectTimeoutMs' | 'responseTimeoutMs'>>
  }
}

export interface TcpSampler {
  readonly node: JmxNode
  readonly kind: TcpClientClass
  /** A template. */
  readonly host: string
  readonly port: number
  /** Tells connections to one address apart; empty = none does. */
  readonly user: string
  readonly end: AnswerEnd
  /** A template. */
  readonly request: string
  readonly isReused: boolean
  readonly isClosed: boolean
  readonly connectTimeoutMs: number
  readonly timeoutMs: number
}

/** null where it cannot be carried, which is reported. */
export function samplerOf(node: JmxNode, scope: Scope, context: SamplerContext): TcpSampler | null {
  const { left, text, group } = context
  const raw = (name: string) => effectiveOf([...scope.tcpDefaults, node], name)
  const value = (name: string) => text(node, raw(name))
  const className = value('TCPSampler.classname')
  const kind = classOf(className)
  if (kind === null) {
    left.add(node, 'tcpClass', { name: className })
    return null
  }
  const port = Number(value('TCPSampler.port').trim() || Number.NaN)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    left.add(node, 'tcpPort', { value: value('TCPSampler.port') })
    return null
  }
  const detail = (name: string, shown: string) => left.add(node, 'detail', { name, value: shown })
  const timeout = (name: string, asSet: number | undefined): number => {
    const ms = value(name).trim()
    if (!/^\d{0,9}$/.test(ms)) detail(name, ms)
    const within = Math.min(3_600_000, Number(ms) || 0)
    return within === asSet ? 0 : within
  }
  const eol = value('TCPSampler.EolByte')
  if (eol.includes('${')) detail('TCPSampler.EolByte', eol)
  const isByLength = kind === 'length'
  for (const [name, shown] of [
    ['TCPSampler.soLinger', raw('TCPSampler.soLinger')],
    ['ConfigTestElement.password', raw('ConfigTestElement.password') && secretMask],
  ] as const)
    if (shown !== '') detail(name, shown)
  return {
    node,
    kind,
    host: value('TCPSampler.server').trim(),
    port,
    user: value('ConfigTestElement.username').trim(),
    end: { isByLength, eolByte: isByLength ? null : eolOf(eol) },
    request: value('TCPSampler.request'),
    isReused: raw('TCPSampler.reUseConnection') !== 'false',
    isClosed: raw('TCPSampler.closeConnection') === 'true',
    connectTimeoutMs: timeout('TCPSampler.ctimeout', group.settings.connectTimeoutMs),
    timeoutMs: timeout('TCPSampler.timeout', group.settings.responseTimeoutMs),
  }
}

/** The server ends the answer by ending the connection. */
export const endsConnection = ({ end }: TcpSampler): boolean => !end.isByLength && end.eolByte === null

/** The connection is no longer there after it. */
export const isLastOver = (sampler: TcpSampler): boolean =>
  sampler.isClosed || !sampler.isReused || endsConnection(sampler)

/** What is sent without the byte that ends it, which the connection adds again; null if it does not end with it. */
export function withoutEol({ kind, request, end: { eolByte } }: TcpSampler): string | null {
  if (eolByte === null || kind === 'length') return null
  if (kind === 'text' && eolByte > 127) return null
  const mark = kind === 'text' ? String.fromCodePoint(eolByte) : hexOf([eolByte])
  const sent = kind === 'text' ? request : request.trim().toLowerCase()
  if (!sent.endsWith(mark)) return null
  const rest = sent.slice(0, -mark.length)
  // It is added only to what does not end with it already, as the value of an expression may.
  return rest.endsWith(mark) || rest.endsWith('}') ? request : rest
}
