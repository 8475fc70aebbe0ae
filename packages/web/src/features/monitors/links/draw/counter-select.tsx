/** The choice of counters that a node or an edge shows, of one or two monitor types. */
import { type LinkEdge, type LinkNode, maxShownCounters } from '@pone/contract/entities/monitor-link.ts'
import { useQueries } from '@tanstack/react-query'
import { Select } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { findingSection, typeWithFound } from '../../info/found-counters.ts'
import { countersOf } from '../../shared/figures.ts'
import { foundCountersQuery } from '../../shared/monitor-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'

type Chosen = LinkEdge['counters'][number]

interface CounterSelectProps {
  readonly id: string
  /** Nodes whose counters are offered. */
  readonly sources: readonly (Pick<LinkNode, 'id' | 'alias' | 'targetType'> & {
    readonly monitorId: string
  })[]
  readonly value: readonly Chosen[]
  readonly onChange: (chosen: Chosen[]) => void
}

const keyOf = ({ nodeId, section, counter }: Chosen): string => `${nodeId} ${section} ${counter}`
function chosenOf(key: string): Chosen {
  const [nodeId = '', section = '', counter = ''] = key.split(' ')
  return { nodeId, section, counter }
}

export function CounterSelect({ id, sources, value, onChange }: CounterSelectProps) {
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const { typeOf } = useMonitorTypes()
  const types = sources.map(({ targetType }) => typeOf({ type: targetType }))
  const answers = useQueries({
    queries: sources.map(({ monitorId }, index) => {
      const type = types[index]
      return foundCountersQuery(projectId, monitorId, type && findingSection(type)?.key)
    }),
  })
  const options = sources.flatMap(({ id: nodeId, alias }, index) => {
    const type = types[index]
    const found = answers[index]?.data ?? []
    const whole =
      type &&
      typeWithFound(
        type,
        found,
        found.map(({ counter }) => counter),
      )
    return (whole?.sections ?? []).map(section => ({
      label: sources.length > 1 ? `${alias} · ${section.names[language]}` : section.names[language],
      options: [...countersOf(section).values()].map(({ key: counter, names }) => ({
        value: keyOf({ nodeId, section: section.key, counter }),
        label: names[language],
      })),
    }))
  })
  return (
    <Select
      id={id}
      mode="multiple"
      maxCount={maxShownCounters}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('monitorLink.noCounters')}
      value={value.map(keyOf)}
      options={options}
      onChange={(keys: string[]) => onChange(keys.map(chosenOf))}
    />
  )
}
