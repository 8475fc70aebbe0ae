/** Columns of the list of scenarios: its name, and the figures of its last run. */
import { CaretRightOutlined } from '@ant-design/icons'
import type { ScenarioRow } from '@pone/contract/entities/scenario.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { formatMs, formatNumber, formatPeak, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCause } from '../../../lib/told-cause.ts'
import type { DataColumn } from '../../../ui/data-table/data-table.tsx'
import { RunStateTag, SlaTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import type { useExecute } from '../editor/use-execute.ts'
import type { ScenarioSort } from './scenario-list-model.ts'

type LastRun = NonNullable<ScenarioRow['last']>
type Column = DataColumn<ScenarioRow, ScenarioSort>

/** Widths of the table in px below which columns join: beside the tree in a window of 1,440 px, and in one of 1,024 px. */
const usual = 1_000
const narrow = 640

export function useScenarioColumns(options: {
  /** Whether rows are of several sets. */
  readonly hasSets: boolean
  readonly onOpen: (id: string) => void
  /** null without the permission to run scenarios. */
  readonly execute: ReturnType<typeof useExecute> | null
}): Column[] {
  const t = useT()
  const { hasSets, onOpen, execute } = options
  return [
    {
      key: 'name',
      title: t('scenario.scenario'),
      sort: 'name',
      visibility: 'always',
      render: row => (
        <button type="button" className="link-button" onClick={() => onOpen(row.id)}>
          {row.name}
        </button>
      ),
    },
    ...(hasSets
      ? [
          {
            key: 'set',
            title: t('scenario.list.set'),
            joins: { to: 'name', below: usual },
            render: (row: ScenarioRow) => row.setName || noValue,
          },
        ]
      : []),
    {
      key: 'engine',
      title: t('scenario.engine'),
      visibility: 'optional',
      render: row => engines[row.engine].displayName,
    },
    { key: 'state', title: t('scenario.list.state'), render: row => <StateCell last={row.last} /> },
    {
      key: 'sla',
      title: t('scenario.list.sla'),
      joins: { to: 'state', below: usual },
      render: ({ last }) => (last === null ? noValue : <SlaTag state={last.sla} />),
    },
    {
      key: 'when',
      title: t('scenario.list.when'),
      sort: 'lastRun',
      joins: { to: hasSets ? 'set' : 'name', below: narrow },
      render: ({ last }) => (last === null ? noValue : <TimeText at={last.startedAt ?? last.createdAt} />),
    },
    ...figureColumns(t),
    {
      key: 'changed',
      title: t('scenario.changed'),
      sort: 'updatedAt',
      visibility: 'optional',
      render: row => (
        <>
          <TimeText at={row.updatedAt} /> · {row.updatedBy}
        </>
      ),
    },
    {
      key: 'actions',
      title: '',
      fixed: 'right',
      align: 'right',
      visibility: 'always',
      render: row => <RowLinks row={row} execute={execute} />,
    },
  ]
}

/** Figures of the last run; the place holder without one. */
function figureColumns(t: Translate): Column[] {
  const figure = (
    key: string,
    title: string,
    sort: ScenarioSort,
    of: (last: LastRun) => ReactNode,
    joins?: Column['joins'],
  ): Column => ({
    key,
    title,
    sort,
    align: 'right',
    ...(joins && { joins }),
    render: ({ last }) => (last === null ? noValue : <span className="tabular">{of(last)}</span>),
  })
  return [
    figure('users', t('scenario.list.users'), 'peakUsers', last =>
      formatPeak(last.peakUsers, last.usersBasis),
    ),
    figure('rps', t('scenario.list.rps'), 'requestsPerSecond', last => formatNumber(last.requestsPerSecond), {
      to: 'users',
      below: narrow,
    }),
    figure('p95', 'P95', 'p95Ms', last => formatMs(last.p95Ms)),
    figure(
      'errors',
      t('scenario.list.errors'),
      'errorPercent',
      ({ requests, failed }) => formatPercent(requests === 0 ? null : (failed / requests) * 100),
      { to: 'p95', below: usual },
    ),
  ]
}

/** State of the last run, its cause in a tooltip. */
function StateCell({ last }: { readonly last: LastRun | null }) {
  const t = useT()
  const causeOf = useCause()
  if (last === null) return <span className="faint">{t('scenario.list.never')}</span>
  const isNamed = last.cause !== null && last.cause !== 'planned'
  const title = isNamed
    ? [t(`runCause.${last.cause ?? 'planned'}`), causeOf(last.causeDetail).text].filter(Boolean).join(' · ')
    : undefined
  return (
    <Tooltip title={title}>
      <span>
        <RunStateTag state={last.state} />
      </span>
    </Tooltip>
  )
}

/** The report or live page of the last run, and the button that runs the scenario. */
function RowLinks({
  row: { id, name, last },
  execute,
}: {
  readonly row: ScenarioRow
  readonly execute: ReturnType<typeof useExecute> | null
}) {
  const t = useT()
  const isActive = last !== null && isActiveRun(last.state)
  const verb = t(isActive ? 'scenario.list.watch' : 'scenario.list.report')
  return (
    <span className="row-actions">
      {last !== null && (
        <Link
          to={links.run(last)}
          aria-label={`${verb}: ${t('scenario.list.openRun', { scenario: name, number: last.number })}`}
        >
          {verb}
        </Link>
      )}
      {execute !== null && (
        <Button
          size="small"
          icon={<CaretRightOutlined aria-hidden />}
          aria-label={t('scenario.list.runScenario', { scenario: name })}
          title={t('scenario.list.runScenario', { scenario: name })}
          disabled={isActive}
          loading={execute.startingId === id}
          onClick={() => execute.start(id)}
        >
          {t('scenario.execute')}
        </Button>
      )}
    </span>
  )
}
