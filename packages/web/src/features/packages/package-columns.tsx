/** Columns of packages, the same for administrators and in a project but for what can be done. */
import { CopyOutlined } from '@ant-design/icons'
import type { InstallPackage } from '@pone/contract/entities/package.ts'
import { formatBytes, noValue } from '@pone/metrics/figures.ts'
import { useMemo } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useT } from '../../lib/i18n.ts'
import type { DataColumn } from '../../ui/data-table/data-table.tsx'
import { type RowAction, RowActions } from '../../ui/data-table/row-actions.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import type { PackageSort } from './package-queries.ts'

const shownDigits = 12

export function usePackageColumns(
  actionsOf: (row: InstallPackage) => readonly RowAction[],
  isAdministrator: boolean,
): readonly DataColumn<InstallPackage, PackageSort>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('package.name'),
        sort: 'name',
        isAlwaysShown: true,
        isFixed: true,
        render: row => <b style={{ fontWeight: 550 }}>{row.name}</b>,
      },
      { key: 'type', title: t('package.type'), sort: 'type', render: row => row.type },
      { key: 'version', title: t('package.version'), sort: 'version', render: row => row.version },
      {
        key: 'target',
        title: t('package.target'),
        render: ({ system, architecture }) => (
          <>
            {system} <span className="faint">· {t(`package.architecture.${architecture}`)}</span>
          </>
        ),
      },
      {
        key: 'size',
        title: t('package.size'),
        sort: 'sizeBytes',
        align: 'right',
        render: row => formatBytes(row.sizeBytes),
      },
      {
        key: 'checksum',
        title: t('package.checksum'),
        render: row => (
          <span className="package-checksum">
            <code title={row.sha256}>{row.sha256.slice(0, shownDigits)}…</code>
            <button
              type="button"
              className="icon-button"
              aria-label={t('package.copyChecksum')}
              title={t('package.copyChecksum')}
              onClick={() => void copyText(row.sha256)}
            >
              <CopyOutlined />
            </button>
          </span>
        ),
      },
      ...(isAdministrator
        ? [
            {
              key: 'usedBy',
              title: t('package.usedBy'),
              render: (row: InstallPackage) => row.usedBy.join(', ') || noValue,
              width: 160,
              ellipsis: true,
            },
          ]
        : []),
      {
        key: 'file',
        title: t('package.file'),
        isHiddenAtFirst: true,
        render: row => row.fileName,
      },
      {
        key: 'installPath',
        title: t('package.installPath'),
        isHiddenAtFirst: true,
        render: row => row.installPath ?? noValue,
      },
      {
        key: 'logPath',
        title: t('package.logPath'),
        isHiddenAtFirst: true,
        render: row => row.logPath ?? noValue,
      },
      {
        key: 'statusPush',
        title: t('package.statusPush'),
        isHiddenAtFirst: true,
        render: row => (row.type === 'Agent' ? `${row.statusPushSeconds} ${t('package.seconds')}` : noValue),
      },
      {
        key: 'uploadedBy',
        title: t('package.uploadedBy'),
        render: row => row.uploadedBy ?? <span className="secondary">{t('package.own')}</span>,
      },
      {
        key: 'uploadedAt',
        title: t('package.uploadedAt'),
        sort: 'uploadedAt',
        render: row => <TimeText at={row.uploadedAt} />,
      },
      {
        key: 'actions',
        title: '',
        width: 130,
        isAlwaysShown: true,
        isFixed: true,
        align: 'right',
        render: row => <RowActions actions={actionsOf(row)} shown={isAdministrator ? 1 : 2} />,
      },
    ],
    [t, actionsOf, isAdministrator],
  )
}
