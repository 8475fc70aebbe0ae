/** Columns of packages, shared by administrators and projects; only the actions differ. */
import { CopyOutlined } from '@ant-design/icons'
import type { InstallPackage } from '@pone/contract/entities/package.ts'
import { formatBytes, noValue } from '@pone/metrics/figures.ts'
import { useMemo } from 'react'
import { copyText } from '../../lib/copy.ts'
import { type Translate, useT } from '../../lib/i18n.ts'
import type { DataColumn } from '../../ui/data-table/data-table.tsx'
import { type RowAction, RowActions } from '../../ui/data-table/row-actions.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import type { PackageSort } from './package-queries.ts'

const shownDigits = 12

/** Width of the table in px below which columns join: in a window of 1,024 px. */
const narrow = 960

type Column = DataColumn<InstallPackage, PackageSort>

export function usePackageColumns(
  actionsOf: (row: InstallPackage) => readonly RowAction[],
  isAdministrator: boolean,
): readonly Column[] {
  const t = useT()
  return useMemo(
    () => [
      ...contentColumns(t),
      ...(isAdministrator ? [usedByColumn(t)] : []),
      ...settingColumns(t),
      {
        key: 'actions',
        title: '',
        width: 130,
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        render: row => <RowActions of={row.name} actions={actionsOf(row)} shown={isAdministrator ? 1 : 2} />,
      },
    ],
    [t, actionsOf, isAdministrator],
  )
}

/** The content of a package. */
function contentColumns(t: Translate): readonly Column[] {
  return [
    {
      key: 'name',
      title: t('package.name'),
      sort: 'name',
      visibility: 'always',
      fixed: 'left',
      render: row => <b style={{ fontWeight: 550 }}>{row.name}</b>,
    },
    { key: 'type', title: t('package.type'), sort: 'type', render: row => row.type },
    {
      key: 'version',
      title: t('package.version'),
      sort: 'version',
      joins: { to: 'type', below: narrow },
      render: row => row.version,
    },
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
      joins: { to: 'target', below: narrow },
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
  ]
}

const usedByColumn = (t: Translate): Column => ({
  key: 'usedBy',
  title: t('package.usedBy'),
  render: row => row.usedBy.join(', ') || noValue,
  width: 160,
  ellipsis: true,
})

/** Installation settings and origin of a package. */
function settingColumns(t: Translate): readonly Column[] {
  return [
    {
      key: 'file',
      title: t('package.file'),
      visibility: 'optional',
      render: row => row.fileName,
    },
    {
      key: 'installPath',
      title: t('package.installPath'),
      visibility: 'optional',
      render: row => row.installPath ?? noValue,
    },
    {
      key: 'logPath',
      title: t('package.logPath'),
      visibility: 'optional',
      render: row => row.logPath ?? noValue,
    },
    {
      key: 'statusPush',
      title: t('package.statusPush'),
      visibility: 'optional',
      render: row => (row.type === 'Agent' ? `${row.statusPushSeconds} ${t('package.seconds')}` : noValue),
    },
    {
      key: 'uploadedBy',
      title: t('package.uploadedBy'),
      joins: { to: 'name', below: narrow },
      render: row => row.uploadedBy ?? <span className="secondary">{t('package.own')}</span>,
    },
    {
      key: 'uploadedAt',
      title: t('package.uploadedAt'),
      sort: 'uploadedAt',
      joins: { to: 'name', below: narrow },
      render: row => <TimeText at={row.uploadedAt} />,
    },
  ]
}
