/** The agent of every machine: present version, available version, and state of its upgrade. */
import { causeText } from '@pone/contract/told-cause.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Progress, Table } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session/session.ts'
import { useRowPages } from '../../ui/data-table/use-row-pages.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { isUnderWay, type UpgradeRow, upgradesKey, useUpgrades } from './package-queries.ts'
import './packages.css'
import { ActionsHeading } from '../../ui/data-table/actions-heading.tsx'

const canStart = (row: UpgradeRow) => row.isOnline && row.newest !== null && !isUnderWay(row)

export function UpgradeDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useUpgrades()
  const [isBusy, setBusy] = useState(false)
  const ready = data?.filter(canStart) ?? []

  const start = async (machineIds: string[] | null) => {
    setBusy(true)
    try {
      const answers = await api.machineUpgrade.start({ machineIds })
      for (const { name, refusal } of answers)
        if (refusal !== null) notify({ kind: 'error', text: t(`upgrade.refusal.${refusal}`, { name }) })
      await client.invalidateQueries({ queryKey: upgradesKey })
    } catch (failure) {
      showError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      width={860}
      title={t('upgrade.title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button
            type="primary"
            loading={isBusy}
            disabled={ready.length === 0}
            onClick={() => void start(null)}
          >
            {t('upgrade.all', { count: ready.length })}
          </Button>
        </>
      }
    >
      <p className="secondary">{t('upgrade.explain')}</p>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={4} />
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('upgrade.noMachines')} />
      ) : (
        <UpgradeTable rows={data} isBusy={isBusy} onStart={id => void start([id])} />
      )}
    </Modal>
  )
}

function UpgradeTable(props: {
  readonly rows: readonly UpgradeRow[]
  readonly isBusy: boolean
  readonly onStart: (machineId: string) => void
}) {
  const { rows, isBusy, onStart } = props
  const t = useT()
  const pages = useRowPages(rows.length, 10)
  return (
    <Table<UpgradeRow>
      size="small"
      rowKey="machineId"
      dataSource={rows}
      pagination={pages}
      columns={[
        { key: 'name', title: t('upgrade.machine'), render: (_, row) => row.name },
        { key: 'version', title: t('upgrade.version'), render: (_, row) => row.version },
        { key: 'newest', title: t('upgrade.newest'), render: (_, row) => row.newest?.version ?? noValue },
        { key: 'state', title: t('upgrade.state'), render: (_, row) => <UpgradeState row={row} /> },
        {
          key: 'action',
          title: <ActionsHeading />,
          align: 'right',
          render: (_, row) => (
            <button
              type="button"
              className="link-button"
              disabled={!canStart(row) || isBusy}
              onClick={() => onStart(row.machineId)}
            >
              {t('upgrade.one')}
            </button>
          ),
        },
      ]}
    />
  )
}

function UpgradeState({ row }: { readonly row: UpgradeRow }) {
  const t = useT()
  const language = useSession('language')
  const { upgrade } = row
  if (upgrade !== null && isUnderWay(row)) {
    return (
      <>
        <StatusTag tone="running">
          {t(`upgrade.state.${upgrade.state}`, { version: upgrade.version })}
        </StatusTag>
        {upgrade.state === 'pushing' && (
          <Progress
            aria-label={t('action.progress')}
            size="small"
            percent={Math.floor((upgrade.receivedBytes / Math.max(1, upgrade.sizeBytes)) * 100)}
          />
        )}
      </>
    )
  }
  // A failure is shown until the version of the machine has changed.
  if (upgrade?.state === 'failed' && upgrade.fromVersion === row.version) {
    const reason = t(`upgrade.failure.${upgrade.failure ?? 'other'}`)
    return (
      <div className="upgrade-detail">
        <StatusTag tone="failed">{t('upgrade.state.failed', { version: upgrade.version })}</StatusTag>
        <div className="secondary">
          {reason}
          {upgrade.detail === '' ? '' : ` (${causeText(upgrade.detail, language)})`}
        </div>
      </div>
    )
  }
  if (!row.isOnline) return <StatusTag tone="off">{t('upgrade.offline')}</StatusTag>
  if (upgrade?.state === 'installed' && upgrade.version === row.version)
    return <StatusTag tone="passed">{t('upgrade.state.installed', { version: upgrade.version })}</StatusTag>
  return row.newest === null ? (
    <StatusTag tone="passed">{t('upgrade.newestAlready')}</StatusTag>
  ) : (
    <span className="faint">{noValue}</span>
  )
}
