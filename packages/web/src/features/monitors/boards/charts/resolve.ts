/** What the charts of a group ask for, once its variables are replaced by what they stand for; and the choice of variables in the address; pure. */
import {
  type AskedCounter,
  type GroupChart,
  type GroupVariable,
  maxGroupChartSeries,
  maxVariableValues,
} from '@pone/contract/entities/chart-group.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { z } from 'zod'

/** Chosen values by the key of a variable; a variable that is missing has its stored values. */
export type Choice = Readonly<Record<string, readonly string[]>>

const choiceSchema = z.record(z.string().max(64), z.array(z.string().max(500)).max(maxVariableValues))

/** The choice as text of the address; '' = nothing is chosen. */
export const choiceText = (choice: Choice): string =>
  Object.keys(choice).length === 0 ? '' : JSON.stringify(choice)

/** Nothing for what is no choice. */
export function readChoice(text: string): Choice {
  if (text === '') return {}
  try {
    return choiceSchema.safeParse(JSON.parse(text)).data ?? {}
  } catch {
    return {}
  }
}

export const valuesOf = (variable: GroupVariable, choice: Choice): readonly string[] =>
  choice[variable.key] ?? variable.values

export interface Resolving {
  readonly variables: readonly GroupVariable[]
  readonly choice: Choice
  /** Of an own type the version that is given, else its newest one. */
  readonly typeOf: (name: string, version?: number | null) => MonitorType | undefined
  /** Monitor that a variable stands for while none is chosen, by type. */
  readonly firstOf: ReadonlyMap<string, string>
}

export interface ResolvedChart {
  readonly id: string
  readonly counters: readonly (AskedCounter & { readonly type: string })[]
  /** Monitors that the chart names itself, with the names of when it was saved. */
  readonly named: ReadonlyMap<string, string>
}

export function resolveChart(chart: GroupChart, resolving: Resolving): ResolvedChart {
  const counters = chart.counters.flatMap(({ source, type, section, counter, labels }) => {
    const monitorIds = source.kind === 'monitor' ? [source.monitorId] : monitorsOf(source.variable, resolving)
    const filter = { ...labels, ...labelFilter(type, section, resolving) }
    return monitorIds.map(monitorId => ({ monitorId, section, counter, labels: filter, type }))
  })
  const named = chart.counters.flatMap(({ source }) =>
    source.kind === 'monitor' ? [[source.monitorId, source.name] as const] : [],
  )
  return { id: chart.id, counters: counters.slice(0, maxGroupChartSeries), named: new Map(named) }
}

function monitorsOf(key: string, { variables, choice, firstOf }: Resolving): readonly string[] {
  const variable = variables.find(each => each.key === key)
  if (variable?.kind !== 'monitor') return []
  const chosen = valuesOf(variable, choice)
  if (chosen.length > 0) return chosen
  const first = firstOf.get(variable.type)
  return first === undefined ? [] : [first]
}

/** What label variables ask of a section; sections that do not have the label are not filtered. */
function labelFilter(
  type: string,
  section: string,
  { variables, choice, typeOf }: Resolving,
): Record<string, string[]> {
  const of = typeOf(type)?.sections.find(({ key }) => key === section)
  const filters = variables.flatMap((variable): [string, string[]][] => {
    if (variable.kind !== 'label') return []
    const values = valuesOf(variable, choice)
    const has = of?.discovery !== undefined || of?.rows?.labels.includes(variable.label) === true
    return values.length > 0 && has ? [[variable.label, [...values]]] : []
  })
  return Object.fromEntries(filters)
}
