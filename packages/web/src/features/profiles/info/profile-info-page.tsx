/** Page flameDiagramInfo: facts about a flame diagram, its profiles, and where it lies in its run. */
import type { ProfilePart, ProfileRecord } from '@pone/contract/entities/profile.ts'
import type { ProfileOrigin, RecorderCost } from '@pone/contract/entities/profiling.ts'
import { formatBytes, formatClock, formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { profileQuery } from '../../../ui/flame/data/profile-queries.ts'
import { useFlameLinks } from '../../../ui/flame/flame-links.ts'
import { ProfileError } from '../../../ui/flame/profile-error.tsx'
import { SourceNote, usePartName } from '../../../ui/flame/profile-frame.tsx'
import { shareText, useWeightText } from '../../../ui/flame/weight-text.ts'
import { formatInstant } from '../../../ui/format.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, LoadingState } from '../../../ui/page/page-states.tsx'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { EditDialog } from '../list/edit-dialog.tsx'
import { useProfileActions } from '../list/use-profile-actions.ts'

const defaults = { id: '' }

export function Page() {
  const t = useT()
  const [{ id }] = useUrlState(defaults)
  const pages = useFlameLinks()
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery({ ...profileQuery(projectId, id), enabled: id !== '' })
  return (
    <>
      <PageHeader
        title={data?.name ?? t('route.flameDiagramInfo')}
        backTo={pages.list}
        {...(data && { actions: <Actions record={data} /> })}
      />
      <PageBody>
        {id === '' ? (
          <EmptyState title={t('noFlame.title')} text={t('flame.emptyText')} />
        ) : error ? (
          <ProfileError error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <Facts record={data} />
        )}
      </PageBody>
    </>
  )
}

function Actions({ record }: { readonly record: ProfileRecord }) {
  const t = useT()
  const navigate = useNavigate()
  const pages = useFlameLinks()
  const canEdit = useCan('monitor.edit')
  const actions = useProfileActions()
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      {canEdit && (
        <>
          <Button danger onClick={() => actions.remove([record.id], () => void navigate(pages.list))}>
            {t('action.delete')}
          </Button>
          <Button onClick={() => setEditing(true)}>{t('action.edit')}</Button>
        </>
      )}
      <ButtonLink to={pages.difference(record.id)}>{t('flame.compare')}</ButtonLink>
      <ButtonLink to={pages.view(record.id)} type="primary">
        {t('flame.view')}
      </ButtonLink>
      {isEditing && <EditDialog record={record} onClose={() => setEditing(false)} />}
    </>
  )
}

function Facts({ record }: { readonly record: ProfileRecord }) {
  const t = useT()
  const { startedAt, durationMs, requests } = record
  return (
    <>
      {record.origin?.notes.map(note => (
        <Alert key={note} type="info" showIcon title={<ToldCause detail={note} />} />
      ))}
      {record.isCut && <Alert type="warning" showIcon title={t('flame.cut')} />}
      <FactList
        facts={[
          ...(record.origin === null
            ? ([
                [t('flame.file'), `${record.fileName} (${record.format}, ${formatBytes(record.fileBytes)})`],
              ] as const)
            : originFacts(record.origin, t)),
          [t('flame.startedAt'), formatInstant(startedAt)],
          [t('flame.length'), durationMs === null ? noValue : formatDuration(durationMs)],
          [t('flame.run'), <RunFact key="run" record={record} />],
          [t('flame.requests'), requests === null ? noValue : formatNumber(requests)],
          [t('flame.createdBy'), record.createdBy],
          [t('flame.createdAt'), formatInstant(record.createdAt)],
          [
            t('profileRetention.expiresAt'),
            record.expiresAt === null ? t('profileRetention.never') : formatInstant(record.expiresAt),
          ],
        ]}
      />
      <h2 className="section-title">{t('flame.parts')}</h2>
      <Parts record={record} />
      {record.parts.map(part => (
        <SourceNote key={`${part.kind} ${part.source}`} part={part} />
      ))}
    </>
  )
}

