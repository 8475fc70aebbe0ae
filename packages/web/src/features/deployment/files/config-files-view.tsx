/** Configuration files of the tools on one host: choose, edit, compare, save, and go back to an earlier version. */
import { formatBytes } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { FileList } from '../file-list.tsx'
import { useHostClient } from '../host-client.ts'
import { ConfigEditor } from './config-editor.tsx'
import '../deployment.css'

export function ConfigFilesView({ hostId }: { readonly hostId: string }) {
  const t = useT()
  const client = useHostClient()
  const confirm = useConfirm()
  const { data, error, refetch } = useQuery(client.configFiles(hostId))
  const [path, setPath] = useState<string | null>(null)
  const [isDirty, setDirty] = useState(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  if (data.length === 0) return <EmptyState title={t('configFile.none')} text={t('configFile.noneText')} />
  const choose = (next: string) => {
    const go = async () => {
      setDirty(false)
      setPath(next)
    }
    if (!isDirty) void go()
    else confirm({ title: t('configFile.discardTitle'), verb: t('configFile.discard'), onConfirm: go })
  }
  return (
    <div className="host-files">
      <FileList
        files={data}
        chosen={path}
        onChoose={choose}
        detail={file => (file.changedAt === 0 ? t('configFile.missing') : formatBytes(file.sizeBytes))}
        label={t('host.configFiles')}
      />
      <div className="host-files-content">
        {path === null ? (
          <EmptyState title={t('hostLog.chooseFile')} />
        ) : (
          <ConfigEditor key={path} hostId={hostId} path={path} onDirty={setDirty} />
        )}
      </div>
    </div>
  )
}
