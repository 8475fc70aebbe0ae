/** Entering many hosts at once that are reached in the same way; what could not be entered stays in the form with its reason. */
import { type Host, hostFieldsSchema } from '@pone/contract/entities/host.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { hostsKey } from '../host-client.ts'
import { initialHost } from './host-fields.ts'
import { ProjectsField, ServerUrlField, SshFields } from './host-form-fields.tsx'
import { type HostLine, readHostLines } from './host-lines.ts'
import { inParallel } from './in-parallel.ts'
import '../deployment.css'

/** Hosts that are entered at once. */
const width = 4
const shownNames = 3
const schema = hostFieldsSchema
  .omit({ name: true, address: true, agentId: true, hasSsh: true })
  .extend({ lines: z.string().trim().min(1) })

interface Refused {
  readonly host: HostLine
  readonly reason: string
}

export interface ManyHostsDialogProps {
  readonly onClose: () => void
  /** Some were entered: their keys can be confirmed next. */
  readonly onCreated: (hosts: readonly Host[]) => void
}

export function ManyHostsDialog({ onClose, onCreated }: ManyHostsDialogProps) {
  const t = useT()
  const cache = useQueryClient()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [lines, setLines] = useState('')
  const [auth, setAuth] = useState<'password' | 'key'>('password')
  const [serverUrl, setServerUrl] = useState(window.location.origin)
  const [done, setDone] = useState<{ of: number; count: number } | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const stop = useStopAtEnd()
  const { hosts, faults } = readHostLines(lines)
  const {
    name: _name,
    address: _address,
    agentId: _agentId,
    hasSsh: _hasSsh,
    ...initial
  } = initialHost(null, window.location.origin)

  const submit = async ({ lines: text, ...shared }: z.output<typeof schema>) => {
    const entered = readHostLines(text).hosts
    const created: Host[] = []
    const failed: Refused[] = []
    const signal = stop()
    setRefused([])
    setDone({ of: entered.length, count: 0 })
    await inParallel(
      entered,
      width,
      async host => {
        const fields = { ...shared, name: host.name, address: host.address, hasSsh: true, agentId: null }
        const sshPort = host.sshPort ?? shared.sshPort
        try {
          created.push(await api.host.create({ ...fields, sshPort }))
        } catch (cause) {
          failed.push({ host, reason: cause instanceof ApiError ? cause.message : String(cause) })
        }
        setDone({ of: entered.length, count: created.length + failed.length })
      },
      signal,
    )
    setDone(null)
    await cache.invalidateQueries({ queryKey: hostsKey })
    if (signal.aborted) return
    if (created.length > 0)
      notify({ kind: 'success', text: t('host.manyCreated', { count: formatNumber(created.length) }) })
    if (failed.length === 0) {
      onCreated(created)
      return
    }
    // What was entered is not entered again.
    const left = failed.map(({ host: { name, address, sshPort } }) =>
      [name, sshPort === null ? address : `${address}:${sshPort}`].join(' '),
    )
    form.setFieldValue('lines', left.join('\n'))
    setLines(left.join('\n'))
    setRefused(failed)
  }
  return (
    <Modal
      open
      title={t('host.many')}
      footer={null}
      width={640}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <ContractForm
        schema={schema}
        form={form}
        guardsUnsaved={false}
        initialValues={initial}
        onValuesChange={all => {
          setLines(all.lines ?? '')
          setAuth(all.auth ?? 'password')
          setServerUrl(all.serverUrl ?? '')
        }}
        check={value => ({
          ...(faults.length > 0 ? { lines: t('host.linesWrong') } : {}),
          ...(value.auth === 'password' && value.password === '' ? { password: t('host.secretWanted') } : {}),
          ...(value.auth === 'key' && value.privateKey === '' ? { privateKey: t('host.secretWanted') } : {}),
        })}
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
        {faults.length > 0 && (
          <Alert
            type="error"
            showIcon
            style={{ marginBottom: 16 }}
            title={t('host.linesWrong')}
            description={faults
              .slice(0, shownNames)
              .map(({ line, fault }) => (
                <div key={line}>{t(`host.lineFault.${fault}`, { line: formatNumber(line) })}</div>
              ))}
          />
        )}
        {hosts.length > 0 && faults.length === 0 && (
          <p className="secondary" role="status">
            {t('host.linesRead', {
              count: formatNumber(hosts.length),
              names:
                hosts.length > shownNames
                  ? `${hosts[0]?.name} … ${hosts.at(-1)?.name}`
                  : hosts.map(host => host.name).join(', '),
            })}
          </p>
        )}
        {refused.length > 0 && (
          <Alert
            type="warning"
            showIcon
            style={{ marginBottom: 16 }}
            title={t('host.manyRefused', { count: formatNumber(refused.length) })}
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
        )}
        <SshFields auth={auth} isStored={false} />
        <ServerUrlField value={serverUrl} isRemote />
        <ProjectsField assigned={[]} />
        {done && (
          <Progress
            percent={Math.floor((done.count / done.of) * 100)}
            format={() => `${done.count} / ${done.of}`}
          />
        )}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>
            {hosts.length > 0
              ? t('host.manySubmit', { count: formatNumber(hosts.length) })
              : t('action.create')}
          </SubmitButton>
        </div>
      </ContractForm>
    </Modal>
  )
}

/** A signal per piece of work, given when the dialog goes. */
export function useStopAtEnd(): () => AbortSignal {
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  return () => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    return controller.signal
  }
}
