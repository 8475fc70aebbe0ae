/** First contact with many hosts at once: which answer, which keys are to be compared and trusted, and what is wrong with the others. */
import type { Host } from '@pone/contract/entities/host.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Modal, Progress, Table } from 'antd'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { copyText } from '../../../lib/copy.ts'
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { hostsKey } from '../host-client.ts'
import { inParallel } from './in-parallel.ts'
import { useStopAtEnd } from './many-hosts-dialog.tsx'
import '../deployment.css'

/** Hosts that are asked at once. */
const width = 6
type Outcome = Awaited<ReturnType<typeof api.host.test>>

export function ContactManyDialog({
  hosts,
  onClose,
}: {
  readonly hosts: readonly Host[]
  readonly onClose: () => void
}) {
  const t = useT()
  const cache = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isTrusting, setTrusting] = useState(false)
  const [isCompared, setCompared] = useState(false)
  const stop = useStopAtEnd()
  const reached = hosts.filter(host => host.hasSsh)

  const contact = async (asked: readonly Host[], fingerprints: ReadonlyMap<string, string>) => {
    setOutcomes(before => new Map([...before].filter(([id]) => !asked.some(host => host.id === id))))
    await inParallel(
      asked,
      width,
      async host => {
        const { id, address, sshPort, sshUser, auth, usesSudo } = host
        const access = { address, sshPort, sshUser, auth, usesSudo, hasSsh: true }
        const outcome = await api.host.test({ ...access, id, fingerprint: fingerprints.get(id) ?? null })
        setOutcomes(before => new Map([...before, [id, outcome]]))
      },
      stop(),
    )
  }
  useEffect(() => {
    contact(reached, new Map()).catch(showError)
    // The contact is made once, when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const fresh = reached.flatMap(host => {
    const outcome = outcomes.get(host.id)
    return outcome?.problem?.code === 'hostKeyNew' && outcome.fingerprint !== null
      ? [{ host, fingerprint: outcome.fingerprint, keyType: outcome.keyType }]
      : []
  })
  const failed = reached.filter(host => {
    const code = outcomes.get(host.id)?.problem?.code
    return code !== undefined && code !== 'hostKeyNew'
  })
  const trust = async () => {
    setTrusting(true)
    try {
      for (const { host, fingerprint } of fresh) await api.host.trust({ id: host.id, fingerprint })
      await cache.invalidateQueries({ queryKey: hostsKey })
      setCompared(false)
      await contact(
        fresh.map(({ host }) => host),
        new Map(fresh.map(({ host, fingerprint }) => [host.id, fingerprint])),
      )
    } finally {
      setTrusting(false)
    }
  }
  const isAsking = outcomes.size < reached.length
  return (
    <Modal
      open
      title={t('contact.title', { count: formatNumber(reached.length) })}
      width={860}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          {failed.length > 0 && !isAsking && (
            <Button onClick={() => void contact(failed, new Map()).catch(showError)}>
              {t('contact.again', { count: formatNumber(failed.length) })}
            </Button>
          )}
          <Button type={fresh.length === 0 ? 'primary' : 'default'} onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      {isAsking && (
        <Progress
          percent={Math.floor((outcomes.size / Math.max(1, reached.length)) * 100)}
          format={() => `${outcomes.size} / ${reached.length}`}
        />
      )}
      {fresh.length > 0 && !isAsking && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 12 }}
          title={t('contact.newKeys', { count: formatNumber(fresh.length) })}
          description={
            <>
              <p style={{ marginTop: 0 }}>{t('contact.compare')}</p>
              <Checkbox checked={isCompared} onChange={event => setCompared(event.target.checked)}>
                {t('contact.compared')}
              </Checkbox>
              <p style={{ marginBottom: 0 }}>
                <Button
                  type="primary"
                  disabled={!isCompared}
                  loading={isTrusting}
                  onClick={() => void trust().catch(showError)}
                >
                  {t('contact.trust', { count: formatNumber(fresh.length) })}
                </Button>{' '}
                <Button
                  onClick={() =>
                    void copyText(
                      fresh
                        .map(({ host, fingerprint, keyType }) =>
                          [host.name, host.address, keyType, fingerprint].join('\t'),
                        )
                        .join('\n'),
                    )
                  }
                >
                  {t('contact.copy')}
                </Button>
              </p>
            </>
          }
        />
      )}
      <Table<Host>
        size="small"
        rowKey="id"
        dataSource={reached}
        pagination={reached.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        columns={[
          {
            key: 'name',
            title: t('host.name'),
            render: (_, { name, address }) => (
              <span className="host-name">
                <b>{name}</b>
                <span className="secondary">{address}</span>
              </span>
            ),
          },
          {
            key: 'state',
            title: t('host.state'),
            render: (_, { id }) => <Contact outcome={outcomes.get(id)} />,
          },
          {
            key: 'fingerprint',
            title: t('host.fingerprint'),
            render: (_, { id }) => (
              <span className="code contact-fingerprint">{outcomes.get(id)?.fingerprint}</span>
            ),
          },
        ]}
      />
    </Modal>
  )
}

function Contact({ outcome }: { readonly outcome: Outcome | undefined }) {
  const t = useT()
  if (outcome === undefined) return <StatusTag tone="running">{t('host.testing')}</StatusTag>
  const { facts, problem } = outcome
  if (problem === null)
    return (
      <>
        <StatusTag tone="passed">{t('host.testOk')}</StatusTag>
        {facts?.javaVersion === null && <StatusTag tone="warning">{t('host.noJava')}</StatusTag>}
      </>
    )
  if (problem.code === 'hostKeyNew') return <StatusTag tone="warning">{t('contact.keyNew')}</StatusTag>
  return (
    <>
      <StatusTag tone="failed">{t(`host.problem.${problem.code}`)}</StatusTag>
      {problem.detail !== '' && <div className="code secondary">{problem.detail}</div>}
    </>
  )
}
