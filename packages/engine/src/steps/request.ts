/** Request step: sends, judges by status, checkpoints and extractors, tells the observer, and says where to go on. */

import { toldCause } from '@pone/contract/told-cause.ts'
import type { Checkpoint } from '@pone/plan/answers/answer-rules.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import type { HttpCall, HttpResult } from '@pone/protocols/http/exchange.ts'
import { unsentResult } from '@pone/protocols/http/hops.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type CheckpointOutcome, type CompiledCheckpoint, compileCheckpoint } from '../checkpoints.ts'
import { type CompiledExtractor, compileExtractor } from '../extractors.ts'
import type { Failure } from '../observer.ts'
import { ResponseView } from '../response-view.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { type Extraction, exchangeMaker } from './exchange.ts'
import { expectedStatus } from './expected-status.ts'
import { compileCall } from './http-call.ts'
import type { CompileContext, CompiledStep, Flow } from './step.ts'

/** Answers of a step that are taken in full, one at a time, so that a first failure comes with a sample; each failure without one begins anew. */
const fullAnswers = 20
/** Faults of a body that nobody but the sample asked for: the answer counts as it would have without. */
const bodyFaults: readonly (string | null)[] = ['bodyTooLarge', 'protocol.encoding']

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
  const labelled = context.labelled(step)
  const checkpoints = step.checkpoints.map(checkpoint =>
    compileCheckpoint(checkpoint, text => context.template(text)),
  )
  const extractors = step.extractors.map(extractor =>
    compileExtractor(extractor, text => context.template(text)),
  )
  const readers = [...checkpoints, ...extractors]
  const needsBody = context.keepsResponses || readers.some(reader => reader.wantsBody)
  const buildCall = compileCall(step.http, context, {
    headers: context.keepsResponses || readers.some(reader => reader.wantsHeaders),
    body: needsBody,
  })
  const isExpected = expectedStatus(step.http.expectedStatuses)
  const afterFailure: Flow = context.settings.continueOnError ? 'next' : 'nextLoop'
  let fullAnswersLeft = fullAnswers
  let isSampling = false
  /** The outcome that the observer is being told of. */
  let told: HttpResult | null = null

  const judge = (user: VirtualUser, call: HttpCall, result: HttpResult): Flow => {
    const { clock, observer } = user.environment
    const view = new ResponseView(result, user.session)
    if (context.keepsResponses) user.lastResponse = view

    const isAnswered = result.errorCode === null || (!needsBody && bodyFaults.includes(result.errorCode))
    let failure = failureOf(result, isAnswered, isExpected)
    let flow: Flow = failure === null ? 'next' : afterFailure
    if (isAnswered) {
      const broken = brokenCheckpoint(checkpoints, view, user)
      if (broken !== null) {
        failure ??= { code: 'checkpoint', message: broken.description.summary }
        flow = further(afterFailure, broken.flow)
        if (flow === 'stopTest') {
          user.stopReason = toldCause('stepStoppedTest', {
            step: labelled.name,
            reason: broken.description.summary,
          })
        }
      }
    }
    const wantsDetail = observer.wantsEveryExchange
    const outcomes = failure !== null || wantsDetail ? describeAll(checkpoints, view, user) : []
    const extracted: Extraction[] = []
    for (const extractor of extractors) {
      const missing = extract(extractor, view, user, extracted)
      if (missing !== null && failure === null) {
        failure = missing
        flow = afterFailure
      }
    }
    if (failure !== null) user.failures++
    if (result.wireRequests > 0) user.turns++
    const makeExchange =
      failure === null && !wantsDetail
        ? null
        : exchangeMaker({
            at: Math.round(clock.epochMs() - result.durationUs / 1_000),
            label: labelled.name,
            call,
            result,
            view,
            failure,
            checkpoints: outcomes,
            extracted,
          })
    told = result
    observer.request(user, labelled, result, failure, makeExchange)
    told = null
    return flow
  }

  /** Counts a request whose making or judging threw: an author's text or a server's answer must not end the run. */
  const fail = (user: VirtualUser, result: HttpResult, message: string): Flow => {
    user.failures++
    if (result.wireRequests > 0) user.turns++
    user.environment.observer.request(user, labelled, result, { code: 'internal', message }, null)
    return afterFailure
  }

  return {
    run(user): Promise<Flow> {
      const { forceSignal, observer } = user.environment
      const wantsSample = fullAnswersLeft > 0 && !isSampling
      const wantsAll = observer.wantsEveryExchange || wantsSample
      if (wantsSample) {
        fullAnswersLeft--
        isSampling = true
      }
      let call: HttpCall
      try {
        call = buildCall(user, wantsAll)
      } catch (error) {
        if (wantsSample) isSampling = false
        const message = toldCause('requestNotMade', { reason: errorText(error) })
        return Promise.resolve(fail(user, unsentResult('', 'invalidRequest', ''), message))
      }
      // Without a value for it the request would be another one.
      if (user.usedUp !== null) {
        if (wantsSample) isSampling = false
        return Promise.resolve('stopUser')
      }
      // A callback instead of an awaited outcome: this is the path of every request, and each promise on it costs.
      return new Promise((resolve, reject) => {
        user.session.send(call, forceSignal, result => {
          if (wantsSample) isSampling = false
          const failuresBefore = user.failures
          try {
            resolve(judge(user, call, result))
          } catch (error) {
            // What the answer did to its readers is the request's affair; what counting did is not.
            if (told === result) reject(error)
            else resolve(fail(user, result, toldCause('answerNotJudged', { reason: errorText(error) })))
          }
          if (!wantsAll && user.failures > failuresBefore) fullAnswersLeft = fullAnswers
        })
      })
    },
  }
}

function failureOf(
  result: HttpResult,
  isAnswered: boolean,
  isExpected: (status: number) => boolean,
): Failure | null {
  if (!isAnswered) return { code: result.errorCode ?? '', message: result.errorMessage }
  if (isExpected(result.status)) return null
  return { code: `HTTP ${result.status}`, message: toldCause('statusNotExpected', { status: result.status }) }
}

function brokenCheckpoint(
  checkpoints: readonly CompiledCheckpoint[],
  view: ResponseView,
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

const describeAll = (checkpoints: readonly CompiledCheckpoint[], view: ResponseView, user: VirtualUser) =>
  checkpoints.map(checkpoint => checkpoint.describe(view, user))

/** Takes a value into its variable; the failure when there is none to take. */
function extract(
  extractor: CompiledExtractor,
  view: ResponseView,
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
