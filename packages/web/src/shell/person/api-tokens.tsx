/** The user's API tokens: list, create, revoke; a new token is shown once. */

import { apiTokenCalls } from '@pone/contract/calls/api-token.ts'
import type { ApiToken } from '@pone/contract/entities/api-token.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Input, InputNumber, Select, Table, Typography } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { Expiry, isWorking } from '../../ui/api-token-table.tsx'
import { ActionsHeading } from '../../ui/data-table/actions-heading.tsx'
import { useRowPages } from '../../ui/data-table/use-row-pages.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { useConfirm } from '../../ui/page/confirm.tsx'
import { ErrorState } from '../../ui/page/page-states.tsx'
import { TimeText } from '../../ui/time-text.tsx'

const queryKey = ['apiTokens', 'mine'] as const
const defaultDays = 90

export function ApiTokens() {
  const t = useT()
  const client = useQueryClient()
  const [fresh, setFresh] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.apiToken.mine({}, { signal }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <p className="secondary">{t('apiToken.text')}</p>
      {fresh !== null && (
        <Alert
          type="success"
          title={t('apiToken.shownOnce')}
          description={
            <Typography.Text code copyable className="api-token">
              {fresh}
            </Typography.Text>
          }
        />
      )}
      {isMaking ? (
        <MakeToken
          onCancel={() => setMaking(false)}
          onMade={token => {
            setFresh(token)
            setMaking(false)
            void client.invalidateQueries({ queryKey })
          }}
        />
      ) : (
        <div className="form-actions">
          <Button type="primary" onClick={() => setMaking(true)}>
            {t('apiToken.new')}
          </Button>
        </div>
      )}
      {data && data.length > 0 && <TokenTable tokens={data} />}
    </>
  )
}

function MakeToken(props: { readonly onCancel: () => void; readonly onMade: (token: string) => void }) {
  const t = useT()
  const [projectId, setProjectId] = useState<string | undefined>()
  const { data } = useQuery({
    queryKey: ['project', 'mine', 'forTokens'],
    queryFn: ({ signal }) => api.project.mine({ pageSize: 50 }, { signal }),
  })
  const project = data?.rows.find(({ id }) => id === projectId)
  return (
    <ContractForm
      schema={apiTokenCalls.create.input}
      initialValues={{ expiresInDays: defaultDays, functions: ['component.view'] }}
      onValuesChange={values => setProjectId(values.projectId)}
      onSubmit={async value => props.onMade((await api.apiToken.create(value)).token)}
    >
      <div className="form-grid">
        <Field name="name" label={t('apiToken.name')} help={t('apiToken.nameHelp')}>
          <Input autoComplete="off" autoFocus />
        </Field>
        <Field name="projectId" label={t('apiToken.project')} help={t('apiToken.projectHelp')}>
          <Select options={(data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
        <Field name="expiresInDays" label={t('apiToken.days')} help={t('apiToken.daysHelp')}>
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Field>
      </div>
      <Field
        name="functions"
        label={t('apiToken.functions')}
        help={project === undefined ? t('apiToken.functionsHelp') : undefined}
      >
        <Checkbox.Group
          className="api-token-functions"
          options={(project?.functions ?? []).map(name => ({ value: name, label: t(`function.${name}`) }))}
        />
      </Field>
      <div className="form-actions">
        <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
        <SubmitButton>{t('apiToken.make')}</SubmitButton>
      </div>
    </ContractForm>
  )
}

function TokenTable({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const pages = useRowPages(tokens.length, 5)
  return (
    <Table
      className="api-token-list"
      size="small"
      rowKey="id"
      dataSource={tokens}
      pagination={pages}
      columns={[
        {
          key: 'name',
          title: t('apiToken.name'),
          render: (_, token) => (
            <>
              {token.name} <span className="faint code">{token.beginning}…</span>
            </>
          ),
        },
        { key: 'project', title: t('apiToken.project'), dataIndex: 'projectName' },
        {
          key: 'lastUsed',
          title: t('apiToken.lastUsed'),
          render: (_, token) =>
            token.lastUsedAt === null ? (
              <span className="faint">{t('apiToken.never')}</span>
            ) : (
              <TimeText at={token.lastUsedAt} />
            ),
        },
        {
          key: 'expiresAt',
          title: t('apiToken.expiresAt'),
          render: (_, token) => <Expiry token={token} />,
        },
        {
          key: 'actions',
          title: <ActionsHeading />,
          align: 'right',
          render: (_, token) =>
            isWorking(token) && (
              <Button
                size="small"
                danger
                onClick={() =>
                  confirm({
                    title: t('apiToken.revokeTitle', { name: token.name }),
                    text: t('apiToken.revokeText'),
                    verb: t('apiToken.revoke'),
                    onConfirm: async () => {
                      await api.apiToken.revoke({ id: token.id })
                      await client.invalidateQueries({ queryKey })
                    },
                  })
                }
              >
                {t('apiToken.revoke')}
              </Button>
            ),
        },
      ]}
    />
  )
}
