/** The choice of counters that a node or an edge shows, of one or two monitor types. */
import { type LinkEdge, maxShownCounters } from '@pone/contract/entities/monitor-link.ts'
import { useQueries } from '@tanstack/react-query'
import { Select } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { typeCountersQuery } from '../link-queries.ts'

type Chosen = LinkEdge['counters'][number]

interface CounterSelectProps {
  readonly id: string
  /** `name` heads its counters. */
  readonly sources: readonly { readonly nodeId: string; readonly name: string; readonly type: string }[]
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
  const answers = useQueries({ queries: sources.map(({ type }) => typeCountersQuery(projectId, type)) })
  const options = sources.map(({ nodeId, name }, index) => ({
    label: name,
    options: (answers[index]?.data ?? []).map(({ section, key: counter, names, unit }) => ({
      value: keyOf({ nodeId, section, counter }),
      label: unit === '' ? names[language] : `${names[language]} (${unit})`,
    })),
  }))
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
