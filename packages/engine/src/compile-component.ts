/** Compiles a component for one worker: templates, parameters, scripts and steps, ready for its users. */

import { statSync } from 'node:fs'
import type { LogLine } from '@pone/contract/entities/run.ts'
import type { Share } from '@pone/contract/link/plan.ts'
import { CauseError, toldCause } from '@pone/contract/told-cause.ts'
import { compileJsonPath, jsonText } from '@pone/plan/answers/json-path.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { isReference, mapCredentials, userOf } from '@pone/plan/component/credentials.ts'
import { readsOf } from '@pone/plan/component/reads.ts'
import type { RowParameter } from '@pone/plan/parameters/parameters.ts'
import { labelNameOf, pushedLabelOf, pushedStepId } from '@pone/plan/scenario/labels.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { walkSteps } from '@pone/plan/steps/walk.ts'
import type { ProjectFile, Template, Trace } from '@pone/protocols/protocol.ts'
import { SharedMemory } from '@pone/protocols/wire/shared-memory.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { NameValue } from '@pone/schema/template.ts'
import type { ComponentOf, InitialVariable, ParameterColumn } from './compiled-component.ts'
import { ComponentProtocols } from './component-protocols.ts'
import { labelledRequest } from './labelled-request.ts'
import { memoized } from './memoized.ts'
import { networkOf } from './network.ts'
import type { LabelledRequest } from './observer.ts'
import { fileSource } from './parameters/file.ts'
import { generatedRules, generatedSource } from './parameters/generated.ts'
import { listSource } from './parameters/list.ts'
import { ParameterPool, type UniqueRows } from './parameters/parameter-pool.ts'
import { rangeSource } from './parameters/range.ts'
import { type RowDesk, rowDeskAlone } from './parameters/row-desk.ts'
import type { RowSource } from './parameters/row-source.ts'
import { type Tables, tableKey, tableSource } from './parameters/table.ts'
import { UniqueNumbers } from './parameters/unique-numbers.ts'
import { Redactor } from './redactor.ts'
import { ScriptHost } from './scripts/script-host.ts'
import { compileSteps } from './steps/registry.ts'
import { compileTemplate } from './templates.ts'
import type { VirtualUser } from './virtual-user.ts'

const wholeShare: Share = { from01: 0, to01: 1 }

/** A component, ready to run. */
export type CompiledComponent = ComponentOf<VirtualUser>

/** Options for compiling a component. */
export interface ComponentOptions {
  readonly name: string
  readonly document: ComponentDocument
  readonly share: Share
  /** The label that a step is counted under, if the run has labels. */
  labelOf(stepId: string): RunLabel | undefined
  /** Path of each parameter file by its id. */
  readonly filePaths: Readonly<Record<string, string>>
  /** Rows of parameters that were read from a database before the run. */
  readonly tables?: Tables | undefined
  /** Shared by all components of a worker; without it the component has its own. */
  readonly uniqueNumbers?: UniqueNumbers
  /** The same for unique rows; without it the component has all of them. */
  readonly rows?: RowDesk
  /** Position of the component in its plan. */
  readonly position?: number
  /** Users of the worker at the run's peak, all components together. */
  readonly users?: number
  /** The same for masking secrets in reports. */
  readonly redactor?: Redactor
  /** The same for data that protocols share, e.g. tokens. */
  readonly shared?: SharedMemory
  readonly extraHeaders: readonly (readonly [name: string, value: string])[]
  /** A new trace for one request; left out: requests carry none. */
  readonly newTrace?: (() => Trace) | undefined
  log(level: LogLine['level'], source: string, message: string): void
}

