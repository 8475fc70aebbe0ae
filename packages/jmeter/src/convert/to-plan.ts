/** A component of PR → a JMeter plan with one thread group, and a list of what could not be carried. */
import type { Step } from '@pone/contract/entities/component/steps.ts'
import type { ComponentDocument } from '@pone/contract/entities/component.ts'
import { childrenOf } from '@pone/engine/plan/walk.ts'
import { type ElementContent, elementXml } from '../elements/default-xml.ts'
import { elementById } from '../elements/registry.ts'
import { shiftIndent } from '../jmx/indent.ts'
import { answerXml } from './answer-xml.ts'
import { jmeterText } from './component-text.ts'
import { type Left, LeftList } from './left.ts'
import { requestXml } from './request-xml.ts'

/** What the parts of a component are written with. */
export interface PlanWriter {
  readonly left: LeftList
  /** A template as JMeter's text; `step` is told what has no counterpart. */
  readonly text: (step: Named, template: string) => string
  /** An element of the registry with those below it, which come as their XML. */
  readonly element: (id: string, name: string, content?: ElementContent, below?: readonly string[]) => string
}

export interface Named {
  readonly id: string
  readonly name: string
}

/** The text of the plan; `fileNames` by the ids of the project's files. */
export function toPlan(
  name: string,
  document: ComponentDocument,
  fileNames: ReadonlyMap<string, string> = new Map(),
): { readonly text: string; readonly left: readonly Left[] } {
  const left = new LeftList()
  const writer: PlanWriter = {
    left,
    text: (step, template) =>
      jmeterText(template, called =>
        left.add({ key: step.id, testname: step.name }, 'function', { name: called }),
      ),
    element,
  }
  const component = { id: '', name }
  const { threadGroup } = document
  const isForever = threadGroup.loops === 0
  const isScheduled = threadGroup.durationSeconds > 0 || threadGroup.startDelaySeconds > 0
  const group = element(
    'ThreadGroupGui',
    name,
    {
      values: {
        'ThreadGroup.num_threads': String(threadGroup.threads),
        'ThreadGroup.ramp_time': String(Math.ceil(threadGroup.rampUpSeconds)),
        'ThreadGroup.same_user_on_next_iteration': String(threadGroup.reuseThreads),
        'LoopController.loops': isForever ? '-1' : String(threadGroup.loops),
        'ThreadGroup.scheduler': String(isScheduled),
        'ThreadGroup.duration': isScheduled
          ? String(Math.ceil(threadGroup.durationSeconds) || 31_536_000)
          : '',
        'ThreadGroup.delay': isScheduled ? String(Math.ceil(threadGroup.startDelaySeconds)) : '',
      },
    },
    [
      ...settingsXml(document, component, writer),
      ...parametersXml(document, component, writer, fileNames),
      ...document.steps.flatMap(step => stepXml(step, document, writer)),
    ],
  )
  const plan = element('TestPlanGui', name, {}, [group])
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">\n  <hashTree>\n    ${shiftIndent(plan, '    ', '\n')}\n  </hashTree>\n</jmeterTestPlan>\n`
  return { text, left: left.items }
}

function element(
  id: string,
  name: string,
  content: ElementContent = {},
  below: readonly string[] = [],
): string {
  const definition = elementById(id)
  if (definition === undefined) throw new Error(`the registry has no ${id}`)
  const own = elementXml(definition, name, content)
  if (below.length === 0) return `${own}\n<hashTree/>`
  return `${own}\n<hashTree>${below.map(each => `\n  ${shiftIndent(each, '  ', '\n')}`).join('')}\n</hashTree>`
}

