/** One incident: what was breached, its curve, what people did about it, load tests that ran, and its timeline. */
import type { AlertIncident, AlertIncidentDetail } from '@pone/contract/entities/alert.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Input, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan, useSession } from '../../../../lib/session/session.ts'
import { FactList } from '../../../../ui/fact-list.tsx'
import { ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { ShortTable } from '../../../../ui/short-table.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { labelText } from '../../info/chart-model.ts'
import { LevelTag } from '../../shared/alert-level-tag.tsx'
import { alertsKey } from '../../shared/monitor-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { indicatorText, indicatorValueText, thresholdsText } from '../shared/threshold-text.ts'
import { IncidentCurve } from './incident-curve.tsx'
import { incidentQuery } from './incident-queries.ts'
import { IncidentState } from './incident-state.tsx'
import { LengthText } from './length-text.tsx'
import { Timeline } from './timeline.tsx'
import '../../../../ui/form/form.css'

export function IncidentDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(incidentQuery(projectId, id))
  return (
    <Drawer
      open
      size={860}
      title={data ? `${data.incident.rule} · ${data.incident.monitor}` : t('alert.incident')}
      onClose={onClose}
    >
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={10} />
        )
      ) : (
        <Incident detail={data} />
      )}
    </Drawer>
  )
}

function Incident({ detail }: { readonly detail: AlertIncidentDetail }) {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const { incident, timeline, runs } = detail
  return (
    <div className="alert-incident">
      <Facts detail={detail} />
      {canEdit && <Work incident={incident} />}
      <IncidentCurve incident={incident} />
      {runs !== null && runs.length > 0 && <Runs runs={runs} />}
      <section aria-label={t('alert.timeline')}>
        <h2 className="form-section">{t('alert.timeline')}</h2>
        <Timeline entries={timeline} incident={incident} />
        {canEdit && <Comment id={incident.id} />}
      </section>
    </div>
  )
}

function Facts({ detail: { incident, told, heldBack } }: { readonly detail: AlertIncidentDetail }) {
  const t = useT()
  const language = useSession('language')
  const { offered: types } = useMonitorTypes()
  const reading = { t, language, types, named: incident.indicatorNames }
  const { indicator, openedAt, closedAt, labels } = incident
  return (
    <FactList
      facts={[
        [t('alert.level'), <LevelTag key="level" level={incident.level} />],
        [t('monitor.state'), <IncidentState key="state" incident={incident} />],
        [
          t('alert.monitor'),
          <Link key="monitor" to={links.monitor(incident.monitorId)}>
            {incident.monitor}
          </Link>,
        ],
        [
          t('alert.rule'),
          <Link key="rule" to={links.alertRule(incident.ruleId)}>
            {incident.rule}
          </Link>,
        ],
        [t('alert.series'), labelText(labels) || noValue],
        [t('alert.indicator'), indicator === null ? noValue : indicatorText(indicator, reading)],
        [t('alert.thresholds'), thresholdsText(indicator, incident, reading) || noValue],
        [t('alert.openedValue'), indicatorValueText(indicator, incident.openedValue, reading)],
        [t('alert.openedAt'), <TimeText key="opened" at={openedAt} withSeconds />],
        [t('alert.closedAt'), <TimeText key="closed" at={closedAt} withSeconds />],
        [t('alert.length'), <LengthText key="length" openedAt={openedAt} closedAt={closedAt} />],
        [t('alert.noticesTold'), formatNumber(told)],
        [t('alert.figure.heldBack'), formatNumber(heldBack)],
        [t('alert.acknowledgedBy'), incident.acknowledgedBy ?? noValue],
        [t('alert.assignee'), incident.assignee?.account ?? noValue],
      ]}
    />
  )
}

/** Does something to an incident, says so, and asks again. */
function useAct() {
  const cache = useQueryClient()
  return async (work: Promise<unknown>, text: string): Promise<boolean> => {
    try {
      await work
      notify({ kind: 'success', text })
      await cache.invalidateQueries({ queryKey: alertsKey })
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }
}

function Work({ incident }: { readonly incident: AlertIncident }) {
  const t = useT()
  const projectId = useProjectId()
  const act = useAct()
  const { id, acknowledgedAt, assignee } = incident
  const members = useAssignable(assignee)
  return (
    <div className="form-row">
      <Button
        type="primary"
        disabled={acknowledgedAt !== null}
        onClick={() =>
          void act(
            api.alert.acknowledge({ projectId, ids: [id] }),
            t('alert.acknowledgedNotice', { count: 1 }),
          )
        }
      >
        {t('alert.acknowledge')}
      </Button>
      <Select<string>
        aria-label={t('alert.assignTo')}
        className="alert-assign"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('alert.assignTo')}
        value={assignee?.userId ?? null}
        options={members}
        onChange={userId =>
          void act(api.alert.assign({ projectId, id, userId: userId ?? null }), t('alert.assignedNotice'))
        }
      />
    </div>
  )
}

/** Members of the project; who may not see them can take the incident. */
function useAssignable(assignee: AlertIncident['assignee']) {
  const t = useT()
  const projectId = useProjectId()
  const userId = useSession('userId')
  const userName = useSession('userName')
  const canSee = useCan('member.view')
  const { data } = useQuery({
    queryKey: ['project', projectId, 'assignable'],
    queryFn: async ({ signal }) => (await api.member.list({ projectId, pageSize: 50 }, { signal })).rows,
    enabled: canSee,
    staleTime: 30_000,
  })
  const named = new Map([
    ...(assignee ? [[assignee.userId, assignee.account] as const] : []),
    [userId, t('alert.me', { name: userName })] as const,
  ])
  for (const member of data ?? [])
    if (member.userId !== userId) named.set(member.userId, `${member.realName} (${member.account})`)
  return [...named].map(([value, label]) => ({ value, label }))
}

function Comment({ id }: { readonly id: string }) {
  const t = useT()
  const projectId = useProjectId()
  const act = useAct()
  const [text, setText] = useState('')
  const add = async () => {
    if (await act(api.alert.comment({ projectId, id, text }), t('alert.commented'))) setText('')
  }
  return (
    <div className="alert-comment">
      <Input.TextArea
        aria-label={t('alert.comment')}
        placeholder={t('alert.comment')}
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button disabled={text.trim() === ''} onClick={() => void add()}>
        {t('alert.addComment')}
      </Button>
    </div>
  )
}

function Runs({ runs }: { readonly runs: NonNullable<AlertIncidentDetail['runs']> }) {
  const t = useT()
  return (
    <section aria-label={t('alert.runs')}>
      <h2 className="form-section">{t('alert.runs')}</h2>
      <ShortTable
        rows={runs}
        rowId={({ id }) => id}
        columns={[
          {
            key: 'run',
            title: t('alert.run'),
            render: run => (
              <Link to={links.run(run)}>
                #{run.number} {run.scenarioName}
              </Link>
            ),
          },
          {
            key: 'from',
            title: t('monitor.gapFrom'),
            render: ({ startedAt }) => <TimeText at={startedAt} withSeconds />,
          },
          {
            key: 'to',
            title: t('monitor.gapUntil'),
            render: ({ endedAt }) => <TimeText at={endedAt} withSeconds />,
          },
        ]}
      />
    </section>
  )
}
