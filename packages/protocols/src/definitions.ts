/** The protocols, as far as a browser may know them: one line each, in the order in which the editor offers them. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { MetricDefinition, ProtocolDefinition } from '@pone/schema/protocol.ts'
import { http } from './http/definition.ts'
import { sql } from './sql/definition.ts'
import { tcp } from './tcp/definition.ts'
import { udp } from './udp/definition.ts'
import { webSocket } from './webSocket/definition.ts'

export const protocolDefinitions = [http, webSocket, tcp, udp, sql] as const

export type ProtocolName = (typeof protocolDefinitions)[number]['name']

const byName = new Map<string, ProtocolDefinition>(
  protocolDefinitions.map(definition => [definition.name, definition]),
)

/** The definition of a protocol that is known to exist. @throws when there is none, which is a defect */
export function protocolDefinition(name: string): ProtocolDefinition {
  const definition = byName.get(name)
  if (definition === undefined) throw new Error(`there is no protocol ${name}`)
  return definition
}

const definitions: readonly ProtocolDefinition[] = protocolDefinitions
const phases = definitions.flatMap(definition => definition.phases)

/** What a section of the debug view is called; the key itself for one that is not known. */
export function sectionTitle(protocol: string, key: string): Bilingual {
  const section = byName.get(protocol)?.sections.find(known => known.key === key)
  return section?.title ?? { zh: key, en: key }
}

/** A pair of a section as it is shown: name and value are texts where the protocol has them, else as they came. */
export function pairText(
  protocol: string,
  key: string,
  [name, value]: readonly [string, string],
): [Bilingual, Bilingual] {
  const texts = byName.get(protocol)?.sections.find(known => known.key === key)?.pairs?.[name]
  return [texts?.title ?? { zh: name, en: name }, texts?.values?.[value] ?? { zh: value, en: value }]
}

/** Keys of all phases, each once, in the order in which they happen. */
export const phaseKeys: readonly string[] = [...new Set(phases.map(({ key }) => key))]

/** What a phase is called; protocols that have a key in common mean the same by it. */
export function phaseTitle(key: string): Bilingual {
  return phases.find(phase => phase.key === key)?.title ?? { zh: key, en: key }
}

/**
 * Phases of the protocols that a run used, in order, told from those that it measured: a protocol was used when a phase that only it
 * declares was measured. HTTP's where no protocol can be told.
 */
export function phasesOfRun(measured: readonly string[]): string[] {
  const used = definitions.filter(definition =>
    definition.phases.some(({ key }) => measured.includes(key) && isOnlyOf(key, definition)),
  )
  const keys = (used.length === 0 ? [http] : used).flatMap(definition =>
    definition.phases.map(({ key }) => key),
  )
  return phaseKeys.filter(key => keys.includes(key) || measured.includes(key))
}

const isOnlyOf = (key: string, { name }: ProtocolDefinition): boolean =>
  !definitions.some(other => other.name !== name && other.phases.some(phase => phase.key === key))

const metrics = definitions.flatMap(definition => definition.metrics)

/** Keys of all metrics, each once, in the order in which protocols declare them. */
export const metricKeys: readonly string[] = [...new Set(metrics.map(({ key }) => key))]

const byMetric = new Map<string, MetricDefinition>(metrics.map(metric => [metric.key, metric]))

/** The metric of that key; undefined when no protocol of this version declares it. */
export const declaredMetric = (key: string): MetricDefinition | undefined => byMetric.get(key)

/** What a metric is called, and its unit; protocols that have a key in common mean the same by it. The key itself for one that is not known. */
export function metricText(key: string): Pick<MetricDefinition, 'title' | 'unit'> {
  return declaredMetric(key) ?? { title: { zh: key, en: key }, unit: 'none' }
}
