/**
 * Settings for all requests of a thread group, from its own defaults and headers: base address, time-outs, embedded
 * resources, compression, a bearer token.
 */

import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { HttpSettings } from '@pone/protocols/http/definition/settings.ts'
import { elementOf } from '../elements/registry.ts'
import { type JmxNode, walkNodes } from '../jmx/plan.ts'
import { effectiveOf, originOf, type Scope, tableRows, valueOf } from './scope.ts'

type SharedSettings = Partial<Pick<RunSettings, 'connectTimeoutMs' | 'responseTimeoutMs' | 'continueOnError'>>
type OwnSettings = Partial<
  Pick<HttpSettings, 'embeddedResources' | 'parallelPerHost' | 'keepAlive' | 'compression' | 'auth'>
>

export interface GroupDefaults {
  /** As in the plan: origin and path, without a slash at its end; empty = none. */
  readonly baseUrl: string
  /** Part of the paths that the base address already contains. */
  readonly basePath: string
  readonly settings: SharedSettings & { readonly http: OwnSettings }
  /** Headers, in lower case, that settings replace. */
  readonly headers: ReadonlySet<string>
}

/** `inside` is the scope of the group's children. */
export function groupDefaultsOf(
  group: JmxNode,
  inside: Scope,
  text: (node: JmxNode, value: string) => string,
): GroupDefaults {
  const samplers = [...walkNodes(group.children)].filter(node => elementOf(node)?.id === 'HttpTestSampleGui')
  const basePath = basePathOf(group, samplers, inside)
  const value = (name: string) => effectiveOf(inside.defaults, name)
  const within = (name: string, limit: number) => {
    const number = Number(value(name).trim() || '0')
    return Number.isInteger(number) && number >= 1 && number <= limit ? number : undefined
  }
  const headers = new Set<string>()
  const shared: SharedSettings = {
    ...defined('connectTimeoutMs', within('HTTPSampler.connect_timeout', 600_000)),
    ...defined('responseTimeoutMs', within('HTTPSampler.response_timeout', 3_600_000)),
    continueOnError: valueOf(group, 'ThreadGroup.on_sample_error') !== 'startnextloop',
  }
  const http: OwnSettings = {
    ...defined('parallelPerHost', within('HTTPSampler.concurrentPool', 32)),
    embeddedResources: value('HTTPSampler.image_parser') === 'true',
    keepAlive: samplers.length === 0 || samplers.some(keepsAlive),
    compression: asksForCompression(group, inside),
  }
  for (const manager of ownHeaders(group)) {
    for (const row of tableRows(manager, 'HeaderManager.headers')) {
      const name = (row['Header.name'] ?? '').toLowerCase()
      const sent = row['Header.value'] ?? ''
      const token = /^Bearer (.+)$/.exec(sent)?.[1]
      if (name === 'accept-encoding' && sent === writtenEncodings) headers.add(name)
      if (name === 'authorization' && token !== undefined) {
        http.auth = { kind: 'bearer', token: text(manager, token) }
        headers.add(name)
      }
    }
  }
  return {
    baseUrl: `${originOf(inside.defaults)}${basePath}`,
    basePath,
    settings: { ...shared, http },
    headers,
  }
}

/** Header value that is written for a component that accepts compressed answers. */
export const writtenEncodings = 'gzip, deflate'

/** False only where the sampler disables it. */
export const keepsAlive = (sampler: JmxNode): boolean =>
  valueOf(sampler, 'HTTPSampler.use_keepalive') !== 'false'

const ownHeaders = (group: JmxNode): readonly JmxNode[] =>
  group.children.filter(child => child.isEnabled && elementOf(child)?.id === 'HeaderPanel')

/** JMeter requests compressed answers only where a header asks for them. */
const asksForCompression = (group: JmxNode, { headers }: Scope): boolean =>
  [...headers, ...[...walkNodes(group.children)].filter(node => elementOf(node)?.id === 'HeaderPanel')].some(
    manager =>
      tableRows(manager, 'HeaderManager.headers').some(
        row =>
          row['Header.name']?.toLowerCase() === 'accept-encoding' &&
          /\b(gzip|deflate|br)\b/i.test(row['Header.value'] ?? ''),
      ),
  )

/** The defaults' path, if every sampler of the group without a host of its own begins with it. */
function basePathOf(group: JmxNode, samplers: readonly JmxNode[], { defaults }: Scope): string {
  const path = effectiveOf(defaults, 'HTTPSampler.path').replace(/\/+$/, '')
  const isNested = [...walkNodes(group.children)].some(
    node => elementOf(node)?.id === 'HttpDefaultsGui' && node.parentKey !== group.key,
  )
  const below = samplers.filter(
    sampler =>
      valueOf(sampler, 'HTTPSampler.domain') === '' &&
      !/^https?:\/\//i.test(valueOf(sampler, 'HTTPSampler.path')),
  )
  const goesOn = (sampler: JmxNode) => valueOf(sampler, 'HTTPSampler.path').startsWith(`${path}/`)
  return isNested || path === '' || !below.every(goesOn) ? '' : path
}

const defined = (name: string, value: number | undefined) => (value === undefined ? {} : { [name]: value })
