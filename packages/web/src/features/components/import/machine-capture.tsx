/** Captures packets by the agent of a load machine: what is captured, how far it is, and what became of it. */

import type { Capture } from '@pone/contract/entities/capture.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { Alert, Button, Progress, Skeleton } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { MachineCaptureForm } from './machine-capture-form.tsx'
import { type MachineCaptureState, useMachineCapture } from './use-machine-capture.ts'

interface MachineCaptureProps {
  readonly onFile: (file: File) => void
}

export function MachineCapture({ onFile }: MachineCaptureProps) {
  return useCan('machine.operate') ? <Allowed onFile={onFile} /> : null
}

function Allowed({ onFile }: MachineCaptureProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const state = useMachineCapture(onFile)
  const { capture, query } = state
  // One that runs or waits is shown at once.
  if (!isOpen && capture === null)
    return (
      <p className="cd-recording-format">
        <Button onClick={() => setOpen(true)}>{t('component.machineCapture.open')}</Button>
      </p>
    )
  return (
    <section className="cd-recording-format" aria-label={t('component.machineCapture.title')}>
      <p className="cd-help">{t('component.machineCapture.help')}</p>
      {query.isError && (
        <Alert
          type="error"
          showIcon
          title={query.error.message}
          action={
            <Button size="small" onClick={() => void query.refetch()}>
              {t('action.retry')}
            </Button>
          }
        />
      )}
      {query.isPending && <Skeleton active />}
      {query.data !== undefined && capture === null && (
        <MachineCaptureForm isBusy={state.start.isPending} onStart={wish => state.start.mutate(wish)} />
      )}
      {capture !== null && <HeldCapture state={state} capture={capture} />}
    </section>
  )
}

interface HeldCaptureProps {
  readonly state: MachineCaptureState
  readonly capture: Capture
}

function HeldCapture({ state: { stop, discard, load }, capture }: HeldCaptureProps) {
  const t = useT()
  const { id, state, cause } = capture
  const isDiscarding = discard.isPending
  const drop = (
    <Button danger loading={isDiscarding} onClick={() => discard.mutate(id)}>
      {t('component.machineCapture.discard')}
    </Button>
  )
  if (state === 'failed')
    return (
      <>
        <Alert
          type="error"
          showIcon
          title={t('component.machineCapture.failed')}
          description={<ToldCause detail={cause} />}
        />
        <Button loading={isDiscarding} onClick={() => discard.mutate(id)}>
          {t('component.machineCapture.again')}
        </Button>
      </>
    )
  if (state === 'complete')
    return (
      <>
        <Ended capture={capture} />
        <div className="cd-recording-bar">
          {drop}
          <Button type="primary" loading={load.isPending} onClick={() => load.mutate(id)}>
            {t('component.machineCapture.read')}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <Underway capture={capture} />
      <div className="cd-recording-bar">
        {drop}
        {state === 'running' && (
          <Button type="primary" loading={stop.isPending} onClick={() => stop.mutate(id)}>
            {t('component.capture.stop')}
          </Button>
        )}
      </div>
    </>
  )
}

function Underway({ capture: { state, packets, bytes, sentBytes } }: Pick<HeldCaptureProps, 'capture'>) {
  const t = useT()
  const figures = { packets: formatNumber(packets), size: formatBytes(bytes) }
  if (state === 'starting') return <p role="status">{t('component.machineCapture.starting')}</p>
  if (state === 'running') return <p role="status">{t('component.capture.progress', figures)}</p>
  return (
    <>
      <p role="status">
        {t('component.machineCapture.sending', { ...figures, sent: formatBytes(sentBytes) })}
      </p>
      <Progress
        percent={bytes === 0 ? 0 : Math.floor((sentBytes / bytes) * 100)}
        aria-label={t('component.machineCapture.sent')}
      />
    </>
  )
}

function Ended({ capture: { machine, end, packets, bytes, dropped } }: Pick<HeldCaptureProps, 'capture'>) {
  const t = useT()
  const figures = { machine, packets: formatNumber(packets), size: formatBytes(bytes) }
  return (
    <Alert
      type={end === 'stopped' && dropped === 0 ? 'success' : 'warning'}
      showIcon
      title={t('component.machineCapture.complete', figures)}
      description={
        <>
          {end !== null && <p>{t(`component.machineCapture.end.${end}`)}</p>}
          {dropped !== null && dropped > 0 && (
            <p>{t('component.machineCapture.dropped', { count: dropped })}</p>
          )}
        </>
      }
    />
  )
}
