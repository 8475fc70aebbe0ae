/** Creating many hosts with the same connection settings; hosts that the server refuses stay in the form with the reason. */
import type { Host } from '@pone/contract/entities/host.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Alert, Button, Form, Input, Progress } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { missingSecret } from './host-fields.ts'
import { ProjectsField, ServerUrlField, SshFields } from './host-form-fields.tsx'
import { type HostLines, hostLineText, readHostLines } from './host-lines.ts'
import {
  initialManyHosts,
  type ManyHosts,
  manyHostsSchema,
  type RefusedHost,
  useCreateHosts,
} from './use-create-hosts.ts'
import '../deployment.css'

const shownNames = 3

export interface ManyHostsDialogProps {
  readonly onClose: () => void
  /** Called when hosts were created, whose keys can be confirmed next. */
  readonly onCreated: (hosts: readonly Host[]) => void
}

export function ManyHostsDialog({ onClose, onCreated }: ManyHostsDialogProps) {
  const t = useT()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [values, setValues] = useState(() => initialManyHosts(window.location.origin))
  const creation = useCreateHosts()
  const read = readHostLines(values.lines)
  const { hosts, faults } = read

  const submit = async (value: ManyHosts) => {
    const result = await creation.create(value)
    if (result === null) return
    const { created, refused } = result
    if (created.length > 0)
      notify({ kind: 'success', text: t('host.manyCreated', { count: created.length }) })
    if (refused.length === 0) {
      onCreated(created)
      return
    }
    // Created hosts are removed from the form, so that submitting again does not create them twice.
    const lines = refused.map(({ host }) => hostLineText(host)).join('\n')
    form.setFieldValue('lines', lines)
    setValues({ ...values, lines })
  }
  return (
    <FormDialog title={t('host.many')} footer={null} width={640} onClose={onClose} mask={{ closable: false }}>
      <ContractForm
        schema={manyHostsSchema}
        form={form}
        initialValues={values}
        onValuesChange={all => setValues({ ...values, ...(all as Partial<ManyHosts>) })}
        check={value => {
          const field = missingSecret(value)
          return {
            ...(faults.length > 0 && { lines: t('host.linesWrong') }),
            ...(field && { [field]: t('host.secretWanted') }),
          }
        }}
        onSubmit={submit}
      >
        <Field name="lines" label={t('host.lines')} help={t('host.linesHelp')}>
          <Input.TextArea
            className="code"
            autoFocus
            spellCheck={false}
            autoSize={{ minRows: 4, maxRows: 12 }}
            placeholder={'load-[01-50] 10.20.9.[1-50]\ngateway 10.20.10.1:2222'}
          />
        </Field>
        <LinesRead read={read} />
        <RefusedHosts refused={creation.refused} />
        <SshFields auth={values.auth} isStored={false} />
        <ServerUrlField value={values.serverUrl} isRemote />
        <ProjectsField assigned={[]} />
        {creation.progress && (
          <Progress
            aria-label={t('action.progress')}
            percent={Math.floor((creation.progress.count / creation.progress.of) * 100)}
            format={() => `${creation.progress?.count} / ${creation.progress?.of}`}
          />
        )}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>
            {hosts.length > 0 ? t('host.manySubmit', { count: hosts.length }) : t('action.create')}
          </SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}

/** The errors of the lines, or the number of hosts they define. */
function LinesRead({ read: { hosts, faults } }: { readonly read: HostLines }) {
  const t = useT()
  if (faults.length > 0)
    return (
      <Alert
        type="error"
        showIcon
        style={{ marginBottom: 16 }}
        title={faults
          .slice(0, shownNames)
          .map(({ line, fault }) => (
            <div key={line}>{t(`host.lineFault.${fault}`, { line: formatNumber(line) })}</div>
          ))}
      />
    )
  if (hosts.length === 0) return null
  const names =
    hosts.length > shownNames
      ? `${hosts[0]?.name} … ${hosts.at(-1)?.name}`
      : hosts.map(host => host.name).join(', ')
  return (
    <p className="secondary" role="status">
      {t('host.linesRead', { count: hosts.length, names })}
    </p>
  )
}

/** The hosts that the server refused, each with its reason. */
function RefusedHosts({ refused }: { readonly refused: readonly RefusedHost[] }) {
  const t = useT()
  if (refused.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={t('host.manyRefused', { count: refused.length })}
      description={
        <div className="operate-hosts">
          {refused.map(({ host, reason }) => (
            <div key={host.name}>
              {host.name}: {reason}
            </div>
          ))}
        </div>
      }
    />
  )
}
