/**
 * What a plan converted from a component does not contain: the plan is converted back, and every field that differs
 * is reported, so that nothing is lost silently, whatever fields components get.
 */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import type { RequestOver, Step } from '@pone/plan/steps/registry.ts'
import { childrenOf, walkSteps } from '@pone/plan/steps/walk.ts'
import { secretMask } from '@pone/schema/limits.ts'
import type { JmxPlan } from '../jmx/plan.ts'
import { withBase } from './base-address.ts'
import type { LeftList } from './left.ts'
import { normalCheck } from './normal-check.ts'
import { parameterKey } from './parameters-xml.ts'
import { statusCodes } from './status-codes.ts'
import { isOnlyWithinRequests, isTcp, isWithinRequest, tcpUses } from './tcp/connection-uses.ts'
import { normalTcp } from './tcp/normal-tcp.ts'
import type { NoRequest } from './tcp/request-for.ts'
import { toComponents } from './to-components.ts'

interface Written {
  readonly name: string
  readonly document: ComponentDocument
  /** The plan converted from the document. */
  readonly plan: JmxPlan
  readonly fileNames: ReadonlyMap<string, string>
}

type Place = Parameters<LeftList['add']>[0]
type Fields = Readonly<Record<string, unknown>>

const shownLength = 80
/** Values that are not written into a list that users may share. */
const secretFields: ReadonlySet<string> = new Set(['password', 'token', 'clientSecret', 'passphrase'])

/** Adds the fields that the plan lacks. */
export function addDifferences({ name, document, plan, fileNames }: Written, left: LeftList): void {
  const files = new Map([...fileNames].map(([id, fileName]) => [fileName, { id, header: [] }]))
  for (const { fileId } of document.parameters.filter(each => each.kind === 'file'))
    if (!fileNames.has(fileId)) files.set(fileId, { id: fileId, header: [] })
  const [back] = toComponents(plan, files).components
  const component = { key: '', testname: name }
  if (back === undefined) return left.add(component, 'noCounterpart')
  const report = new Differences(left)
  report.fields(component, document.threadGroup, back.document.threadGroup)
  report.fields(component, normalSettings(document), normalSettings(back.document))
  compareVariables(document, back.document, component, left)
  const carried = document.parameters.filter(each => !left.isReported({ key: parameterKey(each) }))
  for (const [index, parameter] of carried.entries()) {
    const testname = 'name' in parameter ? parameter.name : parameter.columns.join(',')
    report.fields({ key: parameterKey(parameter), testname }, parameter, back.document.parameters[index])
  }
  compareSteps({ document, back: back.document }, report, left)
  if (document.settings.verifyTls && /https(<|:\/\/)/i.test(plan.text)) left.add(component, 'certificates')
}

function compareVariables(
  { variables }: ComponentDocument,
  back: ComponentDocument,
  component: Place,
  left: LeftList,
): void {
  const values = new Map(back.variables.map(each => [each.name, each.value]))
  for (const { name, value, enabled, secret } of variables) {
    if (!secret && enabled && values.get(name) === value) continue
    left.add(component, 'detail', { name, value: secret ? secretMask : shown(value) })
  }
}

interface BothWays {
  readonly document: ComponentDocument
  readonly back: ComponentDocument
}

function compareSteps({ document, back }: BothWays, report: Differences, left: LeftList): void {
  const normal = normalOf(document)
  const otherNormal = normalOf(back)
  const placeOf = (step: Step) => ({ key: step.id, testname: labelNameOf(step) })
  for (const step of walkSteps(document.steps, { withDisabled: true }))
    if (isWithinRequest(step))
      report.fields(placeOf(step), { checkpoints: checksOf(step) }, { checkpoints: [] })
  const both = (steps: readonly Step[], others: readonly Step[]): void => {
    const carried = steps.filter(step => !isOnlyWithinRequests(step) && !isLeftOut(step, left))
    const found = others.filter(step => !isOnlyWithinRequests(step))
    for (const [index, step] of carried.entries()) {
      const place = placeOf(step)
      const other = unwrapped(step, found[index])
      if (other === undefined || (other.kind !== step.kind && !left.isReported(place))) {
        left.add(place, 'noCounterpart')
        continue
      }
      if (other.kind === step.kind) report.fields(place, normal(step), otherNormal(other))
      both(childrenOf(step), childrenOf(other))
    }
  }
  both(document.steps, back.steps)
}

/** A connection that is opened in each iteration is inside a controller of its own. */
const unwrapped = (step: Step, other: Step | undefined): Step | undefined =>
  step.kind === 'request' && step.protocol === 'sql' && other?.kind === 'once' ? other.children[0] : other

