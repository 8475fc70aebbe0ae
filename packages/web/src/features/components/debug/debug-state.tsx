/** One line about the standalone execution: running, finished, stopped or failed, and why. */
import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined, MinusCircleFilled } from '@ant-design/icons'
import { formatMs } from '@pone/metrics/figures.ts'
import { Tooltip } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useCause } from '../../../lib/told-cause.ts'
import { type DebugRun, failedCount, timesOf } from '../exchange/debug-model.ts'

export function DebugState({ run }: { readonly run: DebugRun | null }) {
  const t = useT()
  const causeOf = useCause()
  if (!run) return null
  const failed = failedCount(run)
  const figures = t('component.debug.figures', { count: run.exchanges.length, failed })
  if (run.state !== 'ended') {
    return (
      <span className="cd-debug-state is-running" role="status">
        <LoadingOutlined aria-hidden /> {t(`component.debug.${run.state}`)}
        {run.exchanges.length > 0 && ` · ${figures}`}
      </span>
    )
  }
  const cause = run.ended?.cause ?? 'failed'
  // A script that failed is no request, but its execution did not pass.
  const faults = run.log.filter(({ fault }) => fault !== null).length
  const isOnlyScripts = failed === 0 && faults > 0
  const requests = isOnlyScripts
    ? t('component.debug.requestCount', { count: run.exchanges.length })
    : figures
  const [look, Icon] = looks[outcomeOf(cause, failed + faults)]
  return (
    <span className={`cd-debug-state ${look}`} role="status">
      <Icon aria-hidden /> {t(`component.debug.cause.${cause}`)}
      {run.exchanges.length > 0 && ` · ${requests}`}
      {faults > 0 && ` · ${t('component.debug.scriptFaults', { count: faults })}`}
      <Times run={run} />
      {run.ended?.detail ? ` · ${causeOf(run.ended.detail).text}` : ''}
    </span>
  )
}

/** Elapsed time, and the sum of the response times where it differs; both with their definition. */
function Times({ run }: { readonly run: DebugRun }) {
  const t = useT()
  const times = timesOf(run)
  if (times === null) return null
  const [elapsed, total] = [formatMs(times.elapsedMs), formatMs(times.totalMs)]
  const help = t(times.isOfRequests ? 'component.debug.elapsedOfRequests' : 'component.debug.elapsedHelp')
  return (
    <>
      {' · '}
      <Tooltip title={help}>
        <span className="cd-defined">{t('component.debug.elapsed', { time: elapsed })}</span>
      </Tooltip>
      {run.exchanges.length > 0 && total !== elapsed && (
        <>
          {' · '}
          <Tooltip title={t('component.debug.totalHelp')}>
            <span className="cd-defined">{t('component.debug.total', { time: total })}</span>
          </Tooltip>
        </>
      )}
    </>
  )
}

const looks = {
  passed: ['is-passed', CheckCircleFilled],
  failed: ['is-failed', CloseCircleFilled],
  stopped: ['is-off', MinusCircleFilled],
} as const

function outcomeOf(cause: NonNullable<DebugRun['ended']>['cause'], failed: number): keyof typeof looks {
  if (failed > 0 || cause === 'failed' || cause === 'timeout') return 'failed'
  return cause === 'stopped' ? 'stopped' : 'passed'
}
