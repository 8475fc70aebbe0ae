/** One operation in the queue: kind, host, progress, result, and its log in an expandable row. */

import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { HostOperation } from '@pone/contract/entities/host.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { Button, Progress } from 'antd'
import { isMessageKey, type Translate, useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { OperationLog } from './operation-log.tsx'
import { operationTones } from './tool-state.tsx'
import '../deployment.css'

export function OperationRow(props: {
  readonly operation: HostOperation
  /** Part of a batch: only the host is shown. */
  readonly isMember?: boolean
  readonly isOpen: boolean
  /** Absent: the row cannot be expanded or collapsed. */
  readonly onToggle?: () => void
  readonly onCancel: (() => void) | undefined
  readonly onRetry: (() => void) | undefined
}) {
  const { operation, isMember = false, isOpen, onToggle, onCancel, onRetry } = props
  const t = useT()
  const language = useSession('language')
  const { tool, kind, version, hostName, state, problem, note, progress01, step, startedAt, endedAt } =
    operation
  return (
    <>
      {/* The button inside does the same for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={isOpen ? 'operation operation-open' : 'operation'} onClick={onToggle}>
        <div>
          <button
            type="button"
            className="operation-button operation-title"
            aria-expanded={isOpen}
            disabled={!onToggle}
          >
            {onToggle && (isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />)}{' '}
            {isMember
              ? hostName
              : `${t('operation.title', { kind: t(`operation.${kind}`), tool })} ${version ?? ''}`}
          </button>
          {!isMember && ` · ${hostName}`}
        </div>
        <div className="operation-state">
          <StatusTag tone={operationTones[state]}>{stateText(t, operation)}</StatusTag>
          {endedAt === null && onCancel && (
            <RowButton
              label={t('queue.cancel')}
              isDangerous
              isDisabled={operation.isCancelling}
              onClick={onCancel}
            />
          )}
          {state === 'failed' && onRetry && <RowButton label={t('queue.retry')} onClick={onRetry} />}
        </div>
        <div className="operation-detail secondary">
          {isMember ? (
            <TimeText at={endedAt ?? startedAt} withSeconds />
          ) : (
            <>
              <TimeText at={operation.createdAt} withSeconds />{' '}
              {t('queue.by', { account: operation.createdBy })}
            </>
          )}
          {state === 'executing' && step !== '' && ` · ${wordOf(t, 'step', step)}`}
          {note !== '' && ` · ${wordOf(t, 'note', note)}`}
        </div>
        {state === 'executing' && progress01 !== null && (
          <div className="operation-detail">
            <Progress size="small" percent={Math.floor(progress01 * 100)} />
          </div>
        )}
        {problem !== null && (
          <div className="operation-detail operation-problem">
            {t(`host.problem.${problem.code}`)}
            {problem.detail !== '' && <span className="code"> {causeText(problem.detail, language)}</span>}
          </div>
        )}
      </div>
      {isOpen && <OperationLog operation={operation} />}
    </>
  )
}

/** An action in a row that expands on click. */
export function RowButton(props: {
  readonly label: string
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  readonly isBusy?: boolean
  readonly onClick: () => void
}) {
  const { label, isDangerous = false, isDisabled = false, isBusy = false, onClick } = props
  return (
    <Button
      size="small"
      type="link"
      danger={isDangerous}
      disabled={isDisabled}
      loading={isBusy}
      onClick={event => {
        event.stopPropagation()
        onClick()
      }}
    >
      {label}
    </Button>
  )
}

function stateText(t: Translate, { state, position, isCancelling }: HostOperation): string {
  if (state === 'waiting') return t('queue.waiting', { position: position ?? 1 })
  return t(isCancelling ? 'queue.cancelling' : `queue.${state}`)
}

/** Steps and notes are identifiers from the agent, which may be newer than this page; unknown ones are shown unchanged. */
function wordOf(t: Translate, kind: 'step' | 'note', word: string): string {
  const key = `queue.${kind}.${word}`
  return isMessageKey(key) ? t(key) : word
}
