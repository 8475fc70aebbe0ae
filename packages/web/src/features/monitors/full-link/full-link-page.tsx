/** Full link: a label of a run, the addresses that it goes to, and the nodes of monitoring links that serve it. */
import type { FullLinkRun } from '@pone/contract/entities/full-link.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Select } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, Suspense, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { fullLinkLabelsQuery, fullLinkPathQuery, offeredRuns, offeredRunsQuery } from './full-link-queries.ts'
import { PathCharts } from './path-charts.tsx'
import { firstLabel } from './path-model.ts'
import { PathNodes } from './path-nodes.tsx'
import { PathTargets } from './path-targets.tsx'
import './full-link.css'

const PathMap = lazyPart(async () => ({ default: (await import('./path-map.tsx')).PathMap }))

export interface FullLinkPageProps {
  /** What is known of the response times of a label of a run. */
  readonly timesOf: (run: FullLinkRun['run'], label: number) => ReactNode
}

/** label: -1 = none was chosen. */
const defaults = { run: '', label: -1 }

export function FullLinkPage({ timesOf }: FullLinkPageProps) {
  const t = useT()
  const [{ run, label }, setState] = useUrlState(defaults)
  return (
    <>
      <PageHeader
        title={t('route.traceMonitor')}
        {...(run !== '' && {
          actions: <ButtonLink to={links.liveRun(run)}>{t('fullLink.openRun')}</ButtonLink>,
        })}
      />
      <PageBody>
        {run === '' ? (
          <NoRun onChoose={chosen => setState({ run: chosen })} />
        ) : (
          <RunPath
            key={run}
            runId={run}
            label={label}
            timesOf={timesOf}
            onRun={chosen => setState({ run: chosen, label: -1 })}
            onLabel={chosen => setState({ label: chosen })}
          />
        )}
      </PageBody>
    </>
  )
}

function NoRun({ onChoose }: { readonly onChoose: (runId: string) => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(offeredRunsQuery(useProjectId()))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState rows={4} />
  if (data.rows.length === 0)
    return (
      <EmptyState
        title={t('fullLink.noRuns')}
        text={t('fullLink.noRunsText')}
        action={<ButtonLink to={links.scenarios}>{t('fullLink.openScenarios')}</ButtonLink>}
      />
    )
  return (
    <EmptyState
      title={t('fullLink.noRun')}
      text={t('fullLink.noRunText')}
      action={<RunSelect value={null} onChoose={onChoose} />}
    />
  )
}

function RunSelect(props: {
  readonly value: FullLinkRun['run'] | null
  readonly onChoose: (runId: string) => void
}) {
  const t = useT()
  const { value, onChoose } = props
  const { data, isFetching } = useQuery(offeredRunsQuery(useProjectId()))
  const textOf = (run: { scenarioName: string; number: number; startedAt: number | null }) =>
    t('fullLink.runOption', {
      name: run.scenarioName,
      number: run.number,
      time: run.startedAt === null ? '–' : dayjs(run.startedAt).format('YYYY-MM-DD HH:mm'),
    })
  const rows = data?.rows ?? []
  const shown = value === null || rows.some(({ id }) => id === value.id) ? rows : [value, ...rows]
  return (
    <Select
      className="full-link-run"
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('fullLink.run')}
      title={t('fullLink.runHelp', { count: offeredRuns })}
      placeholder={t('fullLink.chooseRun')}
      loading={isFetching}
      value={value?.id ?? null}
      options={shown.map(run => ({ value: run.id, label: textOf(run) }))}
      onChange={(id: string | null) => id !== null && onChoose(id)}
    />
  )
}

interface RunPathProps extends FullLinkPageProps {
  readonly runId: string
  readonly label: number
  readonly onRun: (runId: string) => void
  readonly onLabel: (label: number) => void
}

function RunPath({ runId, label, timesOf, onRun, onLabel }: RunPathProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(fullLinkLabelsQuery(useProjectId(), runId))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState rows={10} />
  const shown = data.labels.some(each => each.label.index === label) ? label : firstLabel(data)
  return (
    <div className="full-link">
      <div className="full-link-choice">
        <RunSelect value={data.run} onChoose={onRun} />
        {shown !== null && <LabelSelect of={data} value={shown} onChoose={onLabel} />}
      </div>
      {data.source !== 'plan' && <Alert type="warning" showIcon title={t(`fullLink.${data.source}`)} />}
      {shown === null ? (
        <EmptyState title={t('fullLink.noLabels')} />
      ) : (
        <LabelPath key={shown} of={data} label={shown} times={timesOf(data.run, shown)} />
      )}
    </div>
  )
}

function LabelSelect(props: {
  readonly of: FullLinkRun
  readonly value: number
  readonly onChoose: (label: number) => void
}) {
  const t = useT()
  const { of, value, onChoose } = props
  return (
    <Select
      className="full-link-label"
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('fullLink.label')}
      value={value}
      options={of.labels.map(({ label, addresses }) => ({
        value: label.index,
        label: [label.name, addresses.slice(0, 2).join(', ')].filter(text => text !== '').join(' · '),
      }))}
      onChange={onChoose}
    />
  )
}

interface LabelPathProps {
  readonly of: FullLinkRun
  readonly label: number
  readonly times: ReactNode
}

function LabelPath({ of: { run, source }, label, times }: LabelPathProps) {
  const t = useT()
  const query = fullLinkPathQuery(useProjectId(), { runId: run.id, label, isActive: isActiveRun(run.state) })
  const { data: path, error, refetch } = useQuery(query)
  const [chosen, setChosen] = useState<string | null>(null)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (path === undefined) return <LoadingState rows={8} />
  return (
    <>
      <PathTargets path={path} isKnown={source === 'plan'} />
      {path.links.map(link => (
        <section key={link.id} aria-label={t('fullLink.map', { name: link.name })}>
          <h2 className="full-link-title">
            {t('fullLink.map', { name: link.name })}
            <small>{t(link.isOfRun ? 'fullLink.ofRun' : 'fullLink.notOfRun')}</small>
          </h2>
          <Suspense fallback={<LoadingState rows={6} />}>
            <PathMap path={path} link={link} onChoose={setChosen} />
          </Suspense>
          {link.omittedNodes > 0 && (
            <p className="full-link-note">{t('fullLink.omittedNodes', { count: link.omittedNodes })}</p>
          )}
        </section>
      ))}
      {path.links.length > 0 && (
        <>
          <p className="full-link-note">{t('fullLink.mapHelp')}</p>
          <PathNodes path={path} />
        </>
      )}
      {times}
      <PathCharts path={path} run={run} chosen={chosen} onChoose={setChosen} />
      <p className="full-link-note">{t('fullLink.limits')}</p>
    </>
  )
}
