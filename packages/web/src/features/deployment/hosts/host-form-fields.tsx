/** Fields that the forms of one host and of many have in common. */
import type { Host } from '@pone/contract/entities/host.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Input, InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/form/field.tsx'
import { hostsKey } from '../host-client.ts'
import { isLoopbackUrl } from './host-fields.ts'
import '../deployment.css'

/** Account and proof. `isStored`: there is a secret already, which need not be given again. */
export function SshFields({
  auth,
  isStored,
}: {
  readonly auth: 'password' | 'key'
  readonly isStored: boolean
}) {
  const t = useT()
  const kept = isStored ? { placeholder: t('host.kept') } : {}
  return (
    <>
      <div className="form-grid">
        <Field name="sshUser" label={t('host.sshUser')}>
          <Input autoComplete="off" />
        </Field>
        <Field name="sshPort" label={t('host.sshPort')}>
          <InputNumber min={1} max={65_535} precision={0} style={{ width: '100%' }} />
        </Field>
      </div>
      <Field name="auth" label={t('host.auth')}>
        <Segmented
          options={[
            { value: 'password', label: t('host.auth.password') },
            { value: 'key', label: t('host.auth.key') },
          ]}
        />
      </Field>
      {auth === 'password' ? (
        <Field name="password" label={t('host.password')}>
          <Input.Password autoComplete="new-password" {...kept} />
        </Field>
      ) : (
        <>
          <Field name="privateKey" label={t('host.privateKey')} help={t('host.privateKeyHelp')}>
            <Input.TextArea
              rows={4}
              className="code"
              autoComplete="off"
              spellCheck={false}
              placeholder={isStored ? t('host.kept') : '-----BEGIN OPENSSH PRIVATE KEY-----'}
            />
          </Field>
          <Field name="passphrase" label={t('host.passphrase')}>
            <Input.Password autoComplete="new-password" />
          </Field>
        </>
      )}
      <Field name="usesSudo" valueProp="checked">
        <Checkbox>{t('host.usesSudo')}</Checkbox>
      </Field>
    </>
  )
}

/** By which address the agents reach this server; `isRemote`: from another machine. */
export function ServerUrlField({ value, isRemote }: { readonly value: string; readonly isRemote: boolean }) {
  const t = useT()
  return (
    <Field
      name="serverUrl"
      label={t('host.serverUrl')}
      help={
        isRemote && isLoopbackUrl(value) ? (
          <span className="operation-problem">{t('host.serverUrlLoopback')}</span>
        ) : (
          t('host.serverUrlHelp')
        )
      }
    >
      <Input autoComplete="off" />
    </Field>
  )
}

/** More are found by searching. */
const firstProjects = 50

/** `assigned`: those that it belongs to now. */
export function ProjectsField({ assigned: known }: { readonly assigned: Host['projects'] }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: [...hostsKey, 'projects', search],
    queryFn: ({ signal }) => api.adminProject.list({ search, pageSize: firstProjects }, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = data?.rows ?? []
  // What is chosen keeps its name, whatever is searched for.
  const assigned = known.filter(project => !found.some(each => each.id === project.id))
  return (
    <Field name="projectIds" label={t('host.projects')} help={t('host.projectsHelp')}>
      <Select
        mode="multiple"
        loading={isFetching}
        filterOption={false}
        onSearch={setSearch}
        options={[...assigned, ...found].map(project => ({ value: project.id, label: project.name }))}
      />
    </Field>
  )
}
