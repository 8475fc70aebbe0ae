/**
 * Request step: sends by its protocol, judges by verdict, checkpoints and extractors, reports to the observer, and
 * returns what follows.
 */

import { toldCause } from '@pone/contract/told-cause.ts'
import type { Checkpoint } from '@pone/plan/answers/answer-rules.ts'
import { operationOf } from '@pone/plan/steps/operation.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { CompiledOperation, Outcome } from '@pone/protocols/protocol.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { AnswerView } from '../answer-view.ts'
import { type CheckpointOutcome, type CompiledCheckpoint, compileCheckpoint } from '../checkpoints.ts'
import type { Flow } from '../compiled-component.ts'
import { type CompiledExtractor, compileExtractor } from '../extractors.ts'
import { labelledRequest } from '../labelled-request.ts'
import type { Failure, LabelledRequest } from '../observer.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { type Extraction, exchangeMaker } from './exchange.ts'
import type { CompileContext, CompiledStep } from './step.ts'

/** Responses of a step that are read in full, one at a time, so that a first failure has a sample; each failure without one starts again. */
const fullAnswers = 20

const flowByAction: Record<Checkpoint['onFailure'], Flow> = {
  continue: 'next',
  nextLoop: 'nextLoop',
  stopUser: 'stopUser',
  stopTest: 'stopTest',
}
const flowOrder: readonly Flow[] = ['next', 'nextLoop', 'stopUser', 'stopTest', 'halt']
const further = (a: Flow, b: Flow): Flow => (flowOrder.indexOf(a) >= flowOrder.indexOf(b) ? a : b)

/** Compiles a request step. */
export function compileRequest(step: StepOf<'request'>, context: CompileContext): CompiledStep {
  return new RequestStep(step, context)
}

/** A compiled request; counts how many more responses are read in full. */
class RequestStep implements CompiledStep {
  readonly #labelled: LabelledRequest
  readonly #checkpoints: readonly CompiledCheckpoint[]
  readonly #extractors: readonly CompiledExtractor[]
  /** Index of the protocol in the component. */
  readonly #slot: number
  readonly #operation: CompiledOperation
  readonly #keepsResponses: boolean
  readonly #afterFailure: Flow
  #fullAnswersLeft = fullAnswers
  #isSampling = false
  /** The outcome that is being reported to the observer. */
  #reported: Outcome | null = null

