/** /pone/atf/actuatorConfig: settings of one host's agent: addresses, paths, how often it reports. */
import { type Host, hostSettingsSchema } from '@pone/contract/entities/host.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Input, InputNumber } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { hostsKey } from '../host-client.ts'
import { HostPage } from '../host-page.tsx'
import '../deployment.css'

const paths = [
  'agentInstallPath',
  'agentLogPath',
  'prInstallPath',
  'prLogPath',
  'jmeterInstallPath',
  'jmeterLogPath',
  'arthasInstallPath',
] as const

export function Page() {
  return <HostPage page="actuatorConfig">{host => <SettingsForm key={host.id} host={host} />}</HostPage>
}

function SettingsForm({ host }: { readonly host: Host }) {
  const t = useT()
  const cache = useQueryClient()
  return (
    <ContractForm
      className="settings-form"
      schema={hostSettingsSchema}
      initialValues={host.settings}
      onSubmit={async value => {
        await api.host.saveSettings({ ...value, hostId: host.id })
        notify({ kind: 'success', text: t('notice.saved') })
        await cache.invalidateQueries({ queryKey: hostsKey })
      }}
    >
      <h2>{t('hostConfig.network')}</h2>
      <div className="form-grid">
        <Field name="serverUrl" label={t('host.serverUrl')} help={t('host.serverUrlHelp')}>
          <Input autoComplete="off" />
        </Field>
        <Field
          name="statusEverySeconds"
          label={t('hostConfig.statusEvery')}
          help={t('hostConfig.statusEveryHelp')}
        >
          <InputNumber min={1} max={60} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field name="localIp" label={t('hostConfig.localIp')} help={t('hostConfig.localIpHelp')}>
          <Input autoComplete="off" />
        </Field>
        <Field name="openPort" label={t('hostConfig.openPort')} help={t('hostConfig.openPortHelp')}>
          <InputNumber min={1} max={65_535} precision={0} style={{ width: '100%' }} />
        </Field>
      </div>
      <h2>{t('hostConfig.paths')}</h2>
      <p className="secondary">{t('hostConfig.pathsHelp')}</p>
      <div className="form-grid">
        {paths.map(name => (
          <Field key={name} name={name} label={t(`hostConfig.${name}`)}>
            <Input autoComplete="off" className="code" />
          </Field>
        ))}
        <Field name="agentUser" label={t('hostConfig.agentUser')} help={t('hostConfig.agentUserHelp')}>
          <Input autoComplete="off" className="code" />
        </Field>
      </div>
      <div className="form-actions">
        <SubmitButton />
      </div>
    </ContractForm>
  )
}
