/** TCP Samplers → steps over TCP. */
import type { RequestOver, Step } from '@pone/plan/steps/registry.ts'
import {
  type TcpOperation,
  type TcpOperationOf,
  tcpOperationSchema,
} from '@pone/protocols/tcp/definition/operation.ts'
import { tcp } from '@pone/protocols/tcp/definition.ts'
import type { JmxNode } from '../../jmx/plan.ts'
import type { AnswerContext } from '../answer.ts'
import { durationChecksOf, rulesOf } from '../rules-of.ts'
import type { Scope } from '../scope.ts'
import { withoutEnd } from './answer-ends.ts'
import type { TcpConnections } from './connections-of.ts'
import { type TcpSampler, withoutEol } from './sampler-of.ts'

export interface TcpContext extends AnswerContext {
  readonly tcp: TcpConnections
}

type TcpRequest = Pick<RequestOver<'tcp'>, 'tcp' | 'checkpoints' | 'extractors'>

/** The operation of a sampler with the checks of its answer; null where it has no counterpart, which is reported. */
export function tcpRequestOf(node: JmxNode, scope: Scope, context: TcpContext): TcpRequest | null {
  const found = context.tcp.samplers.get(node.key)
  if (found === undefined) return null
  const { sampler, connection } = found
  const parsed = tcpOperationSchema.safeParse(operationOf(sampler, connection))
  if (!parsed.success) {
    const name = parsed.error.issues.map(issue => issue.path.join('.')).join(', ')
    context.left.add(node, 'tooLong', { name })
    return null
  }
  for (const each of [node, ...scope.tcpDefaults]) context.left.carry(each)
  return { tcp: parsed.data, ...answerRulesOf(sampler, scope, context) }
}

/** An empty request is not sent: JMeter only waits. */
function operationOf(
  sampler: TcpSampler,
  { name: connection, appliesToSent }: { readonly name: string; readonly appliesToSent: boolean },
): Record<string, unknown> {
  const { request, kind, timeoutMs } = sampler
  const common = { connection, timeoutMs }
  if (request === '' && kind !== 'length') return { kind: 'await', ...common }
  const data = appliesToSent ? (withoutEol(sampler) ?? request) : request
  return { kind: 'send', ...common, content: kind === 'text' ? 'text' : 'hex', data, reply: 'next' }
}

const checkpointSources: ReadonlySet<string> = new Set(tcp.checkpointSources)
const extractorSources: ReadonlySet<string> = new Set(tcp.extractorSources)

/** JMeter has bytes as hexadecimal digits, so only durations mean the same there. */
function answerRulesOf(
  { kind, end: { eolByte } }: TcpSampler,
  scope: Scope,
  context: TcpContext,
): Pick<TcpRequest, 'checkpoints' | 'extractors'> {
  if (kind !== 'text') return { checkpoints: durationChecksOf(scope, context), extractors: [] }
  const end = eolByte === null ? '' : String.fromCodePoint(eolByte)
  const { checkpoints, extractors } = rulesOf(scope, context, {
    hasStatuses: false,
    checkpoint: check => (checkpointSources.has(check.source) ? withoutEnd(check, end) : null),
    extractor: ({ source }) => extractorSources.has(source),
  })
  return { checkpoints, extractors }
}

export const tcpConnectStep = (connect: TcpOperationOf<'connect'>, context: { nextId: () => string }): Step =>
  stepOf(connect, context)

export const tcpCloseStep = (connection: string, context: { nextId: () => string }): Step =>
  stepOf({ kind: 'close', connection, timeoutMs: 0 }, context)

const stepOf = (operation: TcpOperation, { nextId }: { nextId: () => string }): Step => ({
  id: nextId(),
  name: '',
  enabled: true,
  kind: 'request',
  protocol: 'tcp',
  tcp: operation,
  checkpoints: [],
  extractors: [],
})
