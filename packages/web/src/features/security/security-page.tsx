/** /pone/atf/security: account rules of the installation (registration, password length), and the API tokens of all users. */
import {
  registrationModes,
  type SecuritySettings,
  securitySettingsSchema,
} from '@pone/contract/entities/security.ts'
import { passwordLengthBounds } from '@pone/schema/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { InputNumber, Radio, Tabs } from 'antd'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { systemInfoKey } from '../../lib/installation/system-info.ts'
import { useUrlState } from '../../lib/navigation/url-state.ts'
import { notify } from '../../lib/notices.ts'
import { ApiTokenTable } from '../../ui/api-token-table.tsx'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import './security.css'

const queryKey = ['system', 'security'] as const
const tokensKey = ['apiTokens', 'all'] as const

const tabs = ['accounts', 'apiTokens'] as const
const defaults = { tab: 'accounts' as string }

export function Page() {
  const t = useT()
  const [{ tab }, change] = useUrlState(defaults)
  return (
    <>
      <PageHeader title={t('route.security')} />
      <PageBody>
        <Tabs
          activeKey={tabs.find(key => key === tab) ?? 'accounts'}
          onChange={key => change({ tab: key })}
          destroyOnHidden
          items={[
            { key: 'accounts', label: t('security.accounts'), children: <AccountsTab /> },
            {
              key: 'apiTokens',
              label: t('person.apiTokens'),
              children: (
                <ApiTokenTable
                  queryKey={tokensKey}
                  read={api.adminApiToken.list}
                  revoke={id => api.adminApiToken.revoke({ id })}
                  showsProject
                />
              ),
            },
          ]}
        />
      </PageBody>
    </>
  )
}

function AccountsTab() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.system.security({}, { signal }),
  })
  if (data) return <SettingsForm settings={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
}

const schema = z.object({
  registration: securitySettingsSchema.shape.registration,
  ...securitySettingsSchema.shape.password.shape,
})

function SettingsForm({ settings }: { readonly settings: SecuritySettings }) {
  const t = useT()
  const client = useQueryClient()
  return (
    <ContractForm
      className="security-form"
      schema={schema}
      initialValues={{ registration: settings.registration, ...settings.password }}
      check={({ minLength, maxLength }): Record<string, string> =>
        maxLength < minLength ? { maxLength: t('security.lengthOrder') } : {}
      }
      onSubmit={async ({ registration, ...password }) => {
        client.setQueryData(queryKey, await api.system.saveSecurity({ registration, password }))
        await client.invalidateQueries({ queryKey: systemInfoKey })
        notify({ kind: 'success', text: t('notice.saved') })
      }}
    >
      <h2 className="section-title">{t('security.registration')}</h2>
      <Field name="registration">
        <Radio.Group aria-label={t('security.registration')}>
          {registrationModes.map(mode => (
            <Radio key={mode} value={mode}>
              {t(`security.registration.${mode}`)}
              <span className="security-note">{t(`security.registration.${mode}Text`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Field>
      <h2 className="section-title">{t('security.passwords')}</h2>
      <p className="secondary">{t('security.kindsText')}</p>
      <div className="security-lengths">
        <Field name="minLength" label={t('security.minLength')}>
          <InputNumber {...passwordLengthBounds} precision={0} />
        </Field>
        <Field name="maxLength" label={t('security.maxLength')}>
          <InputNumber {...passwordLengthBounds} precision={0} />
        </Field>
      </div>
      <p className="secondary">{t('security.lengthsText')}</p>
      <SubmitButton />
    </ContractForm>
  )
}