  constructor(step: StepOf<'request'>, context: CompileContext) {
    const { label, name } = context.labelled(step)
    const template = (text: string) => context.template(text)
    this.#labelled = labelledRequest(step, { index: label, name })
    this.#checkpoints = step.checkpoints.map(checkpoint => compileCheckpoint(checkpoint, template))
    this.#extractors = step.extractors.map(extractor => compileExtractor(extractor, template))
    const readers = [...this.#checkpoints, ...this.#extractors]
    this.#slot = context.protocols.slotOf(step.protocol)
    this.#operation = context.protocols.at(this.#slot).compile(operationOf(step), {
      stepId: step.id,
      wantsHeaders: context.keepsResponses || readers.some(reader => reader.wantsHeaders),
      wantsBody: context.keepsResponses || readers.some(reader => reader.wantsBody),
    })
    this.#keepsResponses = context.keepsResponses
    this.#afterFailure = context.settings.continueOnError ? 'next' : 'nextLoop'
  }

  run(user: VirtualUser): Promise<Flow> {
    const { forceSignal, observer } = user.environment
    const wantsSample = this.#fullAnswersLeft > 0 && !this.#isSampling
    const wantsAll = observer.wantsEveryExchange || wantsSample
    if (wantsSample) {
      this.#fullAnswersLeft--
      this.#isSampling = true
    }
    let call: object
    try {
      call = this.#operation.build(user, wantsAll)
    } catch (error) {
      if (wantsSample) this.#isSampling = false
      const message = toldCause('requestNotMade', { reason: errorText(error) })
      return Promise.resolve(this.#fail(user, this.#operation.unsent('invalidRequest', ''), message))
    }
    // Without a value for it another request would be sent.
    if (user.usedUp !== null) {
      if (wantsSample) this.#isSampling = false
      return Promise.resolve('stopUser')
    }
    // A callback instead of an awaited outcome: this is the path of every request, and each promise on it costs.
    return new Promise((resolve, reject) => {
      this.#operation.send(call, user.session(this.#slot), forceSignal, outcome => {
        if (wantsSample) this.#isSampling = false
        const failuresBefore = user.failures
        try {
          resolve(this.#judge(user, call, outcome))
        } catch (error) {
          // An error of reading the response is the request's; an error of counting is not.
          if (this.#reported === outcome) reject(error)
          else resolve(this.#fail(user, outcome, toldCause('answerNotJudged', { reason: errorText(error) })))
        }
        if (!wantsAll && user.failures > failuresBefore) this.#fullAnswersLeft = fullAnswers
      })
    })
  }

  #judge(user: VirtualUser, call: object, outcome: Outcome): Flow {
    const { clock, observer } = user.environment
    const view = new AnswerView(outcome, this.#operation, user.session(this.#slot))
    if (this.#keepsResponses) user.lastResponse = view

    const isAnswered = this.#operation.isAnswered(outcome)
    let failure = isAnswered ? this.#operation.failureOf(outcome) : faultOf(outcome)
    let flow: Flow = failure === null ? 'next' : this.#afterFailure
    const broken = isAnswered ? brokenCheckpoint(this.#checkpoints, view, user) : null
    if (broken !== null) {
      failure ??= { code: 'checkpoint', message: broken.description.summary }
      flow = further(this.#afterFailure, broken.flow)
      if (flow === 'stopTest') user.stopReason = this.#stopReason(broken.description)
    }
    const wantsDetail = observer.wantsEveryExchange
    const outcomes = failure !== null || wantsDetail ? describeAll(this.#checkpoints, view, user) : []
    const extracted: Extraction[] = []
    for (const extractor of this.#extractors) {
      const missing = extract(extractor, view, user, extracted)
      if (missing !== null && failure === null) {
        failure = missing
        flow = this.#afterFailure
      }
    }
    if (failure !== null) user.failures++
    if (outcome.wireRequests > 0) user.turns++
    const makeExchange =
      failure === null && !wantsDetail
        ? null
        : exchangeMaker({
            at: Math.round(clock.epochMs() - outcome.durationUs / 1_000),
            step: this.#labelled,
            operation: this.#operation,
            call,
            outcome,
            view,
            failure,
            checkpoints: outcomes,
            extracted,
          })
    this.#reported = outcome
    observer.request(user, this.#labelled, outcome, failure, makeExchange)
    this.#reported = null
    return flow
  }

  #stopReason({ summary }: CheckpointOutcome): string {
    return toldCause('stepStoppedTest', { step: this.#labelled.name, reason: summary })
  }

  /** Counts a request whose creation or judging threw: an author's text or a server's response must not end the run. */
  #fail(user: VirtualUser, outcome: Outcome, message: string): Flow {
    user.failures++
    if (outcome.wireRequests > 0) user.turns++
    user.environment.observer.request(user, this.#labelled, outcome, { code: 'internal', message }, null)
    return this.#afterFailure
  }
}

const faultOf = ({ errorCode, errorMessage }: Outcome): Failure => ({
  code: errorCode ?? '',
  message: errorMessage,
})

function brokenCheckpoint(
  checkpoints: readonly CompiledCheckpoint[],
  view: AnswerView,
  user: VirtualUser,
): { description: CheckpointOutcome; flow: Flow } | null {
  let description: CheckpointOutcome | null = null
  let flow: Flow = 'next'
  for (const checkpoint of checkpoints) {
    if (checkpoint.holds(view, user)) continue
    description ??= checkpoint.describe(view, user)
    flow = further(flow, flowByAction[checkpoint.onFailure])
  }
  return description === null ? null : { description, flow }
}

const describeAll = (checkpoints: readonly CompiledCheckpoint[], view: AnswerView, user: VirtualUser) =>
  checkpoints.map(checkpoint => checkpoint.describe(view, user))

/** Stores a value in its variable; returns the failure when there is none. */
function extract(
  extractor: CompiledExtractor,
  view: AnswerView,
  user: VirtualUser,
  extracted: Extraction[],
): Failure | null {
  const { variable } = extractor
  const found = extractor.extract(view, user)
  const value = found ?? extractor.defaultValue(user)
  if (value !== null) {
    user.variables.set(variable, value)
    user.component.redactor.learn(variable, value)
  }
  extracted.push({ variable, value: value ?? '', matched: found !== null })
  if (value !== null) return null
  const fault = extractor.faultOf(view)
  const message =
    fault === ''
      ? toldCause('nothingExtracted', { variable })
      : toldCause('nothingExtractedBecause', { variable, reason: fault })
  return { code: 'extractor', message }
}
