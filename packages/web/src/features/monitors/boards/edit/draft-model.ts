/** Changes of a chart group that is edited: charts, their places, templates and variables; pure. */
import {
  type ChartCounter,
  type ChartGroup,
  type ChartGroupContent,
  type GroupChart,
  type GroupVariable,
  maxGroupCharts,
} from '@pone/contract/entities/chart-group.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { freePlace, inReadingOrder, settled } from '../grid/grid-model.ts'

export interface GroupDraft extends ChartGroupContent {
  readonly name: string
}

export const newGroup = 'new'
const usualSize = { width: 6, height: 6 } as const

export function draftOf(group: ChartGroup | null): GroupDraft {
  if (group === null) return { name: '', style: 'line', charts: [], variables: [] }
  const { name, style, charts, variables } = group
  return { name, style, charts: inReadingOrder(settled(charts)), variables }
}

/** What is sent, without the name. */
export const contentOf = ({ style, charts, variables }: GroupDraft): ChartGroupContent => ({
  style,
  charts: inReadingOrder(charts),
  variables,
})

/** A new chart at the first free place; nothing beyond the most charts of a group. */
export function addChart(draft: GroupDraft, chart: Omit<GroupChart, 'place'>): GroupDraft {
  if (draft.charts.length >= maxGroupCharts) return draft
  return { ...draft, charts: [...draft.charts, { ...chart, place: freePlace(draft.charts, usualSize) }] }
}

export const putChart = (draft: GroupDraft, chart: GroupChart): GroupDraft => ({
  ...draft,
  charts: draft.charts.map(each => (each.id === chart.id ? chart : each)),
})

export const removeChart = (draft: GroupDraft, id: string): GroupDraft => ({
  ...draft,
  charts: settled(draft.charts.filter(chart => chart.id !== id)),
})

/** Under a new id at the first place that is free. */
export function copyChart(draft: GroupDraft, id: string, newId: string): GroupDraft {
  const chart = draft.charts.find(each => each.id === id)
  if (chart === undefined || draft.charts.length >= maxGroupCharts) return draft
  const place = freePlace(draft.charts, chart.place)
  return { ...draft, charts: [...draft.charts, { ...chart, id: newId, place }] }
}

/**
 * The default charts of a type, for a variable that stands for a monitor of it; one of that type that the group has is used.
 * `cut`: charts beyond the most of a group.
 */
export function addTemplate(
  draft: GroupDraft,
  type: MonitorType,
  { language, newId }: { readonly language: Language; readonly newId: () => string },
): { readonly draft: GroupDraft; readonly cut: number } {
  const known = draft.variables.find(each => each.kind === 'monitor' && each.type === type.name)
  const variable: GroupVariable = known ?? {
    kind: 'monitor',
    key: newId(),
    name: freeVariableName(draft, type.names[language]),
    type: type.name,
    values: [],
  }
  const room = maxGroupCharts - draft.charts.length
  const charts = type.charts.slice(0, room)
  const added = charts.reduce(
    (next, chart) =>
      addChart(next, {
        id: newId(),
        title: chart.names[language].slice(0, maxNameLength),
        style: chart.style === 'bar' ? 'bar' : chart.style === 'line' ? 'line' : null,
        counters: chart.counters.map((counter): ChartCounter => {
          const at = counter.indexOf('.')
          return {
            source: { kind: 'variable', variable: variable.key },
            type: type.name,
            section: counter.slice(0, at),
            counter: counter.slice(at + 1),
            labels: {},
          }
        }),
      }),
    known === undefined ? { ...draft, variables: [...draft.variables, variable] } : draft,
  )
  return { draft: added, cut: type.charts.length - charts.length }
}

/** With a number when another variable has it. */
export function freeVariableName({ variables }: Pick<GroupDraft, 'variables'>, wanted: string): string {
  const taken = new Set(variables.map(({ name }) => name))
  return freeName(wanted, name => taken.has(name), { maxLength: maxNameLength })
}

export const isVariableUsed = ({ charts }: Pick<GroupDraft, 'charts'>, key: string): boolean =>
  charts.some(({ counters }) =>
    counters.some(({ source }) => source.kind === 'variable' && source.variable === key),
  )

export interface Difference {
  readonly kind: 'name' | 'mine' | 'theirs' | 'changed'
  readonly name: string
}

/** How the own version differs from the stored one, by charts and variables. */
export function differencesOf(mine: GroupDraft, theirs: GroupDraft): readonly Difference[] {
  const [own, stored] = [partsOf(mine), partsOf(theirs)]
  const added = [...own].flatMap(([id, part]): Difference[] => {
    const other = stored.get(id)
    if (other === undefined) return [{ kind: 'mine', name: part.name }]
    return other.text === part.text ? [] : [{ kind: 'changed', name: part.name }]
  })
  const missing = [...stored].flatMap(([id, part]): Difference[] =>
    own.has(id) ? [] : [{ kind: 'theirs', name: part.name }],
  )
  const isNamedAlike = mine.name.trim() === theirs.name && mine.style === theirs.style
  return [...(isNamedAlike ? [] : [{ kind: 'name', name: theirs.name } as const]), ...added, ...missing]
}

const partsOf = ({ charts, variables }: GroupDraft) =>
  new Map([
    ...charts.map(chart => {
      const name = chart.title || chart.counters.map(({ counter }) => counter).join(', ')
      return [chart.id, { name, text: JSON.stringify(chart) }] as const
    }),
    ...variables.map(
      variable => [variable.key, { name: variable.name, text: JSON.stringify(variable) }] as const,
    ),
  ])
