/** /pone/atf/downloadCenter: packages for administrators: upload, download, edit, delete; and upgrades of agents. */
import { UploadOutlined } from '@ant-design/icons'
import type { InstallPackage } from '@pone/contract/entities/package.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { api } from '../../lib/api.ts'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import type { RowAction } from '../../ui/data-table/row-actions.tsx'
import { useConfirm } from '../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { InstallDialog } from './install-dialog.tsx'
import { downloadPackage, packagesKey, usePackages } from './package-queries.ts'
import { PackageTable } from './package-table.tsx'
import { UpgradeButton } from './upgrade-button.tsx'
import { UploadDialog } from './upload-dialog.tsx'

type Open =
  | { readonly what: 'upload' }
  | { readonly what: 'edit' | 'install'; readonly row: InstallPackage }
  | null

export function Page() {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const { list, query } = usePackages(null)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const actionsOf = useCallback(
    (row: InstallPackage): readonly RowAction[] => [
      {
        key: 'download',
        label: t('action.download'),
        onClick: () => void downloadPackage(row.id, null).catch(showError),
      },
      { key: 'install', label: t('package.install'), onClick: () => setOpen({ what: 'install', row }) },
      { key: 'edit', label: t('action.edit'), onClick: () => setOpen({ what: 'edit', row }) },
      {
        key: 'delete',
        label: t('action.delete'),
        isDangerous: true,
        onClick: () =>
          confirm({
            title: t('package.deleteTitle', { name: row.name }),
            text: t(row.uploadedBy === null ? 'package.deleteOwnText' : 'package.deleteText'),
            verb: t('action.delete'),
            onConfirm: async () => {
              await api.package.delete({ id: row.id })
              notify({ kind: 'success', text: t('notice.deleted') })
              await client.invalidateQueries({ queryKey: packagesKey })
            },
          }),
      },
    ],
    [t, confirm, client],
  )
  const uploadButton = (
    <Button type="primary" icon={<UploadOutlined />} onClick={() => setOpen({ what: 'upload' })}>
      {t('package.upload')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('route.downloadCenter')}
        actions={
          <>
            <UpgradeButton />
            {uploadButton}
          </>
        }
      />
      <PageBody>
        <PackageTable
          list={list}
          query={query}
          actionsOf={actionsOf}
          isAdministrator
          empty={{
            title: t('package.emptyTitle'),
            text: t('package.emptyText'),
            startWith: t('package.upload'),
          }}
        />
      </PageBody>
      {open?.what === 'upload' && <UploadDialog onClose={close} />}
      {open?.what === 'edit' && <EditDialog row={open.row} onClose={close} />}
      {open?.what === 'install' && <InstallDialog row={open.row} projectId={null} onClose={close} />}
    </>
  )
}
