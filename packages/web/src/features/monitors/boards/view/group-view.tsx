/** A chart group as it is watched: range, variables, load tests and its charts; on a wall in full screen, one group after another. */
import { CopyOutlined, FullscreenOutlined } from '@ant-design/icons'
import type { ChartGroup } from '@pone/contract/entities/chart-group.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { showError } from '../../../../lib/api-error.ts'
import { copyText } from '../../../../lib/copy.ts'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { useUrlState } from '../../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import { AlertList } from '../../../../ui/alerts/alert-list.tsx'
import { ButtonLink } from '../../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { rangeText, readRange, refreshMs, usualRange } from '../../info/range.ts'
import { RangeBar } from '../../info/range-bar.tsx'
import { groupNamesQuery, groupQuery } from '../board-queries.ts'
import { BoardContext } from '../charts/board-context.ts'
import { GroupChartView } from '../charts/group-chart.tsx'
import { choiceText, readChoice } from '../charts/resolve.ts'
import { useChartAnswers } from '../charts/use-chart-answers.ts'
import { useResolving } from '../charts/use-resolving.ts'
import { BoardGrid, innerHeight } from '../grid/board-grid.tsx'
import { inReadingOrder, settled } from '../grid/grid-model.ts'
import { useBoardAlerts } from './board-alerts.ts'
import { BoardExport } from './board-export.tsx'
import { RunList, useRunMarks } from './run-marks.tsx'
import { VariableBar } from './variable-bar.tsx'
import '../../monitors.css'

const urlDefaults = { range: rangeText(usualRange), vars: '', rotate: 0 }
/** How long each group is shown, s; 0: no rotation. */
const rotations = [0, 15, 30, 60, 300] as const

export function GroupViewPage({ id }: { readonly id: string }) {
  const t = useT()
  const { data: group, error, refetch } = useQuery(groupQuery(useProjectId(), id))
  const screen = useRef<HTMLDivElement>(null)
  const [{ rotate }, change] = useUrlState(urlDefaults)
  useRotation(id, rotate)
  return (
    <>
      <PageHeader
        title={group?.name ?? t('chartGroup.one')}
        backTo={links.boards}
        actions={
          group && (
            <Actions
              group={group}
              screen={screen}
              rotate={rotate}
              onRotate={next => change({ rotate: next })}
            />
          )
        }
      />
      <PageBody>
        {/* Stays while groups rotate, since the browser leaves full screen with the element. */}
        <div className="board-screen" ref={screen}>
          {group ? (
            <>
              <p className="board-screen-title">{group.name}</p>
              <GroupView key={id} group={group} />
            </>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState rows={10} />
          )}
        </div>
      </PageBody>
    </>
  )
}

/** Opens the next group by name after a time. */
function useRotation(id: string, seconds: number): void {
  const navigate = useNavigate()
  const { data: groups } = useQuery(groupNamesQuery(useProjectId()))
  const next = useEffectEvent(() => {
    const at = groups?.findIndex(group => group.id === id) ?? -1
    const following = groups?.[(at + 1) % groups.length]
    if (following === undefined || following.id === id) return
    const query = new URLSearchParams(window.location.search)
    query.set('group', following.id)
    // Variables are those of one group.
    query.delete('vars')
    void navigate({ search: query.toString() }, { replace: true })
  })
  useEffect(() => {
    if (seconds < 1) return
    const timer = setInterval(() => next(), seconds * 1_000)
    return () => clearInterval(timer)
  }, [id, seconds])
}

function Actions(props: {
  readonly group: ChartGroup
  readonly screen: RefObject<HTMLElement | null>
  readonly rotate: number
  readonly onRotate: (seconds: number) => void
}) {
  const { group, screen, rotate, onRotate } = props
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const textOf = (seconds: number) =>
    seconds === 0 ? t('chartGroup.rotation.off') : t('chartGroup.rotation.every', { seconds })
  return (
    <>
      <Select
        aria-label={t('chartGroup.rotation')}
        popupMatchSelectWidth={false}
        value={rotate}
        options={[...new Set([...rotations, rotate])].map(value => ({ value, label: textOf(value) }))}
        onChange={onRotate}
      />
      <Button
        icon={<CopyOutlined />}
        title={t('chartGroup.shareHelp')}
        onClick={() => void copyText(window.location.href)}
      >
        {t('chartGroup.share')}
      </Button>
      <Button
        icon={<FullscreenOutlined />}
        onClick={() => void screen.current?.requestFullscreen().catch(showError)}
      >
        {t('chartGroup.fullScreen')}
      </Button>
      {canEdit && <ButtonLink to={links.editCharts(group.id)}>{t('action.edit')}</ButtonLink>}
    </>
  )
}

function GroupView({ group }: { readonly group: ChartGroup }) {
  const t = useT()
  const [url, change] = useUrlState(urlDefaults)
  const range = useMemo(() => readRange(url.range), [url.range])
  const choice = useMemo(() => readChoice(url.vars), [url.vars])
  const [isLive, setLive] = useState(true)
  const zoom = useZoom(url.range, text => change({ range: text }))
  const resolving = useResolving(group.variables, choice)
  const answers = useChartAnswers(range, isLive)
  const { runs, marks, refetch } = useRunMarks(range, isLive ? refreshMs(range) : 0)
  const alerts = useBoardAlerts(group.charts, resolving, { range, isLive })
  const { style } = group
  const board = useMemo(
    () => ({ style, resolving, answers, isLive, runs: marks, alerts, onZoom: zoom }),
    [style, resolving, answers, isLive, marks, alerts, zoom],
  )
  const charts = useMemo(() => inReadingOrder(settled(group.charts)), [group.charts])
  return (
    <>
      <div className="board-tools">
        <RangeBar
          range={range}
          onRange={next => change({ range: rangeText(next) })}
          isLive={isLive}
          onLive={setLive}
          onRefresh={() => {
            answers.refetch()
            refetch()
          }}
        />
        <VariableBar
          group={group}
          resolving={resolving}
          onChoice={next => change({ vars: choiceText(next) })}
        />
        {charts.length > 0 && <BoardExport group={group} board={board} />}
      </div>
      <RunList runs={runs} />
      <AlertList marks={alerts} />
      {charts.length === 0 ? (
        <EmptyState title={t('chartGroup.noCharts')} />
      ) : (
        <BoardContext value={board}>
          <BoardGrid charts={charts} label={group.name}>
            {chart => <GroupChartView chart={chart} height={innerHeight(chart)} />}
          </BoardGrid>
        </BoardContext>
      )}
    </>
  )
}

const leastZoomMs = 1_000

/** A part of the range becomes the range, so that it is asked for in detail and the address carries it; null: back again. */
function useZoom(text: string, onRange: (text: string) => void) {
  const former = useRef<string[]>([])
  const state = useRef({ text, onRange })
  useEffect(() => {
    state.current = { text, onRange }
  })
  return useCallback((zoomed: readonly [number, number] | null) => {
    if (zoomed === null) {
      const back = former.current.pop()
      if (back !== undefined) state.current.onRange(back)
      return
    }
    const from = Math.round(zoomed[0] * 1_000)
    const to = Math.max(Math.round(zoomed[1] * 1_000), from + leastZoomMs)
    former.current.push(state.current.text)
    state.current.onRange(rangeText({ kind: 'fixed', from, to }))
  }, [])
}
