/** A recording under way: how to connect, the transaction that begins next, and the requests so far. */
import type { ProxyRecording } from '@pone/contract/entities/recording.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Connection } from './connection.tsx'
import { ExchangeRows } from './exchange-rows.tsx'

interface RunningRecordingProps {
  readonly recording: ProxyRecording
  readonly isMarking: boolean
  readonly onMark: (title: string) => void
}

export function RunningRecording({ recording, isMarking, onMark }: RunningRecordingProps) {
  const t = useT()
  return (
    <div className="cd-record">
      {recording.machine !== null && (
        <p className="cd-help">{t('component.record.onMachine', { machine: recording.machine })}</p>
      )}
      {recording.access !== null && <Connection access={recording.access} />}
      <MarkLine current={recording.transaction} isMarking={isMarking} onMark={onMark} />
      <ExchangeRows recording={recording} />
    </div>
  )
}

interface MarkLineProps extends Pick<RunningRecordingProps, 'isMarking' | 'onMark'> {
  readonly current: string | null
}

function MarkLine({ current, isMarking, onMark }: MarkLineProps) {
  const t = useT()
  const [title, setTitle] = useState('')
  const mark = () => {
    if (title.trim() === '') return
    onMark(title.trim())
    setTitle('')
  }
  return (
    <div>
      <div className="cd-record-mark">
        <Input
          value={title}
          maxLength={100}
          aria-label={t('component.record.transaction')}
          placeholder={t('component.record.transaction')}
          onChange={({ target }) => setTitle(target.value)}
          onPressEnter={mark}
        />
        <Button disabled={title.trim() === ''} loading={isMarking} onClick={mark}>
          {t('component.record.mark')}
        </Button>
      </div>
      <p className="cd-help" role="status">
        {current === null
          ? t('component.record.noTransaction')
          : t('component.record.inTransaction', { name: current })}
      </p>
    </div>
  )
}
