/** Installing a licence file: select it, preview the changes, install it. */
import { SafetyCertificateOutlined } from '@ant-design/icons'
import type { JudgedLicence, LicenceStatus } from '@pone/contract/entities/licence.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Table, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage, isAborted } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import '../../ui/form/form.css'
import { factsOf } from './licence-text.ts'

interface Chosen {
  readonly file: File
  readonly licence: JudgedLicence
}

export function UploadDialog(props: { readonly current: LicenceStatus; readonly onClose: () => void }) {
  const { current, onClose } = props
  const t = useT()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const attempt = async (work: (signal: AbortSignal) => Promise<void>) => {
    setFault(null)
    setBusy(true)
    abort.current = new AbortController()
    try {
      await work(abort.current.signal)
    } catch (error) {
      if (!isAborted(error)) setFault(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const look = (file: File) =>
    attempt(async signal => setChosen({ file, licence: await api.licence.preview({}, { file, signal }) }))
  const install = ({ file }: Chosen) =>
    attempt(async signal => {
      await api.licence.install({}, { file, signal })
      notify({ kind: 'success', text: t('licence.installed') })
      onClose()
      await client.invalidateQueries({ queryKey: ['licence'] })
    })

  return (
    <Modal
      open
      title={t('licence.uploadTitle')}
      footer={null}
      width={680}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {chosen === null ? (
        <Upload.Dragger
          accept=".licence,.lic,.txt"
          maxCount={1}
          showUploadList={false}
          disabled={isBusy}
          beforeUpload={file => {
            void look(file)
            return false
          }}
        >
          <p className="licence-icon">
            <SafetyCertificateOutlined />
          </p>
          <p>{t('licence.drop')}</p>
          <p className="faint">{t('licence.limit')}</p>
        </Upload.Dragger>
      ) : (
        <Preview current={current} next={chosen.licence} />
      )}
      {fault !== null && <Alert className="licence-alert" type="error" showIcon title={fault} />}
      <div className="form-actions">
        {chosen && (
          <Button disabled={isBusy} onClick={() => setChosen(null)}>
            {t('licence.otherFile')}
          </Button>
        )}
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        {chosen?.licence.state === 'valid' && (
          <Button type="primary" loading={isBusy} onClick={() => void install(chosen)}>
            {t('licence.confirm')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function Preview({ current, next }: { readonly current: LicenceStatus; readonly next: JudgedLicence }) {
  const t = useT()
  const before = new Map(factsOf(t, current).map(({ key, text }) => [key, text]))
  const rows = factsOf(t, next).map(({ key, text }) => ({ key, before: before.get(key) ?? '', after: text }))
  if (next.state !== 'valid' && next.state !== 'community') {
    return (
      <Alert className="licence-alert" type="error" showIcon title={t(`licence.refusal.${next.state}`)} />
    )
  }
  return (
    <>
      <p className="secondary licence-preview-text">{t('licence.previewText')}</p>
      {next.grant && next.grant.totalUsers < current.usedUsers && (
        <Alert
          className="licence-alert"
          type="warning"
          showIcon
          title={t('licence.fewerThanUsed', { used: formatNumber(current.usedUsers) })}
        />
      )}
      <Table
        size="small"
        rowKey="key"
        dataSource={rows}
        pagination={false}
        columns={[
          {
            key: 'field',
            title: t('licence.field'),
            width: 150,
            render: (_, row) => t(`licence.${row.key}`),
          },
          {
            key: 'before',
            title: t('licence.now'),
            render: (_, row) => <span className="secondary">{row.before}</span>,
          },
          {
            key: 'after',
            title: t('licence.then'),
            render: (_, row) => (
              <span className={row.before === row.after ? 'licence-same' : 'licence-changed'}>
                {row.after}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}
