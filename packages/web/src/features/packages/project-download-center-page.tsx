/** /pone/atf/projects/downloadCenter: packages that project members may download, with the commands that install them. */
import type { InstallPackage } from '@pone/contract/entities/package.ts'
import { useCallback, useState } from 'react'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { useProjectId } from '../../lib/project.ts'
import type { RowAction } from '../../ui/data-table/row-actions.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { InstallDialog } from './install-dialog.tsx'
import { downloadPackage, usePackages } from './package-queries.ts'
import { PackageTable } from './package-table.tsx'

export function Page() {
  const t = useT()
  const projectId = useProjectId()
  const { list, query } = usePackages(projectId)
  const [installed, setInstalled] = useState<InstallPackage | null>(null)
  const actionsOf = useCallback(
    (row: InstallPackage): readonly RowAction[] => [
      {
        key: 'download',
        label: t('action.download'),
        onClick: () => void downloadPackage(row.id, projectId).catch(showError),
      },
      { key: 'install', label: t('package.install'), onClick: () => setInstalled(row) },
    ],
    [t, projectId],
  )
  return (
    <>
      <PageHeader title={t('route.downloadCenter')} />
      <PageBody>
        <PackageTable
          list={list}
          query={query}
          actionsOf={actionsOf}
          isAdministrator={false}
          empty={{ title: t('package.emptyTitle'), text: t('package.emptyProjectText') }}
        />
      </PageBody>
      {installed && (
        <InstallDialog row={installed} projectId={projectId} onClose={() => setInstalled(null)} />
      )}
    </>
  )
}
