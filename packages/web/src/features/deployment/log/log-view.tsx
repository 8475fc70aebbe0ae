/** Logs of one host: of its operations, and the log files of its agent and tools, followed at their end. */
import type { MachineFile } from '@pone/contract/entities/host.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { FileList } from '../file-list.tsx'
import { FilePath } from '../file-path.tsx'
import { useHostClient } from '../host-client.ts'
import { linesOfParts } from '../log-lines.ts'
import { MachineLog } from '../machine-log.tsx'
import { OperationList } from '../operations/operation-list.tsx'
import '../deployment.css'

const kinds = ['operations', 'files'] as const
type Kind = (typeof kinds)[number]
const followMs = 2_000

export function LogView({ hostId }: { readonly hostId: string }) {
  const t = useT()
  const [kind, setKind] = useState<Kind>('operations')
  return (
    <>
      <Segmented<Kind>
        aria-label={t('action.view')}
        style={{ marginBottom: 12 }}
        value={kind}
        onChange={setKind}
        options={kinds.map(value => ({ value, label: t(`hostLog.${value}`) }))}
      />
      {kind === 'operations' ? (
        <OperationList key={hostId} of={{ hostId }} />
      ) : (
        <LogFiles key={hostId} hostId={hostId} />
      )}
    </>
  )
}

function LogFiles({ hostId }: { readonly hostId: string }) {
  const t = useT()
  const client = useHostClient()
  const { data, error, refetch } = useQuery(client.logFiles(hostId))
  const [path, setPath] = useState<string | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  if (data.length === 0) return <EmptyState title={t('hostLog.noFiles')} />
  const file = data.find(each => each.path === path)
  return (
    <div className="host-files">
      <FileList
        files={data}
        chosen={path}
        onChoose={setPath}
        detail={each => formatBytes(each.sizeBytes)}
        label={t('hostLog.files')}
      />
      <div className="host-files-content">
        {file === undefined ? (
          <EmptyState title={t('hostLog.chooseFile')} />
        ) : (
          <LogFile key={file.path} hostId={hostId} file={file} />
        )}
      </div>
    </div>
  )
}

function LogFile({ hostId, file }: { readonly hostId: string; readonly file: MachineFile }) {
  const t = useT()
  const client = useHostClient()
  const { path } = file
  // Starts at the end of the file; later requests continue at the offset where the last response ended.
  const tail = useInfiniteQuery({
    queryKey: [...client.key, 'log', hostId, path],
    queryFn: ({ pageParam, signal }) => client.readLog({ hostId, path, from: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: last => last.to,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  useQuery({
    queryKey: [...client.key, 'log', hostId, path, 'follow'],
    queryFn: async () => {
      if (tail.isSuccess && !tail.isFetching) await tail.fetchNextPage()
      return Date.now()
    },
    refetchInterval: followMs,
    gcTime: 0,
  })
  const parts = useMemo(() => tail.data?.pages ?? [], [tail.data])
  const lines = useMemo(() => linesOfParts(parts), [parts])
  const firstByte = parts[0]?.from ?? 0
  if (tail.error && parts.length === 0)
    return <ErrorState error={tail.error} onRetry={() => void tail.refetch()} />
  return (
    <>
      <FilePath path={path} />
      <MachineLog
        lines={lines}
        isLoading={tail.isLoading}
        fileName={path.split('/').at(-1) ?? path}
        head={firstByte > 0 && <div className="faint">… {formatBytes(firstByte)}</div>}
      />
      <div style={{ marginTop: 8 }}>
        <Button size="small" onClick={() => void tail.fetchNextPage()}>
          {t('action.refresh')}
        </Button>
      </div>
    </>
  )
}