function settingsXml(
  { settings, variables }: ComponentDocument,
  component: Named,
  writer: PlanWriter,
): string[] {
  const { element: write, text, left } = writer
  const own = { key: component.id, testname: component.name }
  const defaults = {
    'HTTPSampler.connect_timeout': String(settings.connectTimeoutMs),
    'HTTPSampler.response_timeout': String(settings.responseTimeoutMs),
    'HTTPSampler.image_parser': String(settings.embeddedResources),
    'HTTPSampler.concurrentDwn': String(settings.embeddedResources),
    'HTTPSampler.concurrentPool': String(settings.parallelPerHost),
  }
  const parts = [
    write('HttpDefaultsGui', 'HTTP Request Defaults', { values: defaults }),
    write('CookiePanel', 'HTTP Cookie Manager', {
      values: { 'CookieManager.clearEachIteration': String(settings.clearCookiesEachIteration) },
    }),
  ]
  if (settings.cache) {
    const clears = String(settings.clearCacheEachIteration)
    parts.push(write('CacheManagerGui', 'HTTP Cache Manager', { values: { clearEachIteration: clears } }))
  }
  const hosts = settings.hosts.filter(host => host.enabled)
  if (hosts.length > 0) {
    const rows = hosts.map(host => ({ 'StaticHost.Name': host.name, 'StaticHost.Address': host.value }))
    const values = { 'DNSCacheManager.isCustomResolver': 'true' }
    parts.push(
      write('DNSCachePanel', 'DNS Cache Manager', { values, rows: { 'DNSCacheManager.hosts': rows } }),
    )
  }
  if (settings.auth.kind === 'basic' || settings.auth.kind === 'digest') {
    const row = {
      'Authorization.url': text(component, settings.baseUrl),
      'Authorization.username': text(component, settings.auth.user),
      'Authorization.password': text(component, settings.auth.password),
      'Authorization.mechanism': settings.auth.kind.toUpperCase(),
    }
    parts.push(write('AuthPanel', 'HTTP Authorization Manager', { rows: { 'AuthManager.auth_list': [row] } }))
  } else if (settings.auth.kind === 'oauth2') left.add(own, 'detail', { name: 'auth', value: 'oauth2' })
  const headers = [
    ...(settings.compression ? [{ 'Header.name': 'Accept-Encoding', 'Header.value': 'gzip, deflate' }] : []),
    ...(settings.auth.kind === 'bearer'
      ? [{ 'Header.name': 'Authorization', 'Header.value': `Bearer ${text(component, settings.auth.token)}` }]
      : []),
  ]
  if (headers.length > 0)
    parts.push(write('HeaderPanel', 'HTTP Header Manager', { rows: { 'HeaderManager.headers': headers } }))
  for (const [name, value, usual] of [
    ['pacing', settings.pacing.mode, 'none'],
    ['thinkTime', settings.thinkTime.mode, 'asRecorded'],
    ['httpVersion', settings.httpVersion, '1.1'],
    ['proxy', settings.proxy.kind, 'none'],
    ['clientCertificate', settings.tls.clientCertificate.kind, 'none'],
  ] as const) {
    if (value !== usual) left.add(own, 'detail', { name, value })
  }
  for (const secret of variables.filter(variable => variable.secret)) {
    left.add(own, 'detail', { name: secret.name, value: '••••••••' })
  }
  const rows = variables
    .filter(variable => variable.enabled)
    .map(variable => ({
      'Argument.name': variable.name,
      'Argument.value': variable.secret ? '' : text(component, variable.value),
    }))
  if (rows.length > 0)
    parts.push(write('ArgumentsPanel', 'User Defined Variables', { rows: { 'Arguments.arguments': rows } }))
  return parts
}

function parametersXml(
  { parameters }: ComponentDocument,
  component: Named,
  { element: write, left }: PlanWriter,
  fileNames: ReadonlyMap<string, string>,
): string[] {
  return parameters.flatMap(parameter => {
    if (parameter.kind === 'file') {
      const filename = fileNames.get(parameter.fileId) ?? parameter.fileId
      const values = {
        filename,
        fileEncoding: parameter.encoding === 'latin1' ? 'ISO-8859-1' : parameter.encoding.toUpperCase(),
        variableNames: parameter.columns.map((column, index) => column || `unused_${index + 1}`).join(','),
        ignoreFirstLine: String(parameter.hasHeader),
        delimiter: parameter.delimiter === '\t' ? '\\t' : parameter.delimiter,
        quotedData: String(parameter.quote !== ''),
        recycle: String(parameter.exhaustion === 'cycle'),
        stopThread: String(parameter.exhaustion === 'stopUser'),
      }
      return [write('CSVDataSet', filename, { values })]
    }
    if (parameter.kind === 'range') {
      const values = {
        'CounterConfig.name': parameter.name,
        'CounterConfig.start': String(parameter.from),
        'CounterConfig.end': String(parameter.to),
        'CounterConfig.incr': String(parameter.step),
        'CounterConfig.format': '0'.repeat(parameter.padding),
        'CounterConfig.per_user': String(parameter.selection !== 'unique'),
      }
      return [write('CounterConfigGui', parameter.name, { values })]
    }
    if (parameter.kind === 'random' && parameter.form === 'integer') {
      const values = {
        variableName: parameter.name,
        minimumValue: String(parameter.from),
        maximumValue: String(parameter.to),
      }
      return [write('RandomVariableConfig', parameter.name, { values })]
    }
    left.add({ key: component.id, testname: parameter.name }, 'noCounterpart')
    return []
  })
}

