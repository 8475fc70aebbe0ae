/** Request: calls the system under test over a protocol, checks what it answers and takes values from it. */
import { protocolDefinition, protocolDefinitions } from '@pone/protocols/definitions.ts'
import { z } from 'zod'
import { checkpointSchema, extractorSchema } from '../../answers/answer-rules.ts'
import { checkCheckpoint, checkExtractor } from '../../answers/expression-rules.ts'
import { defineStep } from '../definition.ts'
import { operationOf } from '../operation.ts'

const answerFields = {
  checkpoints: z.array(checkpointSchema).max(50).default([]),
  extractors: z.array(extractorSchema).max(50).default([]),
}

type Protocols = (typeof protocolDefinitions)[number]
/** The fields of a request over each protocol: what it does stands under the protocol's name. */
type RequestShape = {
  [P in Protocols as P['name']]: { readonly protocol: z.ZodLiteral<P['name']> } & Readonly<
    Record<P['name'], P['operation']['schema']>
  > &
    typeof answerFields
}[Protocols['name']]

// TypeScript cannot follow a list of protocols into the names of fields.
const shapes = protocolDefinitions.map(({ name, operation }) => ({
  protocol: z.literal(name),
  [name]: operation.schema,
  ...answerFields,
})) as unknown as readonly RequestShape[]

const [{ name: protocol, operations }] = protocolDefinitions
const [first] = operations
if (first === undefined) throw new Error(`The protocol ${protocol} offers no operation`)

export const requestStep = defineStep({
  kind: 'request',
  variants: shapes,
  variantBy: 'protocol',
  holdsSteps: false,
  label: 'request',
  group: 'work',
  icon: 'globe',
  tone: 'blue',
  title: { zh: 'HTTP 请求', en: 'HTTP request' },
  help: { zh: '发送请求，检查并提取响应', en: 'Sends a request, checks the answer and takes values from it' },
  defaults: { protocol, [protocol]: first.defaults(), checkpoints: [], extractors: [] },
  form: [{ item: 'part', name: 'request' }],
  problems: {},
  check(step, report, context) {
    const { operation } = protocolDefinition(step.protocol)
    operation.check(
      operationOf(step),
      (field, code, params) => report(`${step.protocol}.${field}`, code, params),
      context,
    )
    for (const [index, checkpoint] of step.checkpoints.entries()) {
      checkCheckpoint(checkpoint, `checkpoints.${index}`, report)
    }
    for (const [index, extractor] of step.extractors.entries()) {
      checkExtractor(extractor, `extractors.${index}`, report)
    }
  },
  summary: ({ name, http }) => (name === '' ? { zh: '', en: '' } : { zh: http.url, en: http.url }),
  titleOf: ({ http }) => http.url || '/',
  labelOf: step => protocolDefinition(step.protocol).summary(operationOf(step)),
  variables: ({ extractors }) => extractors.map(({ variable }) => ({ name: variable, origin: 'extractor' })),
  files: step => [...protocolDefinition(step.protocol).operation.files(operationOf(step))],
  searchText: ({ http }) => `${http.method}\n${http.url}`,
  responseTimeoutMs: ({ http }) => http.responseTimeoutMs,
  short: { head: 'name', builder: 'request' },
})
