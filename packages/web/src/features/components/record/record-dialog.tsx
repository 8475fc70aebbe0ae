/** The dialog that records requests by a proxy of the server or of a load machine and then shows them for import. */
import type { ProxyRecording } from '@pone/contract/entities/recording.ts'
import { Alert, Button, Skeleton } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { RecordingImportDialog } from '../import/recording-dialog.tsx'
import type { StepCommands } from '../tree/step-commands.ts'
import { ExchangeRows } from './exchange-rows.tsx'
import { keepOpen, useKeptChoices } from './kept-choices.ts'
import { RunningRecording } from './running-recording.tsx'
import { firstChoices, StartForm, wishOf } from './start-form.tsx'
import { type ProxyRecordingState, useProxyRecording } from './use-proxy-recording.ts'
import './record.css'

interface RecordDialogProps {
  readonly commands: Pick<StepCommands, 'addAll'>
  readonly onClose: () => void
}

export function RecordDialog({ commands, onClose }: RecordDialogProps) {
  const t = useT()
  const confirm = useConfirm()
  const state = useProxyRecording()
  const { query, load, discard } = state
  const recording = query.data?.recording ?? null
  const isUnderWay = recording?.end === null
  useEffect(() => {
    if (isUnderWay) keepOpen(window.location.href)
    else keepOpen(null)
  }, [isUnderWay])
  const close = () => {
    keepOpen(null)
    onClose()
  }
  if (load.data !== undefined && load.data !== null && recording !== null)
    return (
      <RecordingImportDialog
        commands={commands}
        file={load.data}
        onAdded={() => discard.mutate(recording.id)}
        onClose={onClose}
      />
    )
  const ask = () =>
    confirm({
      title: t('component.record.closing'),
      text: t('component.record.closingHelp'),
      verb: t('component.record.closeAnyway'),
      isDangerous: false,
      onConfirm: async () => close(),
    })
  return <Dialog state={state} recording={recording} onClose={isUnderWay ? ask : close} />
}

interface DialogProps {
  readonly state: ProxyRecordingState
  readonly recording: ProxyRecording | null
  readonly onClose: () => void
}

function Dialog({ state, recording, onClose }: DialogProps) {
  const t = useT()
  const { query, start, mark, removeAuthority } = state
  const [choices, setChoices] = useKeptChoices('start', firstChoices)
  return (
    <FormDialog
      width={880}
      title={t('component.record.title')}
      isAction
      onClose={onClose}
      footer={
        recording === null ? (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button
              type="primary"
              disabled={query.data === undefined}
              loading={start.isPending}
              onClick={() => start.mutate(wishOf(choices))}
            >
              {t('component.record.start')}
            </Button>
          </>
        ) : (
          <HeldButtons state={state} recording={recording} />
        )
      }
    >
      {query.isPending && <Skeleton active />}
      {query.isError && query.data === undefined && (
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
      {query.data !== undefined && recording === null && (
        <StartForm choices={choices} onChange={setChoices} removal={removeAuthority} />
      )}
      {recording?.end === null && (
        <RunningRecording
          recording={recording}
          isMarking={mark.isPending}
          onMark={title => mark.mutate({ id: recording.id, title })}
        />
      )}
      {recording !== null && recording.end !== null && <EndedRecording recording={recording} />}
    </FormDialog>
  )
}

function HeldButtons({
  state: { discard, load },
  recording,
}: Pick<DialogProps, 'state'> & { readonly recording: ProxyRecording }): ReactNode {
  const t = useT()
  const confirm = useConfirm()
  const { id, end, requests } = recording
  const isEmpty = end === 'machineLost' || (end !== null && requests === 0)
  const remove = () => {
    if (requests === 0) return discard.mutate(id)
    confirm({
      title: t('component.record.discarding'),
      text: t('component.record.count', { count: requests }),
      verb: t('component.record.discard'),
      onConfirm: () => discard.mutateAsync(id),
    })
  }
  return (
    <>
      <Button danger loading={discard.isPending} onClick={remove}>
        {t('component.record.discard')}
      </Button>
      <Button
        type="primary"
        disabled={isEmpty}
        loading={load.isPending}
        onClick={() => load.mutate(recording)}
      >
        {end === null ? t('component.record.stop') : t('component.record.import')}
      </Button>
    </>
  )
}

function EndedRecording({ recording }: { readonly recording: ProxyRecording }) {
  const t = useT()
  if (recording.end === null) return null
  return (
    <div className="cd-record">
      <Alert
        type={recording.end === 'stopped' ? 'success' : 'warning'}
        showIcon
        title={t(`component.record.end.${recording.end}`)}
        description={recording.end === 'machineLost' ? undefined : t('component.record.kept')}
      />
      <ExchangeRows recording={recording} />
    </div>
  )
}
