/** Fields shared by the form of one host and the form of many hosts. */
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

/** SSH account and credential. `isStored`: a secret is stored already and need not be entered again. */
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
        <Field name="sshUser" label={t('host.sshUser')} help={t('host.sshUserHelp')}>
          <Input autoComplete="off" />
        </Field>
        <Field name="sshPort" label={t('host.sshPort')} help={t('host.sshPortHelp')}>
          <InputNumber min={1} max={65_535} precision={0} style={{ width: '100%' }} />
        </Field>
      </div>
      <Field name="auth" label={t('host.auth')} help={t('host.authHelp')}>
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
          <Field name="passphrase" label={t('host.passphrase')} help={t('host.passphraseHelp')}>
            <Input.Password autoComplete="new-password" />
          </Field>
        </>
      )}
      <Field name="usesSudo" valueProp="checked" help={t('host.usesSudoHelp')}>
        <Checkbox>{t('host.usesSudo')}</Checkbox>
      </Field>
    </>
  )
}

/** The server address that agents use; `isRemote`: from another machine. */
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

/** Further projects are found by search. */
const firstProjects = 50

/** `assigned`: the projects that the host belongs to now. */
export function ProjectsField({ assigned: known }: { readonly assigned: Host['projects'] }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: [...hostsKey, 'projects', search],
    queryFn: ({ signal }) => api.adminProject.list({ search, pageSize: firstProjects }, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = data?.rows ?? []
  // Selected projects keep their names whatever the search returns.
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
