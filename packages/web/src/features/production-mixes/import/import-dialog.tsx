/** The dialog that counts an access log and stores its production mix. */
import { InboxOutlined } from '@ant-design/icons'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { maxMixValues, type ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, Progress, Upload } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { mixesKey } from '../mix-queries.ts'
import type { StartMix } from './read-mix.ts'
import { type LogFile, maxLogBytes, useMixReading } from './use-mix-reading.ts'
import '../mixes.css'

const maxFormatLength = 4_000
const example = '$remote_addr [$time_local] "$request" $status $body_bytes_sent'

interface ImportDialogProps {
  readonly start: StartMix
  readonly onClose: () => void
}

export function ImportDialog({ start, onClose }: ImportDialogProps) {
  const t = useT()
  const id = useId()
  const [logFormat, setLogFormat] = useState('')
  const { file, take, cancel } = useMixReading(start)
  return (
    <FormDialog title={t('mix.import')} footer={null} width={640} isAction onClose={onClose}>
      {file.state === 'reading' ? (
        <ReadingProgress file={file} onCancel={cancel} />
      ) : (
        <FileChoice file={file} onFile={chosen => take(chosen, logFormat)} />
      )}
      <div className="mix-format">
        <label htmlFor={id}>{t('mix.logFormat')}</label>
        <Input.TextArea
          id={id}
          rows={2}
          maxLength={maxFormatLength}
          placeholder={example}
          value={logFormat}
          onChange={event => setLogFormat(event.target.value)}
        />
        <p className="secondary">{t('mix.logFormatHelp')}</p>
      </div>
      {file.state === 'read' ? (
        <SaveForm key={file.name} name={file.name} document={file.document} onClose={onClose} />
      ) : (
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
        </div>
      )}
    </FormDialog>
  )
}

function ReadingProgress({
  file: { name, readBytes, sizeBytes },
  onCancel,
}: {
  readonly file: Extract<LogFile, { state: 'reading' }>
  readonly onCancel: () => void
}) {
  const t = useT()
  const texts = { name, read: formatBytes(readBytes), size: formatBytes(sizeBytes) }
  return (
    <div className="mix-reading">
      <p role="status">{t('mix.reading', texts)}</p>
      <Progress
        percent={sizeBytes === 0 ? 0 : Math.floor((readBytes / sizeBytes) * 100)}
        aria-label={t('mix.progress')}
      />
      <Button onClick={onCancel}>{t('mix.stop')}</Button>
    </div>
  )
}

function FileChoice({ file, onFile }: { readonly file: LogFile; readonly onFile: (file: File) => void }) {
  const t = useT()
  const fault = useFault(file)
  return (
    <>
      <Upload.Dragger
        accept=".log,.txt,.json"
        showUploadList={false}
        beforeUpload={chosen => {
          onFile(chosen)
          return false
        }}
      >
        {file.state === 'read' ? (
          <p>{t('mix.another', { name: file.name })}</p>
        ) : (
          <>
            <p className="mix-icon">
              <InboxOutlined />
            </p>
            <p>{t('mix.drop')}</p>
            <p className="secondary">
              {t('mix.dropHelp', { limit: formatBytes(maxLogBytes), values: maxMixValues })}
            </p>
          </>
        )}
      </Upload.Dragger>
      {fault !== null && <Alert type="error" showIcon className="mix-fault" title={fault} />}
    </>
  )
}

/** Why there is no mix; null otherwise. */
function useFault(file: LogFile): string | null {
  const t = useT()
  switch (file.state) {
    case 'tooLarge':
      return t('mix.tooLarge', { name: file.name, limit: formatBytes(maxLogBytes) })
    case 'noLog':
      return t('mix.noLog', { name: file.name })
    case 'failed':
      return t('mix.failed', { name: file.name, reason: file.reason })
    default:
      return null
  }
}

const schema = z.object({ name: nameSchema })

function SaveForm({
  name,
  document,
  onClose,
}: {
  readonly name: string
  readonly document: ProductionMixDocument
  readonly onClose: () => void
}) {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const projectId = useProjectId()
  return (
    <ContractForm
      schema={schema}
      initialValues={{ name: name.replace(/\.(log|txt|json)$/i, '').slice(0, maxNameLength) }}
      fieldOfError={({ code }) => (code === 'NameExists' ? 'name' : null)}
      onSubmit={async values => {
        const row = await api.productionMix.create({ projectId, name: values.name, document })
        notify({ kind: 'success', text: t('mix.saved') })
        onClose()
        await client.invalidateQueries({ queryKey: mixesKey })
        void navigate(links.productionMix(row.id))
      }}
    >
      <p role="status">
        {t('mix.found', {
          requests: formatNumber(document.requests),
          templates: formatNumber(document.templates.length),
          statics: formatNumber(document.staticRequests),
          refused: formatNumber(document.refusedRequests),
        })}
      </p>
      <Field name="name" label={t('mix.name')} help={t('mix.nameHelp')}>
        <Input autoComplete="off" maxLength={maxNameLength} />
      </Field>
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <SubmitButton />
      </div>
    </ContractForm>
  )
}
