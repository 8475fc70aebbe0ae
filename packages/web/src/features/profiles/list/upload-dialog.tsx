/** Uploads a profile file: the file, a name, and what stacks measure that do not say it. */
import { InboxOutlined } from '@ant-design/icons'
import { profileCalls } from '@pone/contract/calls/profile.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { profileKinds } from '@pone/profiles/model/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Select, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorMessage, isAborted } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { discardUpload } from '../../../lib/upload/piece-upload.ts'
import { notBegun, type UploadProgress as Sending } from '../../../lib/upload/upload-progress.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { UploadProgress } from '../../../ui/upload-progress.tsx'
import './list.css'

const { extensions, maxBytes } = profileCalls.upload.upload
const schema = profileCalls.upload.input.omit({ projectId: true, runId: true })

export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (value: { name: string; kind: (typeof profileKinds)[number] }) => {
    if (file === null) return setFault(t('flame.fileNeeded'))
    if (file.size > maxBytes) return
    setFault(null)
    setSending(notBegun(file))
    abort.current = new AbortController()
    try {
      const options = { file, onProgress: setSending, signal: abort.current.signal }
      const { name } = await api.profile.upload({ ...value, projectId }, options)
      notify({ kind: 'success', text: t('flame.uploaded', { name }) })
      onClose()
      await cache.invalidateQueries({ queryKey: [...profilesKey, projectId, 'list'] })
    } catch (error) {
      if (!isAborted(error)) setFault(errorMessage(error))
    } finally {
      setSending(null)
    }
  }
  const choose = (chosen: File) => {
    setFault(chosen.size > maxBytes ? t('flame.limit') : null)
    setFile(chosen)
  }
  return (
    <FormDialog
      title={t('flame.upload')}
      footer={null}
      width={600}
      mask={{ closable: false }}
      isAction
      isChanged={file !== null}
      onClose={onClose}
    >
      <ContractForm schema={schema} initialValues={{ name: '', kind: 'cpu' }} onSubmit={send}>
        <Form.Item label={t('flame.file')} required extra={t('flame.uploadText')}>
          <ChosenFile
            file={file}
            sending={sending}
            onChoose={choose}
            onCancel={() => abort.current?.abort(discardUpload)}
          />
          {fault && (
            <p role="alert" className="profile-fault">
              {fault}
            </p>
          )}
        </Form.Item>
        <Field name="name" label={t('flame.name')} help={t('flame.nameHelp')}>
          <Input autoComplete="off" />
        </Field>
        <Field name="kind" label={t('flame.kindOfText')} help={t('flame.kindOfTextHelp')} isRequired={false}>
          <Select options={profileKinds.map(value => ({ value, label: t(`flame.kind.${value}`) }))} />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('action.upload')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}

function ChosenFile(props: {
  readonly file: File | null
  readonly sending: Sending | null
  readonly onChoose: (file: File) => void
  readonly onCancel: () => void
}) {
  const t = useT()
  const { file, sending, onChoose, onCancel } = props
  if (sending !== null)
    return <UploadProgress progress={sending} finishing={t('flame.reading')} onCancel={onCancel} />
  return (
    <Upload.Dragger
      accept={extensions.join(',')}
      maxCount={1}
      showUploadList={false}
      beforeUpload={chosen => {
        onChoose(chosen)
        return false
      }}
    >
      <p className="profile-drop-icon">
        <InboxOutlined />
      </p>
      <p>{file === null ? t('flame.drop') : `${file.name} · ${formatBytes(file.size)}`}</p>
      <p className="faint">{t('flame.limit')}</p>
    </Upload.Dragger>
  )
}
