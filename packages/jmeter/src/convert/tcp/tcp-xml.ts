/** A request over TCP → a TCP Sampler, which has its connection in itself. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import type { RequestOver } from '@pone/plan/steps/registry.ts'
import { bareHost } from '@pone/protocols/messages/definition/host.ts'
import { rulesXml } from '../answer-xml.ts'
import type { PlanWriter } from '../plan-writer.ts'
import { endTextOf, withEnd } from './answer-ends.ts'
import { answerEndOf, classNameOf, lengthProperty, type TcpClientClass } from './client-classes.ts'
import { requestFor, type SamplerRequest, type TcpConnect, type TcpExchange } from './request-for.ts'

interface TcpStep {
  readonly step: RequestOver<'tcp'>
  readonly document: ComponentDocument
  readonly writer: PlanWriter
}

const placeOf = (step: RequestOver<'tcp'>) => ({ key: step.id, testname: labelNameOf(step) })

/** The elements; none for what JMeter does within a request, or has nothing for. */
export function tcpXml(written: TcpStep): string[] {
  const { step, writer } = written
  const { tcp: op } = step
  switch (op.kind) {
    case 'connect':
      reportConnect(written, op)
      return []
    case 'close':
      if (writer.tcp.get(step.id)?.closes !== true) writer.left.add(placeOf(step), 'noCounterpart')
      return []
    case 'send':
    case 'await':
      return exchangeXml(written, op)
  }
}

function reportConnect({ step, writer: { left } }: TcpStep, { tls, framing }: TcpConnect): void {
  const own = placeOf(step)
  if (!step.enabled) return left.add(own, 'noCounterpart')
  if (tls) return left.add(own, 'tcpTls')
  if (answerEndOf(framing) === null) return left.add(own, 'tcpFraming')
  left.add(own, 'tcpConnectsWithin')
  if (framing.kind === 'length' && framing.lengthBytes !== lengthProperty.usual)
    left.add(own, 'property', { name: lengthProperty.name, value: framing.lengthBytes })
}

function exchangeXml(written: TcpStep, op: TcpExchange): string[] {
  const { step, writer } = written
  const request = requestFor(op, writer.tcp.get(step.id)?.connect)
  if (typeof request === 'object') return [samplerXml(written, op, request)]
  writer.left.add(placeOf(step), request)
  return []
}

function samplerXml(
  { step, document, writer }: TcpStep,
  op: TcpExchange,
  { kind, text, connect, end }: SamplerRequest,
): string {
  const { settings } = document
  return writer.element(
    'TCPSamplerGui',
    placeOf(step).testname,
    {
      isEnabled: step.enabled,
      values: {
        'TCPSampler.classname': classNameOf(kind),
        'TCPSampler.server': writer.text(step, bareHost(connect.host)),
        'TCPSampler.port': String(connect.port),
        'TCPSampler.ctimeout': String(connect.timeoutMs || settings.connectTimeoutMs),
        'TCPSampler.timeout': String(op.timeoutMs || settings.responseTimeoutMs),
        'TCPSampler.reUseConnection': 'true',
        'TCPSampler.closeConnection': String(writer.tcp.get(step.id)?.closes === true),
        'TCPSampler.nodelay': 'true',
        // A signed byte.
        'TCPSampler.EolByte': end.eolByte === null ? '' : String((end.eolByte << 24) >> 24),
        'TCPSampler.request': writer.text(step, text),
        // JMeter tells connections to one address apart by it, and does not send it.
        'ConfigTestElement.username': op.connection === 'default' ? '' : op.connection,
      },
    },
    answerXml(step, kind, connect, writer),
  )
}

/** JMeter has bytes as hexadecimal digits, so only durations mean the same there. */
function answerXml(
  step: RequestOver<'tcp'>,
  kind: TcpClientClass,
  { framing }: TcpConnect,
  writer: PlanWriter,
): string[] {
  const { id, name, checkpoints, extractors } = step
  const rules =
    kind === 'text'
      ? { checkpoints: checkpoints.map(check => withEnd(check, endTextOf(framing))), extractors }
      : { checkpoints: checkpoints.filter(({ source }) => source === 'responseTime'), extractors: [] }
  return rulesXml({ id, name, ...rules }, writer)
}
