/** A request over TCP as it is compared with what comes back from a JMeter plan: with its connection, in one notation. */
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { RequestOver } from '@pone/plan/steps/registry.ts'
import { bareHost } from '@pone/protocols/messages/definition/host.ts'
import { delimiterBytes, type Framing } from '@pone/protocols/tcp/definition/framing.ts'
import { normalCheck } from '../normal-check.ts'
import type { TcpUse } from '../plan-writer.ts'
import { endTextOf, withEnd } from './answer-ends.ts'
import { hexOf } from './client-classes.ts'
import { messageText } from './message-text.ts'
import type { TcpExchange } from './request-for.ts'

type Fields = Readonly<Record<string, unknown>>

export function normalTcp(
  { tcp: op, checkpoints, extractors }: RequestOver<'tcp'>,
  settings: RunSettings,
  use: TcpUse | undefined,
): Fields {
  const { connect } = use ?? {}
  if (connect === undefined || op.kind === 'connect' || op.kind === 'close') return {}
  const { framing } = connect
  const endText = endTextOf(framing)
  return {
    tcp: { ...exchangeOf(op, framing), timeoutMs: op.timeoutMs || settings.responseTimeoutMs },
    connection: {
      name: op.connection,
      host: bareHost(connect.host),
      port: connect.port,
      framing: framingOf(framing),
      keptFor: use?.isKept === true ? 'user' : 'iteration',
      timeoutMs: connect.timeoutMs || settings.connectTimeoutMs,
    },
    checkpoints: checkpoints.map(check => withEnd(normalCheck(check), endText)),
    extractors: extractors.map(({ id: _own, ...extractor }) => extractor),
  }
}

function exchangeOf(op: TcpExchange, framing: Framing): Fields {
  const { kind, charset, match, count } = op
  if (kind === 'await') return { kind, charset, from: op.from, match, count }
  const { reply } = op
  return {
    kind,
    reply,
    ...(reply === 'matching' && { match }),
    ...(reply === 'count' && { count }),
    // Bytes have no character set, but answers may.
    charset,
    data: dataOf(op, framing),
  }
}

/** As hexadecimal where that is known before a run. */
function dataOf(op: Extract<TcpExchange, { kind: 'send' }>, framing: Framing): unknown {
  const asBytes = messageText({ ...op, charset: 'utf-8' }, framing, true)
  return (op.data.includes('${') ? messageText(op, framing, false) : asBytes)?.text ?? op
}

/** A delimiter by its bytes; whether it is added to what is sent is seen there, and a property has the size of a length. */
function framingOf(framing: Framing): Fields {
  if (framing.kind === 'delimiter') return { kind: framing.kind, delimiter: shownDelimiter(framing) }
  return framing.kind === 'length' ? { ...framing, lengthBytes: null } : framing
}

function shownDelimiter(framing: Extract<Framing, { kind: 'delimiter' }>): string {
  const bytes = delimiterBytes(framing)
  return bytes === null ? framing.delimiter : hexOf(bytes)
}
