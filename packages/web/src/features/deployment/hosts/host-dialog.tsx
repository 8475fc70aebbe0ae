/** Creating or editing a host: connection, projects, and a connection test. */
import { type Host, type HostFields, hostFieldsSchema } from '@pone/contract/entities/host.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { hostsKey } from '../host-client.ts'
import { type Access, ContactPanel } from './contact-panel.tsx'
import { hasStoredSecret, initialHost, isLoopbackUrl, missingSecret } from './host-fields.ts'
import { ProjectsField, ServerUrlField, SshFields } from './host-form-fields.tsx'
import '../deployment.css'
import { FormDialog } from '../../../ui/form/form-layer.tsx'

type Values = Record<string, unknown>

const nameOfError = (error: { readonly code: string }) =>
  error.code === 'NameExists' ? 'name' : error.code === 'AgentTaken' ? 'agentId' : null

export function HostDialog({ host, onClose }: { readonly host: Host | null; readonly onClose: () => void }) {
  const t = useT()
  const cache = useQueryClient()
  const [form] = Form.useForm<Values>()
  const [values, setValues] = useState(() => initialHost(host, window.location.origin))
  const [trusted, setTrusted] = useState<string | null>(null)

  const access = (): Access | null => {
    // The name is not part of the connection, so an empty name must not prevent the test.
    const parsed = hostFieldsSchema.safeParse({ ...form.getFieldsValue(true), name: 'x' })
    if (parsed.success) return parsed.data
    void form
      .validateFields(['address', 'sshPort', 'sshUser', 'password', 'privateKey'])
      .catch(() => undefined)
    return null
  }
  const save = async (value: HostFields) => {
    const fields = { ...value, agentId: value.hasSsh ? (host?.agent?.id ?? null) : value.agentId }
    const saved = host ? await api.host.edit({ ...fields, id: host.id }) : await api.host.create(fields)
    if (trusted !== null) await api.host.trust({ id: saved.id, fingerprint: trusted })
    notify({ kind: 'success', text: t(host ? 'notice.saved' : 'notice.created') })
    onClose()
    await cache.invalidateQueries({ queryKey: hostsKey })
  }
  return (
    <FormDialog
      title={t(host ? 'host.edit' : 'host.new')}
      footer={null}
      width={640}
      onClose={onClose}
      mask={{ closable: false }}
    >
      <ContractForm
        schema={hostFieldsSchema}
        form={form}
        initialValues={values}
        check={value => {
          if (!value.hasSsh || hasStoredSecret(host, value.auth)) return {}
          const field = missingSecret(value)
          return field ? { [field]: t('host.secretWanted') } : {}
        }}
        fieldOfError={nameOfError}
        onValuesChange={all => setValues({ ...values, ...(all as Partial<HostFields>) })}
        onSubmit={save}
      >
        <HostFormFields host={host} values={values}>
          <ContactPanel hostId={host?.id ?? null} access={access} trusted={trusted} onTrust={setTrusted} />
        </HostFormFields>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDialog>
  )
}

function HostFormFields(props: {
  readonly host: Host | null
  readonly values: HostFields
  /** The SSH connection test. */
  readonly children: ReactNode
}) {
  const { host, values, children } = props
  const t = useT()
  return (
    <>
      <div className="form-grid">
        <Field name="name" label={t('host.name')}>
          <Input autoComplete="off" autoFocus />
        </Field>
        <Field name="address" label={t('host.address')} help={t('host.addressHelp')}>
          <Input autoComplete="off" />
        </Field>
      </div>
      <Field name="hasSsh" label={t('host.connection')} help={t('host.connectionHelp')}>
        <Segmented
          options={[
            { value: true, label: t('host.connection.ssh') },
            { value: false, label: t('host.connection.agent') },
          ]}
        />
      </Field>
      {values.hasSsh ? (
        <>
          <SshFields auth={values.auth} isStored={hasStoredSecret(host, values.auth)} />
          {children}
        </>
      ) : (
        <AgentField host={host} />
      )}
      <ServerUrlField
        value={values.serverUrl}
        isRemote={values.address !== '' && !isLoopbackUrl(`http://${values.address}`)}
      />
      <ProjectsField assigned={host?.projects ?? []} />
    </>
  )
}

function AgentField({ host }: { readonly host: Host | null }) {
  const t = useT()
  const { data, isFetching } = useQuery({
    queryKey: [...hostsKey, 'freeAgents'],
    queryFn: ({ signal }) => api.host.freeAgents({}, { signal }),
  })
  const own = host?.agent ? [{ value: host.agent.id, label: host.name }] : []
  const free = (data ?? []).map(agent => ({ value: agent.id, label: `${agent.name} · ${agent.host}` }))
  return (
    <Field name="agentId" label={t('host.agent')} help={t('host.agentHelp')}>
      <Select allowClear loading={isFetching} placeholder={t('host.agentNone')} options={[...own, ...free]} />
    </Field>
  )
}
