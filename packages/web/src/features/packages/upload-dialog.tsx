/** Uploads a package: properties, file, progress, and errors at their fields. */
import { InboxOutlined } from '@ant-design/icons'
import { packageCalls } from '@pone/contract/calls/package.ts'
import {
  type InstallPackage,
  type PackageType,
  packageTargets,
  packageTypes,
  packageVersionSchema,
} from '@pone/contract/entities/package.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Collapse, Form, Input, Segmented, Select, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { api } from '../../lib/api.ts'
import { ApiError, isAborted } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { discardUpload } from '../../lib/upload/piece-upload.ts'
import { notBegun, type UploadProgress as Sending } from '../../lib/upload/upload-progress.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { UploadProgress } from '../../ui/upload-progress.tsx'
import { suggestedTarget } from './file-suggestion.ts'
import { packagesKey } from './package-queries.ts'
import { PlaceFields } from './settings-fields.tsx'
import './packages.css'
import { FormDialog } from '../../ui/form/form-layer.tsx'

const schema = packageCalls.upload.input
const { extensions, maxBytes } = packageCalls.upload.upload
type Architecture = InstallPackage['architecture']

export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm()
  const [file, setFile] = useState<File | null>(null)
  const upload = usePackageUpload(onClose)
  const type: PackageType = Form.useWatch('type', form) ?? 'JMeter'
  const version: string = Form.useWatch('version', form) ?? ''
  const taken = useTaken(type, version)
  const architectures = packageTargets[type].map(target => target.architecture)
  const isAllTaken = architectures.every(each => taken.includes(each))

  const choose = (chosen: File) => {
    upload.setFault(chosen.size > maxBytes ? t('package.limit') : null)
    setFile(chosen)
    const suggested = suggestedTarget(chosen.name)
    if (suggested !== null) form.setFieldsValue(suggested)
  }
  return (
    <FormDialog
      title={t('package.upload')}
      footer={null}
      width={640}
      mask={{ closable: false }}
      isAction
      isChanged={file !== null}
      onClose={onClose}
    >
      <ContractForm
        form={form}
        schema={schema}
        initialValues={{ type: 'JMeter', architecture: 'any' }}
        onValuesChange={all => {
          const fitting = packageTargets[(all.type ?? 'JMeter') as PackageType].map(each => each.architecture)
          if (all.architecture === undefined || !fitting.includes(all.architecture))
            form.setFieldValue('architecture', fitting[0])
        }}
        onSubmit={value => upload.send(value, file)}
      >
        <Field name="type" label={t('package.type')} help={t(`package.typeHelp.${type}`)}>
          <Segmented options={[...packageTypes]} disabled={upload.sending !== null} />
        </Field>
        <Form.Item label={t('package.file')} required>
          <ChosenFile file={file} sending={upload.sending} onChoose={choose} onCancel={upload.discard} />
          {upload.fault && (
            <p role="alert" className="package-fault">
              {upload.fault}
            </p>
          )}
        </Form.Item>
        <TargetFields architectures={architectures} taken={taken} />
        {isAllTaken && <Alert type="warning" showIcon title={t('package.allAdded', { type, version })} />}
        <Collapse
          ghost
          size="small"
          className="package-advanced"
          items={[
            {
              key: 'places',
              label: t(type === 'Agent' ? 'package.placesAndReports' : 'package.places'),
              forceRender: true,
              children: <PlaceFields isAgent={type === 'Agent'} />,
            },
          ]}
        />
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton disabled={isAllTaken}>{t('action.upload')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}

/** Uploads the file of a package; an error of the file is stored to be shown beside it. */
function usePackageUpload(onDone: () => void) {
  const t = useT()
  const client = useQueryClient()
  const [fault, setFault] = useState<string | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const send = async (value: z.output<typeof schema>, file: File | null) => {
    if (file === null) return setFault(t('package.fileNeeded'))
    if (file.size > maxBytes) return
    setFault(null)
    setSending(notBegun(file))
    abort.current = new AbortController()
    try {
      const options = { file, onProgress: setSending, signal: abort.current.signal }
      const { name } = await api.package.upload(value, options)
      notify({ kind: 'success', text: t('package.uploaded', { name }) })
      onDone()
      await client.invalidateQueries({ queryKey: packagesKey })
    } catch (error) {
      if (isAborted(error)) return
      if (!isAboutFile(error)) throw error
      setFault(error.message)
    } finally {
      setSending(null)
    }
  }
  return { fault, setFault, sending, send, discard: () => abort.current?.abort(discardUpload) }
}

/** System, architecture, version and name; `taken`: architectures for which this version has packages. */
function TargetFields(props: {
  readonly architectures: readonly Architecture[]
  readonly taken: readonly Architecture[]
}) {
  const { architectures, taken } = props
  const t = useT()
  return (
    <div className="form-grid">
      <Field name="system" label={t('package.system')}>
        <Select options={[{ value: 'linux', label: 'Linux' }]} />
      </Field>
      <Field name="architecture" label={t('package.architecture')} help={t('package.architectureHelp')}>
        <Select
          options={architectures.map(value => ({
            value,
            disabled: taken.includes(value),
            label: `${t(`package.architecture.${value}`)}${taken.includes(value) ? ` (${t('package.added')})` : ''}`,
          }))}
        />
      </Field>
      <Field name="version" label={t('package.version')} help={t('package.versionHelp')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="name" label={t('package.name')} help={t('package.nameHelp')}>
        <Input autoComplete="off" maxLength={128} />
      </Field>
    </div>
  )
}

/** Architectures for which this version has packages; empty while the version is unknown. */
function useTaken(type: PackageType, version: string): readonly Architecture[] {
  const known = packageVersionSchema.safeParse(version)
  const { data } = useQuery({
    queryKey: [...packagesKey, 'targets', type, known.data],
    queryFn: ({ signal }) => api.package.targets({ type, version: known.data ?? '' }, { signal }),
    enabled: known.success,
  })
  return known.success ? (data ?? []).map(({ architecture }) => architecture) : []
}

const isAboutFile = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.fields.some(({ path }) => path[0] === 'file') ||
    ['FileMissing', 'FileTypeRefused', 'BodyTooLarge'].includes(error.code))

function ChosenFile(props: {
  readonly file: File | null
  readonly sending: Sending | null
  readonly onChoose: (file: File) => void
  readonly onCancel: () => void
}) {
  const t = useT()
  const { file, sending, onChoose, onCancel } = props
  const uploader = {
    accept: extensions.join(','),
    maxCount: 1,
    showUploadList: false,
    beforeUpload: (chosen: File) => {
      onChoose(chosen)
      return false
    },
  }
  if (file === null)
    return (
      <Upload.Dragger {...uploader}>
        <p className="package-drop-icon">
          <InboxOutlined />
        </p>
        <p>{t('package.drop')}</p>
        <p className="faint">{t('package.limit')}</p>
      </Upload.Dragger>
    )
  if (sending === null)
    return (
      <div className="package-file">
        <span>
          <b>{file.name}</b> <span className="secondary">{formatBytes(file.size)}</span>
        </span>
        <Upload {...uploader}>
          <button type="button" className="link-button">
            {t('package.chooseOther')}
          </button>
        </Upload>
      </div>
    )
  return (
    <div className="package-file">
      <UploadProgress progress={sending} finishing={t('package.checking')} onCancel={onCancel} />
    </div>
  )
}
