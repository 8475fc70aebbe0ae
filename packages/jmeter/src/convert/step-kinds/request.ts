/** Request → the sampler of its protocol; JMeter has none for some protocols. */
import type { ProtocolName } from '@pone/protocols/definitions.ts'
import { protocolDefinition } from '@pone/protocols/definitions.ts'
import { answerXml } from '../answer-xml.ts'
import { requestXml } from '../request-xml.ts'
import { sqlXml } from '../sql/sql-xml.ts'
import { tcpXml } from '../tcp/tcp-xml.ts'
import { placeOf, type StepToWrite, type StepWriter } from './step-writer.ts'

type Request = StepToWrite<'request'>

/** How requests of a protocol are written; those of other protocols are reported and left out. */
const protocols: Readonly<Partial<Record<ProtocolName, (written: Request) => string[]>>> = {
  http: ({ step, document, writer }) =>
    step.protocol === 'http' ? [requestXml(step, document.settings, writer, answerXml(step, writer))] : [],
  sql: ({ step, document, writer }) => (step.protocol === 'sql' ? sqlXml({ step, document, writer }) : []),
  tcp: ({ step, document, writer }) => (step.protocol === 'tcp' ? tcpXml({ step, document, writer }) : []),
}

export const requestStepXml: StepWriter<'request'> = written => {
  const { step, writer } = written
  const write = protocols[step.protocol]
  if (write !== undefined) return write(written)
  writer.left.add(placeOf(step), 'noProtocol', { name: protocolDefinition(step.protocol).title.en })
  return []
}
