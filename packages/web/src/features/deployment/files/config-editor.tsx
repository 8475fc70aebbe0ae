/** One configuration file: its text, what has been changed in it, and what it held before. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Dropdown, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { ApiError, showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { FilePath } from '../file-path.tsx'
import { useCanOperate, useHostClient } from '../host-client.ts'
import { diffLines } from './line-diff.ts'
import '../deployment.css'

export function ConfigEditor({
  hostId,
  path,
  onDirty,
}: {
  readonly hostId: string
  readonly path: string
  readonly onDirty: (isDirty: boolean) => void
}) {
  const t = useT()
  const client = useHostClient()
  const cache = useQueryClient()
  const canOperate = useCanOperate()
  const options = client.config(hostId, path)
  const { data, error, refetch, isFetching } = useQuery(options)
  const [draft, setDraft] = useState<string | null>(null)
  const [isReviewing, setReviewing] = useState(false)
  const [hasConflict, setConflict] = useState(false)
  const isDirty = draft !== null && data !== undefined && draft !== data.content
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />

  const reload = async () => {
    await refetch()
    setDraft(null)
    setConflict(false)
  }
  const save = async () => {
    try {
      await client.saveConfig({ hostId, path, sha256: data.sha256, content: draft ?? data.content })
      await cache.invalidateQueries({ queryKey: client.configFiles(hostId).queryKey })
      await reload()
      notify({ kind: 'success', text: t('configFile.saved') })
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'ConfigFileChanged') setConflict(true)
      else showError(failure)
    } finally {
      setReviewing(false)
    }
  }
  return (
    <>
      <div className="config-head">
        <FilePath path={path} />
        <Dropdown
          trigger={['click']}
          disabled={data.previous.length === 0}
          menu={{
            items: data.previous.map(version => ({
              key: version.id,
              label: `${formatInstant(version.savedAt)} · ${t('configFile.historyOf', { account: version.savedBy })}`,
              onClick: () => setDraft(version.content),
            })),
          }}
        >
          <Button size="small">{t('configFile.history')}</Button>
        </Dropdown>
        <Button size="small" disabled={!isDirty} onClick={() => setDraft(null)}>
          {t('configFile.discard')}
        </Button>
        <Button
          size="small"
          type="primary"
          disabled={!isDirty || !canOperate}
          onClick={() => setReviewing(true)}
        >
          {t('configFile.review')}
        </Button>
      </div>
      {hasConflict && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 8 }}
          title={t('configFile.conflict')}
          action={
            <Button size="small" loading={isFetching} onClick={() => void reload()}>
              {t('configFile.reload')}
            </Button>
          }
        />
      )}
      <Input.TextArea
        className="config-editor"
        aria-label={path}
        spellCheck={false}
        readOnly={!canOperate}
        value={draft ?? data.content}
        onChange={event => setDraft(event.target.value)}
      />
      <UnsavedGuard isDirty={isDirty} />
      {isReviewing && (
        <Modal
          open
          width={860}
          title={t('configFile.reviewTitle')}
          okText={t('action.save')}
          cancelText={t('action.cancel')}
          onOk={save}
          onCancel={() => setReviewing(false)}
        >
          <Diff before={data.content} after={draft ?? data.content} />
        </Modal>
      )}
    </>
  )
}

const signs = { same: ' ', added: '+', removed: '−' } as const

function Diff({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useT()
  const lines = diffLines(before, after)
  if (lines.length === 0) return <p>{t('configFile.unchanged')}</p>
  return (
    <div className="config-diff">
      {lines.map((line, index) => (
        // A line may come again; its place is its own.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={`config-diff-${line.kind}`}>
          {line.kind === 'skipped' ? `⋯ ${line.count}` : `${signs[line.kind]} ${line.text}`}
        </div>
      ))}
    </div>
  )
}
