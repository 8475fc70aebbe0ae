/** Confirmation before an operation is queued: hosts, version, and problems that prevent it. */

import type { Host, OperationKind, Tool } from '@pone/contract/entities/host.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Select } from 'antd'
import { useState } from 'react'
import type { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { hostsKey, useHostClient } from '../host-client.ts'
import {
  explanationOf,
  needsProcess,
  type OperationPlan,
  offersVersion,
  planOperation,
  versionByDefault,
} from './operate-model.ts'
import '../deployment.css'
import { FormDialog } from '../../../ui/form/form-layer.tsx'

type CheckedHost = Awaited<ReturnType<typeof api.host.check>>[number]

export interface OperationAsked {
  readonly hosts: readonly Pick<Host, 'id' | 'name'>[]
  readonly tool: Tool
  readonly kind: OperationKind
}

/** Number of hosts that are listed; the others are only counted. */
const shownHosts = 200
/** Value that leaves the version to the server. */
const newest = ''

export interface OperateDialogProps {
  readonly asked: OperationAsked
  /** Opens the dialog that confirms the keys of these hosts; absent for users without that right. */
  readonly onConfirmKeys: ((hostIds: readonly string[]) => void) | undefined
  readonly onClose: () => void
  readonly onQueued: () => void
}

export function OperateDialog({ asked, onConfirmKeys, onClose, onQueued }: OperateDialogProps) {
  const { hosts, tool, kind } = asked
  const t = useT()
  const client = useHostClient()
  const cache = useQueryClient()
  const [version, setVersion] = useState(newest)
  const [pid, setPid] = useState<number | null>(null)
  const [leavesOut, setLeavesOut] = useState(true)
  const check = useQuery(client.check({ hostIds: hosts.map(host => host.id), tool, kind }))
  const { data: rows, error } = check
  const plan = planOperation(rows ?? [], leavesOut)
  const submit = useMutation({
    mutationFn: () =>
      client.operate({
        hostIds: plan.asks.map(row => row.hostId),
        tool,
        kind,
        version: version === newest ? null : version,
        pid,
      }),
    onSuccess: async () => {
      notify({ kind: 'success', text: t('operation.queued') })
      await cache.invalidateQueries({ queryKey: hostsKey })
      onQueued()
    },
  })
  const explanation = explanationOf(tool, kind)
  return (
    <FormDialog
      width={560}
      title={t('operation.title', { kind: t(`operation.${kind}`), tool })}
      okText={
        hosts.length > 1 && rows
          ? t('operation.submitMany', { count: plan.asks.length })
          : t('operation.submit')
      }
      okButtonProps={{
        danger: kind === 'uninstall',
        loading: submit.isPending,
        disabled: rows === undefined || (needsProcess(tool, kind) && pid === null),
      }}
      onOk={() => submit.mutate()}
      isChanged={version !== newest || pid !== null}
      onClose={onClose}
    >
      {explanation && <p className="secondary">{t(`operation.explain.${explanation}`)}</p>}
      {rows ? (
        <>
          {offersVersion(tool, kind) && (
            <Form layout="vertical">
              <VersionField kind={kind} versions={plan.versions} value={version} onChange={setVersion} />
              {needsProcess(tool, kind) && <ProcessField hosts={hosts} value={pid} onChange={setPid} />}
            </Form>
          )}
          {hosts.length > 1 && <BlockedAlert plan={plan} leavesOut={leavesOut} onLeaveOut={setLeavesOut} />}
          {plan.unconfirmed.length > 0 && onConfirmKeys && (
            <p>
              <Button onClick={() => onConfirmKeys(plan.unconfirmed.map(row => row.hostId))}>
                {t('operation.confirmKeys', { count: plan.unconfirmed.length })}
              </Button>
            </p>
          )}
          <CheckedHosts plan={plan} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void check.refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
    </FormDialog>
  )
}

function VersionField(props: {
  readonly kind: OperationKind
  readonly versions: readonly string[]
  readonly value: string
  readonly onChange: (version: string) => void
}) {
  const t = useT()
  return (
    <Form.Item label={t('operation.version')} extra={t('operation.versionHelp')} htmlFor="operation-version">
      <Select
        id="operation-version"
        value={props.value}
        onChange={props.onChange}
        options={[
          { value: newest, label: t(`operation.${versionByDefault(props.kind)}`) },
          ...props.versions.map(each => ({ value: each, label: each })),
        ]}
      />
    </Form.Item>
  )
}

type Plan = OperationPlan<CheckedHost>

/** How many hosts are blocked, and whether they are skipped. */
function BlockedAlert(props: {
  readonly plan: Plan
  readonly leavesOut: boolean
  readonly onLeaveOut: (leavesOut: boolean) => void
}) {
  const { blocked, ready } = props.plan
  const t = useT()
  if (blocked.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={t('operation.someBlocked', { count: blocked.length, all: blocked.length + ready.length })}
      description={
        ready.length > 0 && (
          <Checkbox checked={props.leavesOut} onChange={event => props.onLeaveOut(event.target.checked)}>
            {t('operation.leaveOut', { count: ready.length })}
          </Checkbox>
        )
      }
    />
  )
}

/** Each host with the problem that blocks the operation there, blocked ones first. */
function CheckedHosts({ plan: { blocked, ready } }: { readonly plan: Plan }) {
  const t = useT()
  const language = useSession('language')
  const rows = [...blocked, ...ready]
  return (
    <div className="operate-hosts">
      <table className="host-tools" aria-label={t('operation.hosts', { count: rows.length })}>
        <tbody>
          {rows.slice(0, shownHosts).map(row => (
            <tr key={row.hostId}>
              <th scope="row">{row.hostName}</th>
              <td>
                {row.problem === null ? (
                  <StatusTag tone="passed">{t('operation.ready')}</StatusTag>
                ) : (
                  <span className="operation-problem">
                    {t(`host.problem.${row.problem.code}`)}
                    {row.problem.detail && (
                      <div className="code secondary">{causeText(row.problem.detail, language)}</div>
                    )}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownHosts && (
        <p className="secondary">{t('operation.moreHosts', { count: rows.length - shownHosts })}</p>
      )}
    </div>
  )
}

/** Selects the Java process on the first host; Arthas is started on one host at a time. */
function ProcessField(props: {
  readonly hosts: OperationAsked['hosts']
  readonly value: number | null
  readonly onChange: (pid: number) => void
}) {
  const t = useT()
  const client = useHostClient()
  const { data, isFetching } = useQuery(client.javaProcesses(props.hosts[0]?.id ?? ''))
  return (
    <Form.Item label={t('operation.process')} htmlFor="operation-process" extra={t('operation.processHelp')}>
      <Select
        id="operation-process"
        loading={isFetching}
        value={props.value}
        onChange={(pid: number | null) => {
          if (pid !== null) props.onChange(pid)
        }}
        notFoundContent={t('operation.noProcesses')}
        options={(data ?? []).map(({ pid, name, user }) => ({
          value: pid,
          label: `${pid} · ${name} · ${user}`,
        }))}
      />
    </Form.Item>
  )
}