/** What an agent took it of, and how. */
function originFacts(origin: ProfileOrigin, t: Translate): readonly (readonly [string, string])[] {
  const { monitorName, machine, process, pid, runtime, engines, cost, included, excluded, reason } = origin
  const filter = t('profiling.filterText', {
    included: included || noValue,
    excluded: excluded || noValue,
  })
  return [
    [t('profiling.origin'), `${monitorName} · ${machine}`],
    [t('profiling.process'), pid === 0 ? process : `${process} (${pid})`],
    [t('profiling.engine'), [...engines, runtime].filter(Boolean).join(' · ')],
    ...(cost === null ? [] : [[t('profiling.cost'), costText(cost, t)] as const]),
    ...(reason === null
      ? []
      : [
          [
            t('profiling.reason'),
            [t(`profiling.trigger.${reason.trigger}`), reason.name].filter(Boolean).join(' · '),
          ] as const,
        ]),
    ...(included === '' && excluded === '' ? [] : [[t('profiling.filter'), filter] as const]),
  ]
}

function costText({ recorderMs, processMs }: RecorderCost, t: Translate): string {
  const times = { recorder: formatDuration(recorderMs), process: formatDuration(processMs) }
  if (processMs === 0) return t('profiling.costAlone', times)
  return t('profiling.costText', { ...times, share: shareText(recorderMs, processMs) })
}

/** The run, and from when to when of it the profile was taken. */
function RunFact({ record: { run, startedAt, durationMs } }: { readonly record: ProfileRecord }) {
  const t = useT()
  if (run === null) return <>{t('flame.noRun')}</>
  return (
    <>
      <Link to={links.report(run.id)}>{`${run.name} #${run.number}`}</Link>
      {startedAt !== null && run.startedAt !== null && (
        <> · {placeIn({ startedAt: run.startedAt, endedAt: run.endedAt }, startedAt, durationMs ?? 0, t)}</>
      )}
    </>
  )
}

function placeIn(
  run: { readonly startedAt: number; readonly endedAt: number | null },
  startedAt: number,
  durationMs: number,
  t: Translate,
): string {
  const end = startedAt + durationMs
  const isOutside = end < run.startedAt || (run.endedAt !== null && startedAt > run.endedAt)
  if (isOutside) return t('flame.outsideRun')
  const clock = (at: number) => formatClock(Math.max(0, Math.round((at - run.startedAt) / 1_000)))
  return t('flame.inRun', { from: clock(startedAt), to: clock(Math.min(end, run.endedAt ?? end)) })
}

interface NumberedPart extends ProfilePart {
  readonly number: number
}

function Parts({ record }: { readonly record: ProfileRecord }) {
  const t = useT()
  const pages = useFlameLinks()
  const partName = usePartName()
  const weightText = useWeightText()
  const columns: ShortColumn<NumberedPart>[] = [
    {
      key: 'kind',
      title: t('flame.kind'),
      render: part => <span title={t(`flame.kindHelp.${part.kind}`)}>{partName(part)}</span>,
    },
    {
      key: 'total',
      title: t('flame.total'),
      align: 'right',
      render: part => weightText(part.unit, part.total),
    },
    {
      key: 'top',
      title: t('flame.topMethod'),
      render: ({ topMethod, total }) => (
        <span className="flame-name">{`${topMethod.name} (${shareText(topMethod.self, total)})`}</span>
      ),
    },
    {
      key: 'nodes',
      title: t('flame.nodes'),
      align: 'right',
      isMinor: true,
      render: part => formatNumber(part.nodes),
    },
    {
      key: 'deepest',
      title: t('flame.deepest'),
      align: 'right',
      isMinor: true,
      render: part => t('flame.frames', { count: part.deepest }),
    },
    {
      key: 'stored',
      title: t('flame.stored'),
      align: 'right',
      isMinor: true,
      render: part => formatBytes(part.storedBytes),
    },
    {
      key: 'open',
      title: t('table.actions'),
      align: 'right',
      render: part => (
        <>
          <Link to={pages.view(record.id, part.number)}>{t('flame.view')}</Link>
          {' · '}
          <Link to={pages.analysis(record.id, part.number)}>{t('flame.analyse')}</Link>
        </>
      ),
    },
  ]
  const rows = record.parts.map((part, number) => ({ ...part, number }))
  return <ShortTable rows={rows} columns={columns} rowId={({ number }) => String(number)} />
}
