/** Adds load machines: creates a join token, shows it once with the commands that use it, and counts the machines that join. */
import { CopyOutlined } from '@ant-design/icons'
import { joinTokenFieldsSchema } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Input, Select, Tabs } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { copyText } from '../../../lib/copy.ts'
import { useT } from '../../../lib/i18n.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { clustersKey, useChoices, useTokens } from '../cluster-queries.ts'
import { OptionalSelect } from '../fields/optional-select.tsx'
import { isOnlyLocal, joinCommand, joinWays } from './join-commands.ts'
import { useCertificatePin } from './use-certificate-pin.ts'
import '../clusters.css'
import { FormDialog } from '../../../ui/form/form-layer.tsx'

const validDays = [1, 7, 30, 365] as const
const useLimits = [1, 2, 5, 10, 50, 100] as const

interface Made {
  readonly id: string
  readonly token: string
}

export function JoinDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const [made, setMade] = useState<Made | null>(null)
  return (
    <FormDialog
      title={t(made === null ? 'token.new' : 'machine.add')}
      footer={null}
      width={made === null ? 520 : 680}
      onClose={onClose}
      mask={{ closable: false }}
    >
      {made === null ? (
        <TokenForm onMade={setMade} onClose={onClose} />
      ) : (
        <Commands made={made} onClose={onClose} />
      )}
    </FormDialog>
  )
}

function TokenForm({
  onMade,
  onClose,
}: {
  readonly onMade: (made: Made) => void
  readonly onClose: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const { data: choices, error, refetch } = useChoices()
  if (error && !choices) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!choices) return <LoadingState />
  return (
    <ContractForm
      schema={joinTokenFieldsSchema}
      initialValues={{
        name: t('token.defaultName', { day: dayjs().format('YYYY-MM-DD') }),
        ...(choices.clusters.length === 1 ? { clusterId: choices.clusters[0]?.id ?? '' } : {}),
      }}
      onSubmit={async value => {
        onMade(await api.joinToken.create(value))
        await client.invalidateQueries({ queryKey: clustersKey })
      }}
    >
      <Field name="name" label={t('token.name')} help={t('token.nameHelp')}>
        <Input autoComplete="off" maxLength={64} />
      </Field>
      <Field name="clusterId" label={t('token.cluster')} help={t('token.clusterHelp')}>
        <Select
          showSearch
          optionFilterProp="label"
          options={choices.clusters.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="days" label={t('token.days')} help={t('token.daysHelp')}>
        <OptionalSelect
          none={t('token.forever')}
          isNoneLast
          options={validDays.map(value => ({ value, label: t(`token.days.${value}`) }))}
        />
      </Field>
      <Field name="maxUses" label={t('token.maxUses')} help={t('token.maxUsesHelp')}>
        <OptionalSelect
          none={t('token.anyUses')}
          isNoneLast
          options={useLimits.map(value => ({ value, label: t('token.machines', { count: value }) }))}
        />
      </Field>
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <SubmitButton>{t('token.next')}</SubmitButton>
      </div>
    </ContractForm>
  )
}

function Commands({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const t = useT()
  const { data: tokens } = useTokens()
  const joined = tokens?.find(token => token.id === made.id)?.uses ?? 0
  const server = window.location.origin
  const pin = useCertificatePin()
  return (
    <>
      <Alert type="warning" showIcon title={t('join.onlyNow')} />
      {isOnlyLocal(server) && (
        <Alert type="info" showIcon style={{ marginTop: 8 }} title={t('join.localAddress')} />
      )}
      <p className="join-token">
        <span className="secondary">{t('join.token')}</span>
        <code className="code">{made.token}</code>
        <button
          type="button"
          className="icon-button"
          aria-label={t('join.copyToken')}
          title={t('join.copyToken')}
          onClick={() => void copyText(made.token)}
        >
          <CopyOutlined />
        </button>
      </p>
      <Tabs
        items={joinWays.map(way => ({
          key: way,
          label: t(`join.way.${way}`),
          children: (
            <>
              <p className="secondary" style={{ margin: 0 }}>
                {t(`join.help.${way}`)}
              </p>
              <CommandBlock command={joinCommand(way, { server, token: made.token, pin })} />
            </>
          ),
        }))}
      />
      <div className="join-foot">
        <span role="status">
          {joined === 0 ? (
            <StatusTag tone="running">{t('join.waiting')}</StatusTag>
          ) : (
            <StatusTag tone="passed">{t('join.joined', { count: joined })}</StatusTag>
          )}
        </span>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
    </>
  )
}

function CommandBlock({ command }: { readonly command: string }) {
  const t = useT()
  return (
    <div className="command">
      <pre>{command}</pre>
      <button
        type="button"
        className="icon-button"
        aria-label={t('join.copyCommand')}
        title={t('join.copyCommand')}
        onClick={() => void copyText(command)}
      >
        <CopyOutlined />
      </button>
    </div>
  )
}
