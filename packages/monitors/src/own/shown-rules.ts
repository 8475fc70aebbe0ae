/** Rules over every type, built-in and own: what is collected is shown, in one unit per chart, and passwords are sealed. Pure. */
import type { MonitorType } from '../type.ts'
import { fault, type TypeFault } from './type-problem.ts'

/** All faults of a type that its schema cannot say. */
export function shownFaults(type: MonitorType): TypeFault[] {
  return [...hiddenCounters(type), ...otherUnits(type), ...openPasswords(type)]
}

function hiddenCounters({ sections, charts, tables }: MonitorType): TypeFault[] {
  const shown = new Set([
    ...charts.flatMap(({ counters }) => counters),
    ...tables.flatMap(({ section, columns }) => columns.map(column => `${section}.${column}`)),
  ])
  return sections.flatMap(({ key, counters, computed }, at) =>
    (['counters', 'computed'] as const).flatMap(list =>
      (list === 'counters' ? counters : computed).flatMap(({ key: counter }, index) =>
        shown.has(`${key}.${counter}`)
          ? []
          : [fault(['sections', at, list, index, 'key'], 'notShown', { name: `${key}.${counter}` })],
      ),
    ),
  )
}

function otherUnits({ sections, charts }: MonitorType): TypeFault[] {
  const units = new Map<string, string>(
    sections.flatMap(({ key, counters, computed }) => [
      ...counters.map(
        one => [`${key}.${one.key}`, one.kind === 'counter' ? `${one.unit}/s` : one.unit] as const,
      ),
      ...computed.map(one => [`${key}.${one.key}`, one.unit] as const),
    ]),
  )
  return charts.flatMap(({ key: chart, unit, counters }, at) =>
    counters.flatMap((name, index) => {
      const found = units.get(name)
      return found === undefined || found === unit
        ? []
        : [fault(['charts', at, 'counters', index], 'otherUnit', { chart, unit, name, found })]
    }),
  )
}

const openPasswords = ({ params }: MonitorType): TypeFault[] =>
  params.flatMap(({ key, type, isSecret }, index) =>
    type === 'password' && !isSecret ? [fault(['params', index], 'openPassword', { name: key })] : [],
  )
