/** Before an operation goes into the queue: on which hosts, in which version, and what stands in its way. */
import type { Host, OperationKind, Tool } from '@pone/contract/entities/host.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { hostsKey, useHostClient } from '../host-client.ts'
import {
  explanationOf,
  needsProcess,
  offersVersion,
  planOperation,
  versionByDefault,
} from './operate-model.ts'
import '../deployment.css'

export interface OperationAsked {
  readonly hosts: readonly Pick<Host, 'id' | 'name'>[]
  readonly tool: Tool
  readonly kind: OperationKind
}

/** Rows of hosts that are drawn; the rest is counted. */
const shownHosts = 200
/** Stands for the choice that the server makes. */
const newest = ''

export function OperateDialog({
  asked,
  onConfirmKeys,
  onClose,
  onQueued,
}: {
  readonly asked: OperationAsked
  /** Leads to where the keys of these hosts are confirmed; absent for people who may not. */
  readonly onConfirmKeys: ((hostIds: readonly string[]) => void) | undefined
  readonly onClose: () => void
  readonly onQueued: () => void
}) {
  const { hosts, tool, kind } = asked
  const t = useT()
  const client = useHostClient()
  const cache = useQueryClient()
  const [version, setVersion] = useState(newest)
  const [pid, setPid] = useState<number | null>(null)
  const [leavesOut, setLeavesOut] = useState(true)
  const hostIds = hosts.map(host => host.id)
  const check = useQuery(client.check({ hostIds, tool, kind }))
  const rows = check.data ?? []
  const { blocked, unconfirmed, ready, asks, versions } = planOperation(rows, leavesOut)
  const isProcessNeeded = needsProcess(tool, kind)
  const [firstHost] = hosts
  const submit = useMutation({
    mutationFn: () =>
      client.operate({
        hostIds: asks.map(row => row.hostId),
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
    <Modal
      open
      width={560}
      title={t('operation.title', { kind: t(`operation.${kind}`), tool })}
      okText={
        hosts.length > 1 && check.data
          ? t('operation.submitMany', { count: asks.length })
          : t('operation.submit')
      }
      cancelText={t('action.cancel')}
      okButtonProps={{
        danger: kind === 'uninstall',
        loading: submit.isPending,
        disabled: check.data === undefined || (isProcessNeeded && pid === null),
      }}
      onOk={() => submit.mutate()}
      onCancel={onClose}
    >
      {explanation && <p className="secondary">{t(`operation.explain.${explanation}`)}</p>}
      {check.error && !check.data ? (
        <ErrorState error={check.error} onRetry={() => void check.refetch()} />
      ) : !check.data ? (
        <LoadingState rows={3} />
      ) : (
        <>
          {offersVersion(tool, kind) ? (
            <Form layout="vertical">
              <Form.Item label={t('operation.version')} htmlFor="operation-version">
                <Select
                  id="operation-version"
                  value={version}
                  onChange={setVersion}
                  options={[
                    {
                      value: newest,
                      label: t(`operation.${versionByDefault(kind)}`),
                    },
                    ...versions.map(each => ({ value: each, label: each })),
                  ]}
                />
              </Form.Item>
              {isProcessNeeded && firstHost && (
                <ProcessField hostId={firstHost.id} value={pid} onChange={setPid} />
              )}
            </Form>
          ) : null}
          {blocked.length > 0 && hosts.length > 1 && (
            <Alert
              type="warning"
              showIcon
              style={{ marginBottom: 12 }}
              title={t('operation.someBlocked', { count: blocked.length, all: rows.length })}
              description={
                ready.length > 0 && (
                  <Checkbox checked={leavesOut} onChange={event => setLeavesOut(event.target.checked)}>
                    {t('operation.leaveOut', { count: ready.length })}
                  </Checkbox>
                )
              }
            />
          )}
          {unconfirmed.length > 0 && onConfirmKeys && (
            <p>
              <Button onClick={() => onConfirmKeys(unconfirmed.map(row => row.hostId))}>
                {t('operation.confirmKeys', { count: unconfirmed.length })}
              </Button>
            </p>
          )}
          <div className="operate-hosts">
            <table className="host-tools" aria-label={t('operation.hosts', { count: hosts.length })}>
              <tbody>
                {[...blocked, ...ready].slice(0, shownHosts).map(row => (
                  <tr key={row.hostId}>
                    <th scope="row">{row.hostName}</th>
                    <td>
                      {row.problem === null ? (
                        <StatusTag tone="passed">{t('operation.ready')}</StatusTag>
                      ) : (
                        <span className="operation-problem">
                          {t(`host.problem.${row.problem.code}`)}
                          {row.problem.detail !== '' && (
                            <div className="code secondary">{row.problem.detail}</div>
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
        </>
      )}
    </Modal>
  )
}

function ProcessField(props: {
  readonly hostId: string
  readonly value: number | null
  readonly onChange: (pid: number) => void
}) {
  const t = useT()
  const client = useHostClient()
  const { data, isFetching } = useQuery(client.javaProcesses(props.hostId))
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