function stepXml(step: Step, document: ComponentDocument, writer: PlanWriter): string[] {
  const { element: write, text, left } = writer
  const own = { key: step.id, testname: step.name }
  const isEnabled = step.enabled
  const below = () => childrenOf(step).flatMap(child => stepXml(child, document, writer))
  const controller = (id: string, values: Record<string, string> = {}): string[] => [
    write(id, step.name, { values, isEnabled }, below()),
  ]
  const pause = (timer: string[]): string[] => [
    write('TestActionGui', step.name, { isEnabled, values: { 'ActionProcessor.duration': '0' } }, timer),
  ]
  switch (step.kind) {
    case 'request':
      return [requestXml(step, document.settings.baseUrl, writer, answerXml(step, writer))]
    case 'thinkTime': {
      const delay = { 'ConstantTimer.delay': String(step.durationMs) }
      if (step.distribution === 'fixed') {
        const values = { 'ActionProcessor.duration': String(step.durationMs) }
        return [write('TestActionGui', step.name, { isEnabled, values })]
      }
      const isNormal = step.distribution === 'normal'
      const range = isNormal ? step.spreadMs : Math.max(0, step.spreadMs - step.durationMs)
      const values = { ...delay, 'RandomTimer.range': String(range) }
      return pause([
        write(isNormal ? 'GaussianRandomTimerGui' : 'UniformRandomTimerGui', step.name, { values }),
      ])
    }
    case 'rendezvous': {
      if (step.gather === 'percent' && step.quantity !== 100)
        left.add(own, 'detail', { name: 'percent', value: String(step.quantity) })
      const groupSize = step.gather === 'users' ? step.quantity : 0
      const values = { groupSize: String(groupSize), timeoutInMs: String(step.timeoutSeconds * 1_000) }
      return pause([write('SyncTimer', step.name, { values })])
    }
    case 'transaction':
      return controller('TransactionControllerGui')
    case 'loop':
      return controller('LoopControlPanel', { 'LoopController.loops': text(step, step.count) })
    case 'while':
      if (step.maxPasses > 0) left.add(own, 'detail', { name: 'maxPasses', value: String(step.maxPasses) })
      return controller('WhileControllerGui', { 'WhileController.condition': conditionText(step, writer) })
    case 'if':
      return controller('IfControllerPanel', { 'IfController.condition': conditionText(step, writer) })
    case 'forEach': {
      const name = /^\$\{([\w.]+)\}$/.exec(step.items)?.[1] ?? ''
      left.add(own, name === '' ? 'groupKept' : 'forEach', { name })
      return controller('ForeachControlPanel', {
        'ForeachController.inputVal': name,
        'ForeachController.returnVal': step.variable,
      })
    }
    case 'percentage':
      return controller('ThroughputControllerGui', {
        'ThroughputController.style': '1',
        'ThroughputController.percentThroughput': String(step.percentage),
      })
    case 'weighted':
      left.add(own, 'detail', { name: 'weights', value: Object.values(step.weights).join(', ') })
      return controller('RandomControlGui')
    case 'random':
      return controller('RandomControlGui')
    case 'once':
      return controller('OnceOnlyControllerGui')
    case 'script':
    case 'pacing':
      left.add(own, 'noCounterpart')
      return []
  }
}

const signs = {
  equals: '==',
  notEquals: '!=',
  greater: '>',
  greaterOrEqual: '>=',
  less: '<',
  lessOrEqual: '<=',
  matches: '=~',
} as const

type Condition = Pick<Extract<Step, { kind: 'if' | 'while' }>, 'id' | 'name' | 'left' | 'operator' | 'right'>

/** An expression of jexl3, which gives true or false. */
function conditionText(step: Condition, { text }: PlanWriter): string {
  const [one, other] = [text(step, step.left), text(step, step.right)]
  const isOrder = /^(greater|less)/.test(step.operator)
  const word = (value: string) => `"${value.replaceAll('"', '\\"')}"`
  const compared = (): string => {
    if (step.operator === 'contains') return `${word(one)}.contains(${word(other)})`
    if (step.operator === 'notContains') return `!${word(one)}.contains(${word(other)})`
    if (step.operator === 'exists') {
      const name = /^\$\{([\w.]+)\}$/.exec(step.left)?.[1]
      return name === undefined ? `${word(one)} != ""` : `vars.get("${name}") != null`
    }
    const sign = signs[step.operator]
    return isOrder ? `${one} ${sign} ${other}` : `${word(one)} ${sign} ${word(other)}`
  }
  return `\${__jexl3(${compared().replaceAll(/,/g, '\\,')},)}`
}
