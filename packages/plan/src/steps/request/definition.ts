/** Request: calls the system under test over a protocol, checks what it answers and takes values from it. */

import { type ProtocolName, protocolDefinition, protocolDefinitions } from '@pone/protocols/definitions.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { z } from 'zod'
import { checkpointSchema, extractorSchema } from '../../answers/answer-rules.ts'
import { checkCheckpoint, checkExtractor } from '../../answers/expression-rules.ts'
import { recordedAnswerSchema } from '../../answers/recorded-answer.ts'
import { defineStep, type FieldsOf } from '../definition.ts'
import { offeredOperationOf, operationOf } from '../operation.ts'

const answerFields = {
  checkpoints: z.array(checkpointSchema).max(50).default([]),
  extractors: z.array(extractorSchema).max(50).default([]),
  /** What a standalone execution is compared with; missing: with nothing. */
  recorded: recordedAnswerSchema.optional(),
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

/** The fields of a new request over a protocol, or over the first one. */
export function newRequest(
  protocol: ProtocolName = protocolDefinitions[0].name,
  key?: string,
): FieldsOf<RequestShape> {
  const { operations } = protocolDefinition(protocol)
  const offered = operations.find(each => key === undefined || each.key === key)
  const fields = { protocol, [protocol]: offered?.defaults() ?? {}, checkpoints: [], extractors: [] }
  // The field is named by the protocol, which TypeScript cannot follow.
  return fields as unknown as FieldsOf<RequestShape>
}

export const requestStep = defineStep({
  kind: 'request',
  variants: shapes,
  variantBy: 'protocol',
  holdsSteps: false,
  label: 'request',
  group: 'work',
  icon: 'globe',
  tone: 'blue',
  title: { zh: '请求', en: 'Request' },
  help: {
    zh: '发送请求，检查并提取响应',
    en: 'Sends a request, checks the response and extracts values',
  },
  defaults: newRequest(),
  form: [{ item: 'part', name: 'request' }],
  problems: {},
  check(step, report, context) {
    const { operation } = protocolDefinition(step.protocol)
    operation.check(
      operationOf(step),
      (field, code, params) => report(`${step.protocol}.${field}`, code, params),
      { settings: context.settings[step.protocol], attachmentIds: context.attachmentIds },
    )
    for (const [index, checkpoint] of step.checkpoints.entries()) {
      checkCheckpoint(checkpoint, `checkpoints.${index}`, report)
    }
    for (const [index, extractor] of step.extractors.entries()) {
      checkExtractor(extractor, `extractors.${index}`, report)
    }
  },
  titleFor: step => offeredOperationOf(step)?.title ?? protocolDefinition(step.protocol).title,
  summary(step) {
    return step.name === '' ? { zh: '', en: '' } : titleOf(step)
  },
  titleOf,
  labelOf: step => protocolDefinition(step.protocol).summary(operationOf(step)),
  variables: ({ extractors }) => extractors.map(({ variable }) => ({ name: variable, origin: 'extractor' })),
  files: step => [...protocolDefinition(step.protocol).operation.files(operationOf(step))],
  searchText(step) {
    const { zh, en } = titleOf(step)
    return [protocolDefinition(step.protocol).summary(operationOf(step)), zh, en].join('\n')
  },
  responseTimeoutMs: step => protocolDefinition(step.protocol).responseTimeoutMs?.(operationOf(step)) ?? 0,
  short: { head: 'name', builder: 'request' },
})

function titleOf(step: { readonly protocol: ProtocolName }): Bilingual {
  const definition = protocolDefinition(step.protocol)
  const operation = operationOf(step)
  const summary = definition.summary(operation)
  return definition.titleOf?.(operation) ?? { zh: summary, en: summary }
}
