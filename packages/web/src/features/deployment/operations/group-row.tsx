/** An operation on several hosts: how many are done, what failed on how many, and the single operations in an expandable list. */
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { GroupState, OperationGroup } from '@pone/contract/entities/host.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from '../../../lib/api-error.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { readAllRows } from '../../../ui/data-table/use-chosen-rows.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { StatusTone } from '../../../ui/theme/palette.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { useCanOperate, useHostClient } from '../host-client.ts'
import type { OperationAsked } from './operate-dialog.tsx'
import { OperationList } from './operation-list.tsx'
import { RowButton } from './operation-row.tsx'
import { useCancelOperations } from './use-cancel-operations.ts'
import '../deployment.css'

const tones: Record<GroupState, StatusTone> = {
  processing: 'running',
  successful: 'passed',
  partialSuccess: 'warning',
  failed: 'failed',
  cancelled: 'off',
}
/** Order of the counts in the text and of the segments in the bar, left to right. */
const told = ['successful', 'failed', 'cancelled', 'executing', 'waiting'] as const

export interface GroupRowProps {
  readonly group: OperationGroup
  readonly onOperate: (asked: OperationAsked) => void
}

export function GroupRow({ group, onOperate }: GroupRowProps) {
  const t = useT()
  const canOperate = useCanOperate()
  const [isOpen, setOpen] = useState(false)
  const members = useMembers(group)
  const cancel = useCancelOperations()
  const { tool, kind, version, hosts, counts, problems, state } = group
  const isActive = state === 'processing'
  return (
    <>
      {/* The button inside does the same for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={isOpen ? 'operation operation-open' : 'operation'} onClick={() => setOpen(!isOpen)}>
        <div>
          <button type="button" className="operation-button operation-title" aria-expanded={isOpen}>
            {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}{' '}
            {t('operation.title', { kind: t(`operation.${kind}`), tool })} {version}
          </button>{' '}
          · {t('operation.hosts', { count: hosts })}
        </div>
        <div className="operation-state">
          <StatusTag tone={tones[state]}>{t(`queue.group.${state}`)}</StatusTag>
          {canOperate && isActive && (
            <RowButton
              label={t('queue.cancelRest')}
              isDangerous
              isBusy={members.isReading}
              onClick={() => members.read('active', rows => cancel.all(rows.map(row => row.id)))}
            />
          )}
          {canOperate && !isActive && counts.failed > 0 && (
            <RowButton
              label={t('queue.retryFailed', { count: counts.failed })}
              isBusy={members.isReading}
              onClick={() =>
                members.read('failed', rows =>
                  onOperate({
                    hosts: rows.map(({ hostId, hostName }) => ({ id: hostId, name: hostName })),
                    tool,
                    kind,
                  }),
                )
              }
            />
          )}
        </div>
        <div className="operation-detail">
          <div className="group-bar" aria-hidden>
            {told.map(each => (
              <span key={each} className={`group-${each}`} style={{ flexGrow: counts[each] }} />
            ))}
          </div>
        </div>
        <div className="operation-detail secondary">
          <TimeText at={group.createdAt} withSeconds /> {t('queue.by', { account: group.createdBy })}
          {' · '}
          {countsText(t, group)}
        </div>
        {problems.map(({ code, hosts: count }) => (
          <div key={code} className="operation-detail operation-problem">
            {t('queue.problemOn', { problem: t(`host.problem.${code}`), count })}
          </div>
        ))}
      </div>
      {isOpen && <OperationList of={{ groupId: group.id }} onOperate={onOperate} />}
    </>
  )
}

const countsText = (t: Translate, { counts }: OperationGroup): string =>
  told
    .filter(state => counts[state] > 0)
    .map(state => t(`queue.count.${state}`, { count: counts[state] }))
    .join(t('queue.comma'))

/** Loads the group's operations that an action applies to, before it is executed. */
function useMembers({ id, hosts }: OperationGroup) {
  const client = useHostClient()
  const cache = useQueryClient()
  const [isReading, setReading] = useState(false)
  const read = async (state: 'active' | 'failed') =>
    readAllRows(
      (page, pageSize) =>
        cache.fetchQuery(client.operations({ hostId: null, groupId: id, page, pageSize, state })),
      hosts,
    )
  return {
    isReading,
    read: (state: 'active' | 'failed', then: (rows: Awaited<ReturnType<typeof read>>) => void) => {
      setReading(true)
      read(state)
        .then(rows => {
          if (rows.length > 0) then(rows)
        })
        .catch(showError)
        .finally(() => setReading(false))
    },
  }
}
