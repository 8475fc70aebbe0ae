/** First contact with many hosts at once: which hosts respond, which host keys are to be compared and confirmed, and which hosts failed and why. */
import type { Host } from '@pone/contract/entities/host.ts'
import { Alert, Button, Checkbox, Modal, Progress, Table } from 'antd'
import { useState } from 'react'
import { copyText } from '../../../lib/copy.ts'
import { useT } from '../../../lib/i18n.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { keysText, type NewKey, type Outcomes, sortOutcomes } from './contact-outcomes.ts'
import { ContactState } from './contact-state.tsx'
import { useContact } from './use-contact.ts'
import '../deployment.css'

const pageSize = 10

export function ContactManyDialog({
  hosts,
  onClose,
}: {
  readonly hosts: readonly Host[]
  readonly onClose: () => void
}) {
  const t = useT()
  const tested = hosts.filter(host => host.hasSsh)
  const { outcomes, isTrusting, testAgain, trust } = useContact(tested)
  const { newKeys, failed, isTesting } = sortOutcomes(tested, outcomes)
  return (
    <Modal
      open
      title={t('contact.title', { count: tested.length })}
      width={860}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          {failed.length > 0 && !isTesting && (
            <Button onClick={() => testAgain(failed)}>{t('contact.again', { count: failed.length })}</Button>
          )}
          <Button type={newKeys.length === 0 ? 'primary' : 'default'} onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      {isTesting && (
        <Progress
          aria-label={t('action.progress')}
          percent={Math.floor((outcomes.size / tested.length) * 100)}
          format={() => `${outcomes.size} / ${tested.length}`}
        />
      )}
      {newKeys.length > 0 && !isTesting && (
        <NewKeysAlert keys={newKeys} isTrusting={isTrusting} onTrust={trust} />
      )}
      <ContactTable hosts={tested} outcomes={outcomes} />
    </Modal>
  )
}

/** The keys can be confirmed only after the user has stated that they were compared. */
function NewKeysAlert(props: {
  readonly keys: readonly NewKey<Host>[]
  readonly isTrusting: boolean
  readonly onTrust: (keys: readonly NewKey<Host>[]) => void
}) {
  const { keys, isTrusting, onTrust } = props
  const t = useT()
  const [isCompared, setCompared] = useState(false)
  const count = keys.length
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={t('contact.newKeys', { count })}
      description={
        <>
          <p style={{ marginTop: 0 }}>{t('contact.compare')}</p>
          <Checkbox checked={isCompared} onChange={event => setCompared(event.target.checked)}>
            {t('contact.compared')}
          </Checkbox>
          <p style={{ marginBottom: 0 }}>
            <Button type="primary" disabled={!isCompared} loading={isTrusting} onClick={() => onTrust(keys)}>
              {t('contact.trust', { count })}
            </Button>{' '}
            <Button onClick={() => void copyText(keysText(keys))}>{t('contact.copy')}</Button>
          </p>
        </>
      }
    />
  )
}

function ContactTable({ hosts, outcomes }: { readonly hosts: readonly Host[]; readonly outcomes: Outcomes }) {
  const t = useT()
  const pages = useRowPages(hosts.length, pageSize)
  return (
    <Table<Host>
      size="small"
      rowKey="id"
      dataSource={hosts}
      pagination={pages}
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
          render: (_, { id }) => <ContactState outcome={outcomes.get(id)} />,
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
  )
}