/** Compiles. @throws Error when a parameter file is missing or empty, or a script has a syntax error */
export function compileComponent(options: ComponentOptions): CompiledComponent {
  const { name, document, share } = options
  const warned = new Set<string>()
  const template = (text: string) =>
    compileTemplate(text, source => {
      if (warned.has(source)) return
      warned.add(source)
      options.log('warn', name, toldCause('noValueBeforeRun', { name: source }))
    })
  const numbers = options.uniqueNumbers ?? new UniqueNumbers(() => 0)
  const desk = options.rows ?? rowDeskAlone()
  const pools = document.parameters.map((parameter, at) => {
    if (!('selection' in parameter)) {
      const rules = { ...generatedRules, update: parameter.update }
      return new ParameterPool(rules, generatedSource(parameter, numbers), wholeShare)
    }
    const source = rowsOf(parameter, options, template)
    if (parameter.selection !== 'unique') return new ParameterPool(parameter, source, share)
    return new ParameterPool(parameter, source, share, uniqueRows({ parameter, source, at, desk }, options))
  })
  const columns = new Map<string, ParameterColumn>()
  for (const [pool, { source }] of pools.entries()) {
    for (const [column, variable] of source.columns.entries()) {
      if (variable !== '') columns.set(variable, { pool, column })
    }
  }
  const steps = [...walkSteps(document.steps)]
  const protocols = new ComponentProtocols({
    component: name,
    settings: document.settings,
    network: networkOf(options, template),
    extraHeaders: options.extraHeaders,
    newTrace: options.newTrace,
    shared: options.shared ?? new SharedMemory(),
    template,
    jsonText: jsonTextAt,
    file: fileId => projectFileOf(fileId, options),
  })
  const pushedSteps = pushedStepsOf(steps, options)
  const body = compileSteps(document.steps, {
    component: name,
    settings: document.settings,
    protocols,
    keepsResponses: steps.some(step => step.kind === 'script' && step.code.includes('response')),
    scripts: new ScriptHost(),
    enclosing: { id: '', label: -1, name },
    labelled(step) {
      const label = options.labelOf(step.id)
      return { id: step.id, label: label?.index ?? -1, name: label?.name ?? labelNameOf(step) }
    },
    template,
    compileSteps,
    log: (level, message) => options.log(level, name, message),
  })
  const variables = document.variables
    .filter((variable: NameValue) => variable.enabled && variable.name !== '')
    .map(variable => ({ name: variable.name, value: template(variable.value) }))
  const redactor = options.redactor ?? new Redactor()
  for (const { name: secretName, secret } of document.variables) if (secret) redactor.addName(secretName)
  learnCredentials(document, redactor, template)
  return {
    name,
    document,
    body,
    protocols,
    requestSteps: requestStepsOf(steps, options),
    pushedSteps,
    pools,
    waitedPools: pools.flatMap(({ leased }, position) => (leased === null ? [] : [position])),
    columns,
    variables: variables.map(variable => learning(variable, redactor)),
    redactor,
  }
}

const pathOf = memoized(compileJsonPath)

/** The first value at a JSONPath of a text; undefined when there is none. */
function jsonTextAt(text: string, path: string): string | undefined {
  const compiled = pathOf(path)
  if (compiled === null) return undefined
  try {
    const [first] = compiled(JSON.parse(text))
    return first === undefined ? undefined : jsonText(first)
  } catch {
    return undefined
  }
}

/** What requests are counted under, by the id of their step. */
function requestStepsOf(steps: readonly Step[], options: ComponentOptions): Map<string, LabelledRequest> {
  const requests = new Map<string, LabelledRequest>()
  for (const step of steps) {
    if (step.kind !== 'request') continue
    const label = options.labelOf(step.id)
    const name = label?.name ?? labelNameOf(step)
    requests.set(step.id, labelledRequest(step, { index: label?.index ?? -1, name }))
  }
  return requests
}

/** Messages that arrive unrequested after a step, by the step's id. */
function pushedStepsOf(steps: readonly Step[], options: ComponentOptions): Map<string, LabelledRequest> {
  const pushed = new Map<string, LabelledRequest>()
  for (const step of steps) {
    const name = pushedLabelOf(step)
    if (name === null || step.kind !== 'request') continue
    const label = options.labelOf(pushedStepId(step.id))
    pushed.set(step.id, labelledRequest(step, { index: label?.index ?? -1, name: label?.name ?? name }))
  }
  return pushed
}

