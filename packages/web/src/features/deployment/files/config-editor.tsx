/** One configuration file: its text, the differences from the version on the host, and earlier versions. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Dropdown, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import type { api } from '../../../lib/api.ts'
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

export interface ConfigEditorProps {
  readonly hostId: string
  readonly path: string
  readonly onDirty: (isDirty: boolean) => void
}

export function ConfigEditor({ hostId, path, onDirty }: ConfigEditorProps) {
  const client = useHostClient()
  const { data, error, refetch } = useQuery(client.config(hostId, path))
  if (data) {
    const reload = () => refetch()
    return <LoadedEditor hostId={hostId} path={path} onDirty={onDirty} file={data} onReload={reload} />
  }
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
}

type ConfigFile = Awaited<ReturnType<typeof api.host.readConfig>>

/** `file`: the text as it was read last. */
function LoadedEditor(
  props: ConfigEditorProps & { readonly file: ConfigFile; readonly onReload: () => Promise<unknown> },
) {
  const { hostId, path, onDirty, file, onReload } = props
  const t = useT()
  const canOperate = useCanOperate()
  const [draft, setDraft] = useState<string | null>(null)
  const [isReviewing, setReviewing] = useState(false)
  const reload = async () => {
    await onReload()
    setDraft(null)
  }
  const { save, hasConflict, endConflict } = useSaveConfig(hostId, path, reload)
  const content = draft ?? file.content
  const isDirty = content !== file.content
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return (
    <>
      <div className="config-head">
        <FilePath path={path} />
        <EarlierVersions versions={file.previous} onChoose={setDraft} />
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
            <Button size="small" onClick={() => void reload().then(endConflict)}>
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
        value={content}
        onChange={event => setDraft(event.target.value)}
      />
      <UnsavedGuard
        isDirty={isDirty}
        // Earlier versions are kept, so that the review may be left out here.
        onSave={() => save({ sha256: file.sha256, content })}
      />
      {isReviewing && (
        <Modal
          open
          width={860}
          title={t('configFile.reviewTitle')}
          okText={t('action.save')}
          cancelText={t('action.cancel')}
          onOk={() => save({ sha256: file.sha256, content }).finally(() => setReviewing(false))}
          onCancel={() => setReviewing(false)}
        >
          <Diff before={file.content} after={content} />
        </Modal>
      )}
    </>
  )
}

/** Saves the file if it is unchanged on the host since it was read; after a conflict it must be read again before it can be saved. */
function useSaveConfig(hostId: string, path: string, reload: () => Promise<void>) {
  const t = useT()
  const client = useHostClient()
  const cache = useQueryClient()
  const [hasConflict, setConflict] = useState(false)
  const save = async (text: { readonly sha256: string; readonly content: string }) => {
    try {
      await client.saveConfig({ hostId, path, ...text })
      await cache.invalidateQueries({ queryKey: client.configFiles(hostId).queryKey })
      await reload()
      setConflict(false)
      notify({ kind: 'success', text: t('configFile.saved') })
      return true
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'ConfigFileChanged') setConflict(true)
      else showError(failure)
      return false
    }
  }
  return { save, hasConflict, endConflict: () => setConflict(false) }
}

function EarlierVersions(props: {
  readonly versions: ConfigFile['previous']
  readonly onChoose: (content: string) => void
}) {
  const t = useT()
  return (
    <Dropdown
      trigger={['click']}
      disabled={props.versions.length === 0}
      menu={{
        items: props.versions.map(version => ({
          key: version.id,
          label: `${formatInstant(version.savedAt)} · ${t('configFile.historyOf', { account: version.savedBy })}`,
          onClick: () => props.onChoose(version.content),
        })),
      }}
    >
      <Button size="small">{t('configFile.history')}</Button>
    </Dropdown>
  )
}

const signs = { same: ' ', added: '+', removed: '−' } as const

function Diff({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = diffLines(before, after)
  return (
    <div className="config-diff">
      {lines.map((line, index) => (
        // Lines may be equal, so the key is the index.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={`config-diff-${line.kind}`}>
          {line.kind === 'skipped' ? `⋯ ${line.count}` : `${signs[line.kind]} ${line.text}`}
        </div>
      ))}
    </div>
  )
}
