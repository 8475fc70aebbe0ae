/** Writes one request and its response in full, for the sample of an error group or a standalone execution. */
import { type Exchange, keptBodyLength } from '@pone/contract/entities/run.ts'
import type { CompiledOperation, Outcome } from '@pone/protocols/protocol.ts'
import { cutSection } from '@pone/schema/exchange-content.ts'
import type { AnswerView } from '../answer-view.ts'
import type { CheckpointOutcome } from '../checkpoints.ts'
import type { Failure, LabelledRequest } from '../observer.ts'

const bounds = { maxTextLength: keptBodyLength, maxRows: 1_000 }

/** Result of an extractor. */
export interface Extraction {
  variable: string
  value: string
  matched: boolean
}

interface ExchangeParts {
  at: number
  step: LabelledRequest
  operation: CompiledOperation
  call: object
  outcome: Outcome
  view: AnswerView
  failure: Failure | null
  checkpoints: CheckpointOutcome[]
  extracted: Extraction[]
}

/** Creates the exchange on demand; separate from the judging of requests, so that requests without one have no cost for it. */
export const exchangeMaker = (parts: ExchangeParts) => (): Exchange => exchangeOf(parts)

/** The exchange in the contract's form; bodies are cut to 256 KiB. */
function exchangeOf(parts: ExchangeParts): Exchange {
  const { at, step, operation, call, outcome, view, failure, checkpoints, extracted } = parts
  const content = operation.describe(call, outcome)
  return {
    at,
    label: step.name,
    protocol: step.protocol.name,
    method: content.method,
    url: content.url,
    requestHeaders: content.requestHeaders,
    requestBody: content.requestBody.slice(0, keptBodyLength),
    status: outcome.status === 0 ? null : outcome.status,
    responseHeaders: outcome.headers.map(([name, value]) => [name, value]),
    responseBody: outcome.body.length === 0 ? '' : view.text().slice(0, keptBodyLength),
    responseBytes: outcome.body.length > 0 ? outcome.body.length : outcome.receivedBytes,
    durationMs: outcome.durationUs / 1_000,
    phases: phasesOf(step, outcome),
    error: failure === null ? null : { code: failure.code, message: failure.message },
    checkpoints,
    extracted,
    ...(outcome.traceId !== undefined && { traceId: outcome.traceId }),
    fromCache: content.fromCache ?? null,
    resources: content.resources ?? [],
    sections: content.sections.map(section => cutSection(section, bounds)),
  }
}

function phasesOf({ phaseKeys }: LabelledRequest, { phasesUs }: Outcome): Exchange['phases'] {
  const parts = phaseKeys.map((key, index) => {
    const us = phasesUs[index] ?? null
    return [key, us === null ? null : us / 1_000] as const
  })
  return Object.fromEntries(parts)
}