/** Adds to the redactor the passwords and tokens of the component itself, and their form in Basic authentication. */
function learnCredentials(
  document: ComponentDocument,
  redactor: Redactor,
  template: (text: string) => Template,
): void {
  mapCredentials(document, (value, place) => {
    if (value === '' || isReference(value)) return value
    // A partly literal one is masked by its literal beginning and by the header's name.
    const known = template(value).constant ?? value.slice(0, value.indexOf('${'))
    redactor.addCredential(known)
    const user = userOf(place)
    if (user !== null)
      redactor.addCredential(Buffer.from(`${template(user).constant ?? user}:${known}`).toString('base64'))
    return value
  })
}

/** Adds to the redactor each value that the variable starts with. */
function learning({ name, value }: InitialVariable, redactor: Redactor): InitialVariable {
  if (!redactor.isSecret(name)) return { name, value }
  return {
    name,
    value: {
      constant: null,
      evaluate(scope) {
        const text = value.evaluate(scope)
        redactor.learn(name, text)
        return text
      },
    },
  }
}

/** The source of a parameter's unique rows. */
function uniqueRows(
  { parameter, source, at, desk }: { parameter: RowParameter; source: RowSource; at: number; desk: RowDesk },
  { name, document, share, position = 0, users = 1, ...options }: ComponentOptions,
): UniqueRows {
  const { update, exhaustion } = parameter
  const title = source.columns.filter(column => column !== '').join(', ')
  let isTold = false
  return {
    leased: desk.open({
      key: `${position}.${at}`,
      rowCount: source.rowCount,
      users,
      share01: share.to01 - share.from01,
      isReusable: exhaustion === 'cycle',
      // A row for a user's lifetime is requested when it is needed: rows in advance would only be unavailable to
      // others.
      asksAhead: update !== 'once' || !document.threadGroup.reuseThreads,
    }),
    perIteration: update === 'occurrence' ? readsOf(document, source.columns) : 1,
    onRepeat() {
      if (isTold) return
      isTold = true
      options.log('warn', name, toldCause('parameterRepeats', { parameter: title }))
    },
  }
}

function rowsOf(
  parameter: RowParameter,
  options: ComponentOptions,
  template: (text: string) => Template,
): RowSource {
  if (parameter.kind === 'list') return listSource(parameter, template)
  const source = sourceOf(parameter, options)
  if (source.rowCount === 0) {
    throw new CauseError('parameterWithoutRows', {
      component: options.name,
      parameter: source.columns.join(', '),
    })
  }
  return source
}

function sourceOf(parameter: Exclude<RowParameter, { kind: 'list' }>, options: ComponentOptions): RowSource {
  if (parameter.kind === 'range') return rangeSource(parameter)
  if (parameter.kind === 'file') return openFile(parameter, options)
  const { tables = {}, position = 0 } = options
  return tableSource(parameter, tables[tableKey(position, parameter)] ?? [])
}

/** Logs the progress of reading a file, each second from the first one on. */
function progressLog(options: ComponentOptions, title: string): (ratio01: number) => void {
  let toldAt = performance.now()
  return ratio01 => {
    if (performance.now() - toldAt < 1_000) return
    toldAt = performance.now()
    const percent = Math.floor(ratio01 * 100)
    const which = { component: options.name, parameter: title, percent }
    options.log('info', options.name, toldCause('parameterProgress', which))
  }
}

function projectFileOf(fileId: string, { name, filePaths }: ComponentOptions): ProjectFile {
  const path = filePaths[fileId]
  const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
  if (path === undefined || stats === undefined || !stats.isFile()) {
    throw new CauseError('bodyFileMissing', { component: name, file: fileId })
  }
  return { path, sizeBytes: stats.size }
}

function openFile(parameter: Extract<RowParameter, { kind: 'file' }>, options: ComponentOptions): RowSource {
  const path = options.filePaths[parameter.fileId]
  const which = { component: options.name, parameter: parameter.columns.join(', ') }
  if (path === undefined) throw new CauseError('parameterFileMissing', which)
  try {
    return fileSource(parameter, path, { onProgress: progressLog(options, which.parameter) })
  } catch (error) {
    const params = { ...which, reason: errorText(error) }
    throw new CauseError('parameterFileUnreadable', params, '', { cause: error })
  }
}
