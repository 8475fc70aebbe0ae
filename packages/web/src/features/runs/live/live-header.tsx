/** The main figures of a run in large type, and its controls. */

import {
  FileTextOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  SlidersOutlined,
  StopOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import { isActiveRun } from '@pone/contract/states.ts'
import { formatClock, formatMs, formatNumber, formatPeak, formatPercent } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { Button, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { RunStateTag, SlaTag } from '../../../ui/run/run-state.tsx'
import { type LiveRun, latestRate, missedStarts } from '../live-model.ts'
import { useRunControl } from '../run-queries.ts'
import { ChangeLoad } from './change-load.tsx'

export interface LiveHeaderProps {
  readonly live: LiveRun
  readonly isFullScreen: boolean
  readonly onFullScreen: () => void
}

export function LiveHeader({ live, isFullScreen, onFullScreen }: LiveHeaderProps) {
  const t = useT()
  const { run } = live
  const canControl = useCan('run.control')
  const isActive = isActiveRun(run.state)
  const screen = t(isFullScreen ? 'run.leaveFullScreen' : 'run.fullScreen')
  return (
    <div className="run-header">
      <Figures live={live} />
      <div className="run-controls">
        <Button
          icon={isFullScreen ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          aria-label={screen}
          title={screen}
          onClick={onFullScreen}
        />
        {isActive && canControl && <Controls live={live} />}
        {!isActive && (
          <ButtonLink to={links.report(run.id)} type="primary" icon={<FileTextOutlined />}>
            {t('run.report')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** While the run is active the figures of its latest second, then those of the whole run. */
function Figures({ live }: { readonly live: LiveRun }) {
  const t = useT()
  const { run, total } = live
  const isActive = isActiveRun(run.state)
  const last = live.seconds.at(-1)
  const starts = missedStarts(live.seconds)
  const elapsed = formatClock(useElapsedSeconds(run))
  const planned = run.plannedDurationMs === null ? null : formatClock(run.plannedDurationMs / 1_000)
  const whole = t('run.interval.whole')
  const latest = isActive ? t('run.interval.latest', { count: live.secondsPerPoint }) : whole
  const sinceStart = isActive ? t('run.interval.sinceStart') : whole
  return (
    <dl className="run-figures">
      <Figure label={t('run.record.state')}>
        <RunStateTag state={run.state} />
      </Figure>
      <Figure label={t('run.elapsed')}>
        {planned === null || !isActive ? elapsed : t('run.elapsedOf', { elapsed, total: planned })}
      </Figure>
      <Figure label={t('run.users')} help={t('run.usersHelp')} interval={latest}>
        {isActive
          ? t('run.usersOf', {
              users: formatNumber(last?.users ?? 0),
              target: formatNumber(last?.targetUsers ?? 0),
            })
          : t('run.usersPeak', { users: formatPeak(run.peakUsers, run.usersBasis) })}
      </Figure>
      <Figure label={t('run.rps')} help={t('run.rpsHelp')} interval={latest}>
        {formatNumber(isActive ? latestRate(live) : total.perSecond)}
      </Figure>
      <Figure label={t('run.p95')} interval={latest}>
        {formatMs(isActive ? (last?.p95Ms ?? null) : total.p95Ms)}
      </Figure>
      {run.scenario.drive === 'arrivals' && (
        <Figure
          label={`${t('run.lateStarts')} / ${t('run.droppedStarts')}`}
          interval={sinceStart}
          isBad={starts.dropped > 0}
        >
          <Tooltip title={t('run.startsHelp')}>
            {formatNumber(starts.late)} / {formatNumber(starts.dropped)}
          </Tooltip>
        </Figure>
      )}
      <Figure label={t('run.errorRate')} interval={sinceStart} isBad={total.failed > 0}>
        {formatPercent(total.errorPercent)}
      </Figure>
      <Figure label={t('run.sla')}>
        <SlaTag state={run.sla} />
      </Figure>
    </dl>
  )
}

/** Changes the load, stops the run, or stops it by force. */
function Controls({ live }: { readonly live: LiveRun }) {
  const t = useT()
  const { run } = live
  const control = useRunControl(run.id)
  const confirm = useConfirm()
  const { stopGraceSeconds } = engines[run.engine]
  return (
    <>
      {run.state === 'running' && !run.isStopping && !run.capacity && (
        <LoadControl live={live} control={control} />
      )}
      <Button
        icon={<StopOutlined aria-hidden />}
        loading={control.stop.isPending}
        disabled={run.isStopping}
        onClick={() =>
          confirm({
            title: t('run.stop'),
            text: t('run.stopConfirm', { seconds: stopGraceSeconds }),
            verb: t('run.stop'),
            isDangerous: false,
            onConfirm: () => control.stop.mutateAsync(),
          })
        }
      >
        {t(run.isStopping ? 'run.stopping' : 'run.stop')}
      </Button>
      <Button
        danger
        icon={<ThunderboltOutlined aria-hidden />}
        onClick={() =>
          confirm({
            title: t('run.forceStop'),
            text: t('run.forceStopConfirm', { seconds: stopGraceSeconds }),
            verb: t('run.forceStop'),
            onConfirm: () => control.forceStop.mutateAsync(),
          })
        }
      >
        {t('run.forceStop')}
      </Button>
    </>
  )
}

/** The form that changes the load; of an engine that cannot, a button that says so. */
function LoadControl({
  live,
  control,
}: {
  readonly live: LiveRun
  readonly control: ReturnType<typeof useRunControl>
}) {
  const t = useT()
  const { changesLoad, displayName: engine } = engines[live.run.engine]
  if (changesLoad)
    return (
      <ChangeLoad
        run={live.run}
        current={live.seconds.at(-1)?.targetUsers ?? 0}
        isBusy={control.changeLoad.isPending}
        onChange={wish => control.changeLoad.mutate(wish)}
      />
    )
  return (
    <Button disabled title={t('run.changeLoadNever', { engine })} icon={<SlidersOutlined aria-hidden />}>
      {t('run.changeLoad')}
    </Button>
  )
}

function Figure({
  label,
  help,
  interval,
  isBad,
  children,
}: {
  readonly label: string
  readonly help?: string
  /** What part of the run the figure is of. */
  readonly interval?: string
  readonly isBad?: boolean
  readonly children: React.ReactNode
}) {
  return (
    <div className={isBad ? 'run-figure run-figure-bad' : 'run-figure'} title={help}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {interval !== undefined && <dd className="run-figure-interval">{interval}</dd>}
    </div>
  )
}

/** Seconds since the start by the server's clock; constant once the run has ended. */
function useElapsedSeconds(run: LiveRun['run']): number {
  const isActive = isActiveRun(run.state)
  // The time since the last message is added, so that the value advances between messages.
  const [sinceMessageMs, setSinceMessageMs] = useState(0)
  useEffect(() => {
    if (!isActive) return
    const arrivedAt = performance.now()
    const timer = setInterval(() => setSinceMessageMs(performance.now() - arrivedAt), 500)
    return () => {
      clearInterval(timer)
      setSinceMessageMs(0)
    }
  }, [isActive, run.now])
  const elapsedMs = runDurationMs(run, run.now + sinceMessageMs) ?? 0
  return isActive ? Math.floor(elapsedMs / 1_000) : elapsedMs / 1_000
}
