/** Columns of the list of incidents. */
import type { AlertIncident } from '@pone/contract/entities/alert.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type Translate, useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { useSession } from '../../../../lib/session/session.ts'
import type { DataColumn } from '../../../../ui/data-table/data-column.ts'
import { TimeText } from '../../../../ui/time-text.tsx'
import { labelText } from '../../info/chart-model.ts'
import { LevelTag } from '../../shared/alert-level-tag.tsx'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { indicatorValueText, thresholdsText } from '../shared/threshold-text.ts'
import type { IncidentScope } from './incident-queries.ts'
import { IncidentState } from './incident-state.tsx'
import { LengthText } from './length-text.tsx'

/** Those of all projects name theirs. */
export type ListedIncident = AlertIncident & { readonly projectName?: string }

type Column = DataColumn<ListedIncident, 'openedAt'>

const usual = 1_400
const middle = 1_200
const narrow = 1_000

export function useIncidentColumns(scope: IncidentScope, onOpen: (id: string) => void): readonly Column[] {
  const t = useT()
  const workColumns = useWorkColumns()
  return useMemo(
    () => [
      ...ruleColumns(scope === 'project', onOpen, t),
      ...monitorColumns(scope === 'project', t),
      ...workColumns,
    ],
    [t, scope, onOpen, workColumns],
  )
}

/** Level and rule; of all projects, the project. */
function ruleColumns(isOwn: boolean, onOpen: (id: string) => void, t: Translate): readonly Column[] {
  const project: Column = {
    key: 'project',
    title: t('monitor.project'),
    joins: { to: 'rule', below: usual },
    render: ({ projectName }) => projectName ?? noValue,
  }
  return [
    {
      key: 'level',
      title: t('alert.level'),
      width: 100,
      visibility: 'always',
      render: ({ level }) => <LevelTag level={level} />,
    },
    {
      key: 'rule',
      title: t('alert.rule'),
      visibility: 'always',
      render: ({ id, rule }) =>
        isOwn ? (
          <button
            type="button"
            className="link-button"
            onClick={event => {
              event.stopPropagation()
              onOpen(id)
            }}
          >
            {rule}
          </button>
        ) : (
          rule
        ),
    },
    ...(isOwn ? [] : [project]),
  ]
}

/** The monitor, whether the incident is open, and since when. */
const monitorColumns = (isOwn: boolean, t: Translate): readonly Column[] => [
  {
    key: 'monitor',
    title: t('alert.monitor'),
    joins: { to: 'rule', below: narrow },
    render: ({ monitor, monitorId }) =>
      isOwn ? <Link to={links.monitor(monitorId)}>{monitor}</Link> : monitor,
  },
  {
    key: 'labels',
    title: t('alert.series'),
    joins: { to: 'monitor', below: usual },
    render: ({ labels }) => labelText(labels) || noValue,
  },
  { key: 'state', title: t('monitor.state'), render: incident => <IncidentState incident={incident} /> },
  {
    key: 'openedAt',
    title: t('alert.openedAt'),
    render: ({ openedAt }) => <TimeText at={openedAt} withSeconds />,
  },
  {
    key: 'length',
    title: t('alert.length'),
    joins: { to: 'openedAt', below: usual },
    render: ({ openedAt, closedAt }) => <LengthText openedAt={openedAt} closedAt={closedAt} />,
  },
]

/** What was measured, and who works on it. */
function useWorkColumns(): readonly Column[] {
  const t = useT()
  const language = useSession('language')
  const { offered } = useMonitorTypes()
  return useMemo(() => {
    const reading = { t, language, types: offered }
    return [
      {
        key: 'value',
        title: t('alert.openedValue'),
        align: 'right',
        render: ({ indicator, openedValue, indicatorNames: named }) =>
          indicatorValueText(indicator, openedValue, { ...reading, named }),
      },
      {
        key: 'thresholds',
        title: t('alert.thresholds'),
        align: 'right',
        joins: { to: 'value', below: usual },
        render: incident =>
          thresholdsText(incident.indicator, incident, { ...reading, named: incident.indicatorNames }) ||
          noValue,
      },
      {
        key: 'acknowledged',
        title: t('alert.acknowledgedBy'),
        joins: { to: 'state', below: middle },
        render: ({ acknowledgedBy }) => acknowledgedBy ?? noValue,
      },
      {
        key: 'assignee',
        title: t('alert.assignee'),
        joins: { to: 'acknowledged', below: usual },
        render: ({ assignee }) => assignee?.account ?? noValue,
      },
    ]
  }, [t, language, offered])
}