const noRequests: readonly NoRequest[] = ['tcpConnection', 'tcpWaits', 'tcpMessage', 'tcpLengthFirst']
const leavesOut: ReadonlySet<string> = new Set(['noCounterpart', 'noProtocol', ...noRequests])

const isLeftOut = (step: Step, left: LeftList): boolean =>
  left.items.some(each => each.key === step.id && leavesOut.has(each.code))

/** A base address means the same with and without a slash at its end. */
const normalSettings = ({ settings: { http, ...settings } }: ComponentDocument): Fields => ({
  ...settings,
  ...http,
  baseUrl: http.baseUrl.trim().replace(/\/+$/, ''),
  hosts: settings.hosts.map(({ name, value, enabled }) => ({ name, value, enabled })),
})

/** Of a document: its steps without fields that have no meaning of their own. */
function normalOf(document: ComponentDocument): (step: Step) => Fields {
  const uses = tcpUses(document.steps)
  return step => normalStep(step, document, uses)
}

const checksOf = (step: Step): Fields[] =>
  'checkpoints' in step ? step.checkpoints.map(({ id: _own, ...check }) => check) : []

/** Without ids, and different notations of the same value. */
function normalStep(step: Step, { settings }: ComponentDocument, uses: ReturnType<typeof tcpUses>): Fields {
  const { id: _id, ...fields } = step
  const rest = { ...fields, name: labelNameOf(step) }
  if (isTcp(step)) return { ...rest, ...normalTcp(step, settings, uses.get(step.id)) }
  if (step.kind === 'request' && step.protocol === 'sql') return { ...rest, ...normalSql(step) }
  if (step.kind !== 'request' || step.protocol !== 'http') {
    const { children: _children, ...own } = { children: [], ...rest }
    return step.kind === 'weighted' ? { ...own, weights: {} } : own
  }
  const { url, query, ...http } = step.http
  const pairs = query.filter(each => each.enabled).map(each => `${each.name}=${each.value}`)
  return {
    ...rest,
    http: {
      ...http,
      address: [withBase(url, settings.http.baseUrl.trim()), ...pairs].join(' '),
      disabledQuery: query.filter(each => !each.enabled),
      expectedStatuses: statusCodes(step.http.expectedStatuses).join(','),
    },
    checkpoints: step.checkpoints.map(normalCheck),
    extractors: step.extractors.map(({ id: _own, ...extractor }) => extractor),
  }
}

/** JMeter prepares statements with bound parameters, and checks durations by one comparison. */
const normalSql = ({ sql, checkpoints, extractors }: RequestOver<'sql'>): Fields => ({
  sql: {
    ...sql,
    ...('parameters' in sql && sql.kind !== 'call' && sql.parameters.length > 0 ? { kind: 'prepared' } : {}),
  },
  checkpoints: checkpoints.map(({ id: _own, ...check }) => check),
  extractors: extractors.map(({ id: _own, ...extractor }) => extractor),
})

/** Compares field by field and reports each difference by its path. */
class Differences {
  readonly #left: LeftList

  constructor(left: LeftList) {
    this.#left = left
  }

  fields(place: Place, one: unknown, other: unknown, path: readonly string[] = []): void {
    if (JSON.stringify(one) === JSON.stringify(other)) return
    if (isFields(one) && isFields(other) && one['kind'] === other['kind'] && one['mode'] === other['mode']) {
      for (const name of Object.keys(one)) {
        if (name !== 'id') this.fields(place, one[name], other[name], [...path, name])
      }
      return
    }
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      for (const [index, each] of one.entries())
        this.fields(place, each, other[index], [...path, String(index + 1)])
      return
    }
    if (Array.isArray(one) && Array.isArray(other)) {
      const there = new Set(other.map(each => JSON.stringify(each)))
      for (const [index, each] of one.entries())
        if (!there.has(JSON.stringify(each))) this.#report(place, each, [...path, String(index + 1)])
      return
    }
    this.#report(place, one, path)
  }

  #report(place: Place, one: unknown, path: readonly string[]): void {
    this.#left.add(place, 'detail', { name: path.join('.'), value: shownValue(one, path.at(-1) ?? '') })
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shownValue(value: unknown, name: string): string {
  if (secretFields.has(name)) return secretMask
  const text = JSON.stringify(value, (key, each: unknown) => (secretFields.has(key) ? secretMask : each))
  return shown(typeof value === 'string' ? value : text)
}

const shown = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text)
