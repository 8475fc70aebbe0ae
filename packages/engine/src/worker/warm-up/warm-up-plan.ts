/** The plan of a warm-up: the components of a run as they can be driven against answers of the process itself, without files, rows, sign-ins, proxies or waiting. Pure. */

import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { namesOf, type Parameter, parameterSchema } from '@pone/plan/parameters/parameters.ts'
import { labelNameOf, labelsOf } from '@pone/plan/scenario/labels.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { definitionOf, type Step, type StepOf } from '@pone/plan/steps/registry.ts'
import { childrenOf } from '@pone/plan/steps/walk.ts'
import { protocolDefinition } from '@pone/protocols/definitions.ts'
import { answerHeader } from './answering-server.ts'
import { type SyntheticAnswer, syntheticAnswers } from './synthetic-answer.ts'

export interface WarmUpPlan {
  readonly plan: RunPlan
  /** By the position that a request names in `answerHeader`. */
  readonly answers: readonly (readonly SyntheticAnswer[])[]
  /** Labels of the requests that cannot be answered within the process, each once. */
  readonly leftOut: readonly string[]
}

/** Enough to have several requests under way, few enough that their scripts do not hold the process for long. */
const minUsers = 16
const maxUsers = 40
/** Share of the users that are new ones in each iteration: the first seconds of a run open most of its connections. */
const newUsers01 = 0.1
/** More than a cold worker can start, so that it is never idle. */
const arrivalsPerSecond = 10_000
const durationSeconds = 60
/** A script that needs longer would use up the time of the warm-up. */
const scriptTimeoutMs = 20

export function warmUpPlanOf(run: RunPlan): WarmUpPlan {
  const answers: SyntheticAnswer[][] = []
  const leftOut = new Set<string>()
  const components = run.components.flatMap(component => {
    const document = documentOf(component.document, answers, leftOut)
    const percentage = 100 / run.components.length
    const threadGroup = { ...document.threadGroup, reuseThreads: false }
    return [
      { ...component, document, percentage: percentage * (1 - newUsers01) },
      { ...component, document: { ...document, threadGroup }, percentage: percentage * newUsers01 },
    ]
  })
  const isOpen = run.drive === 'arrivals'
  const users = Math.min(maxUsers, Math.max(minUsers, components.length * 2))
  const plan: RunPlan = {
    runId: run.runId,
    components,
    labels: labelsOf(components, run.drive),
    drive: run.drive,
    maxUsers: users,
    loadModel: loadModelSchema.parse({
      kind: 'constant',
      users: isOpen ? arrivalsPerSecond : users,
      rampUpSeconds: 0,
      durationSeconds,
    }),
    sampleLog: 'off',
    ...(run.traces === undefined ? {} : { traces: run.traces }),
    files: [],
  }
  return { plan, answers, leftOut: [...leftOut] }
}

function documentOf(
  document: ComponentDocument,
  answers: SyntheticAnswer[][],
  leftOut: Set<string>,
): ComponentDocument {
  const { settings } = document
  return {
    ...document,
    parameters: document.parameters.flatMap(withoutRows),
    settings: {
      ...settings,
      continueOnError: true,
      pacing: { mode: 'none' },
      tls: { ...settings.tls, trustedFileId: null, clientCertificate: { kind: 'none' } },
      proxy: { kind: 'none' },
      dns: 'cached',
      hosts: [],
      sourceAddresses: [],
      bandwidth: { downBytesPerSecond: 0, upBytesPerSecond: 0 },
      http: {
        ...settings.http,
        httpVersion: '1.1',
        embeddedResources: false,
        auth: isAnswerable(settings.http.auth) ? settings.http.auth : { kind: 'none' },
      },
    },
    steps: stepsOf(document.steps, answers, leftOut),
  }
}

/** Digest and OAuth 2 wait for answers of the target itself. */
const isAnswerable = ({ kind }: { readonly kind: string }): boolean => kind !== 'digest' && kind !== 'oauth2'

function stepsOf(steps: readonly Step[], answers: SyntheticAnswer[][], leftOut: Set<string>): Step[] {
  return steps.flatMap((step): Step[] => {
    if (!step.enabled || definitionOf(step.kind).gathersUsers === true) return []
    if (step.kind === 'request') return requestOf(step, answers, leftOut)
    if (step.kind === 'script') return [{ ...step, timeoutMs: Math.min(step.timeoutMs, scriptTimeoutMs) }]
    if (!('children' in step)) return [step]
    return [{ ...step, children: stepsOf(childrenOf(step), answers, leftOut) }]
  })
}

function requestOf(step: StepOf<'request'>, answers: SyntheticAnswer[][], leftOut: Set<string>): Step[] {
  const isAnswered =
    step.protocol === 'http' && protocolDefinition('http').operation.files(step.http).length === 0
  if (!isAnswered) {
    leftOut.add(labelNameOf(step))
    return []
  }
  const { http, checkpoints } = step
  const position = answers.push(syntheticAnswers(step)) - 1
  return [
    {
      ...step,
      checkpoints: checkpoints.map(checkpoint => ({ ...checkpoint, onFailure: 'continue' })),
      http: {
        ...http,
        embeddedResources: 'off',
        auth: isAnswerable(http.auth) ? http.auth : { kind: 'none' },
        headers: [...http.headers, { name: answerHeader, value: String(position), enabled: true }],
      },
    },
  ]
}

/** The same variables with values of their own: rows of the run stay where they are. */
function withoutRows(parameter: Parameter): Parameter[] {
  if (parameter.kind === 'uniqueId') return [{ ...parameter, form: 'uuid' }]
  if (!('selection' in parameter)) return [parameter]
  if (parameter.kind === 'list' || parameter.kind === 'range') {
    return [{ ...parameter, selection: 'sequential', exhaustion: 'cycle' }]
  }
  return namesOf(parameter)
    .filter(name => name !== '')
    .map((name, column) =>
      parameterSchema.parse({
        kind: 'list',
        id: `${parameter.id}.${column}`,
        name,
        update: parameter.update,
        values: ['1', '2', '3'],
      }),
    )
}
