/** Commands that install a package manually, with a download address that is valid for some hours. */
import { CopyOutlined } from '@ant-design/icons'
import type { InstallPackage } from '@pone/contract/entities/package.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { copyText } from '../../lib/copy.ts'
import { useT } from '../../lib/i18n.ts'
import { formatInstant } from '../../ui/format.ts'
import { ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { agentCommands, downloadCommands } from './install-commands.ts'
import { packageLink, packagesKey } from './package-queries.ts'
import './packages.css'

const localHost = /^(localhost|127\.|\[::1\])/

export function InstallDialog(props: {
  readonly row: InstallPackage
  readonly projectId: string | null
  readonly onClose: () => void
}) {
  const t = useT()
  const { row, projectId, onClose } = props
  const { data, error, refetch } = useQuery({
    queryKey: [...packagesKey, 'link', row.id, projectId],
    queryFn: () => packageLink(row.id, projectId),
    // Every time the dialog is opened, a new address is created.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const server = window.location.origin
  return (
    <Modal
      open
      width={720}
      title={t('package.installTitle', { name: row.name })}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState />
      ) : (
        <>
          {localHost.test(window.location.host) && (
            <Alert type="info" showIcon title={t('package.localAddress')} style={{ marginBottom: 12 }} />
          )}
          <b>{t('package.installDownload')}</b>
          <Commands text={downloadCommands(row, server + data.path)} />
          {row.type === 'Agent' && (
            <>
              <b>{t('package.installRun')}</b>
              <Commands text={agentCommands(row, server)} />
            </>
          )}
          <p className="secondary" style={{ margin: 0 }}>
            {t(row.type === 'Agent' ? 'package.installToken' : 'package.installDeploy')}{' '}
            {t('package.installExpires', { at: formatInstant(data.expiresAt) })}
          </p>
        </>
      )}
    </Modal>
  )
}

function Commands({ text }: { readonly text: string }) {
  const t = useT()
  return (
    <div className="package-commands">
      <pre>{text}</pre>
      <button
        type="button"
        className="icon-button"
        aria-label={t('package.copyCommand')}
        title={t('package.copyCommand')}
        onClick={() => void copyText(text)}
      >
        <CopyOutlined />
      </button>
    </div>
  )
}
