/** What is known of a monitor beside its charts: availability, who collects, and its newest texts and states. */
import type { LatestValue, Monitor, MonitorGap } from '@pone/contract/entities/monitor.ts'
import { formatPercent, noValue } from '@pone/metrics/figures.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { Stat, StatRow } from '../../../ui/stat.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { type CounterInfo, countersOf, figureText } from '../shared/figures.ts'
import { frequencyTexts } from '../shared/frequency-text.ts'
import { latestKey, usePollMs } from '../shared/monitor-live.ts'
import { availabilityPercent } from './chart-model.ts'

interface FactsProps {
  readonly monitor: Monitor
  readonly type: MonitorType
  /** null: not known yet. */
  readonly gaps: readonly MonitorGap[] | null
  /** Epoch ms. */
  readonly range: { readonly from: number; readonly to: number }
}

export function MonitorFacts({ monitor, type, gaps, range }: FactsProps) {
  const t = useT()
  const from = Math.max(range.from, monitor.createdAt)
  const availability =
    gaps === null ? null : availabilityPercent(type, gaps, { from, to: Math.max(from, range.to) })
  const { collector } = monitor
  const frequency = frequencyTexts(monitor, t)
  return (
    <>
      <StatRow>
        <Stat
          label={t('monitor.availability')}
          definition={t('monitor.availabilityHelp')}
          value={formatPercent(availability)}
        />
        <Stat
          label={t('monitor.agent')}
          value={collector?.name ?? noValue}
          note={collector !== null && !collector.isOnline ? t('monitor.agentOffline') : undefined}
        />
        <Stat label={t('monitor.frequency')} value={frequency.value} note={frequency.reason} />
      </StatRow>
      <div className="monitor-facts">
        <NewestTexts monitor={monitor} type={type} />
      </div>
    </>
  )
}

/** When values came last, and texts and states of sections without rows, e.g. the version. */
function NewestTexts({ monitor, type }: Pick<FactsProps, 'monitor' | 'type'>) {
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const shown = type.sections
    .filter(section => section.rows === undefined)
    .flatMap(section => [...countersOf(section).values()].map(counter => ({ section: section.key, counter })))
    .filter(({ counter }) => counter.kind === 'text' || counter.kind === 'state')
  const counters = shown.map(({ section, counter }) => `${section}.${counter.key}`).slice(0, 50)
  const { data } = useQuery({
    queryKey: latestKey(projectId, [monitor.id], counters),
    queryFn: ({ signal }) => api.monitor.latest({ projectId, ids: [monitor.id], counters }, { signal }),
    enabled: counters.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: usePollMs(),
  })
  const values = data?.[0]?.values ?? []
  const facts = shown.flatMap(({ section, counter }) => factOf(counter, section, values, language))
  return (
    <FactList
      facts={[
        [t('monitor.lastAt'), <TimeText key="last" at={monitor.lastAt} withSeconds />],
        [
          t(monitor.isRunning ? 'monitor.runningSince' : 'monitor.stoppedSince'),
          <TimeText key="since" at={monitor.runningSince} withSeconds />,
        ],
        ...facts,
      ]}
    />
  )
}

function factOf(
  counter: CounterInfo,
  section: string,
  values: readonly LatestValue[],
  language: 'zh' | 'en',
): (readonly [string, string])[] {
  const found = values.find(value => value.section === section && value.counter === counter.key)
  if (found === undefined || found.value === null || found.value === '') return []
  return [[counter.names[language], figureText(found.value, counter, language)]]
}
