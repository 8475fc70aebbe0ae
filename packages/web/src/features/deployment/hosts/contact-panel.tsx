/** Tests the connection to a host and shows the host key to compare at first contact, a changed key, the problem, or the facts of the host. */
import type { HostFacts, HostFields } from '@pone/contract/entities/host.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { useMutation } from '@tanstack/react-query'
import { Button, Typography } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { hardwareText } from './host-columns.tsx'
import '../deployment.css'

type Result = Awaited<ReturnType<typeof api.host.test>>

/** The form fields that the test uses. */
export type Access = Pick<
  HostFields,
  'address' | 'sshPort' | 'sshUser' | 'auth' | 'password' | 'privateKey' | 'passphrase' | 'usesSudo'
>

export function ContactPanel({
  hostId,
  access,
  trusted,
  onTrust,
}: {
  /** null for a host that is not saved yet. */
  readonly hostId: string | null
  /** Reads the form; null while it is incomplete. */
  readonly access: () => Access | null
  /** The fingerprint that was confirmed in this dialog. */
  readonly trusted: string | null
  readonly onTrust: (fingerprint: string) => void
}) {
  const t = useT()
  const test = useMutation({
    mutationFn: ({ given, fingerprint }: { given: Access; fingerprint: string | null }) =>
      api.host.test({ ...given, hasSsh: true, id: hostId, fingerprint }),
  })
  const begin = (fingerprint: string | null) => {
    const given = access()
    if (given !== null) test.mutate({ given, fingerprint })
  }
  const trust = (fingerprint: string) => {
    onTrust(fingerprint)
    begin(fingerprint)
  }
  return (
    <>
      <p>
        <Button loading={test.isPending} onClick={() => begin(trusted)}>
          {t(test.isPending ? 'host.testing' : 'host.test')}
        </Button>
      </p>
      {test.data && !test.isPending && <ContactOutcome result={test.data} onTrust={trust} />}
    </>
  )
}

function ContactOutcome({
  result,
  onTrust,
}: {
  readonly result: Result
  readonly onTrust: (fingerprint: string) => void
}) {
  const t = useT()
  const { fingerprint, keyType, pinned, facts, problem } = result
  const code = problem?.code
  if (fingerprint !== null && (code === 'hostKeyNew' || code === 'hostKeyChanged')) {
    const isNew = code === 'hostKeyNew'
    return (
      <section className="contact contact-warning" role="status">
        <h3>{t(isNew ? 'host.keyNewTitle' : 'host.keyChangedTitle')}</h3>
        <p className="secondary">{t(isNew ? 'host.keyNewText' : 'host.keyChangedText')}</p>
        {isNew && (
          <Typography.Paragraph code copyable>
            {commandFor(keyType)}
          </Typography.Paragraph>
        )}
        <dl className="contact-keys">
          {pinned !== null && (
            <>
              <dt>{t('host.keyBefore')}</dt>
              <dd className="code">{pinned}</dd>
            </>
          )}
          <dt>{isNew ? keyType : t('host.keyNow')}</dt>
          <dd className="code">{fingerprint}</dd>
        </dl>
        <Button type="primary" danger={!isNew} onClick={() => onTrust(fingerprint)}>
          {t(isNew ? 'host.trust' : 'host.trustNew')}
        </Button>
      </section>
    )
  }
  return (
    <section className={problem === null ? 'contact' : 'contact contact-failed'} role="status">
      {problem === null ? (
        <StatusTag tone="passed">{t('host.testOk')}</StatusTag>
      ) : (
        <>
          <StatusTag tone="failed">{t(`host.problem.${problem.code}`)}</StatusTag>
          {problem.detail !== '' && <div className="code secondary">{problem.detail}</div>}
        </>
      )}
      {facts && <Facts facts={facts} />}
    </section>
  )
}

function Facts({ facts }: { readonly facts: HostFacts }) {
  const t = useT()
  return (
    <div className="secondary">
      {facts.system} · {facts.architecture} · {hardwareText(t, facts)} ·{' '}
      {t('host.diskOf', {
        free: formatBytes(facts.diskFreeBytes),
        total: formatBytes(facts.diskTotalBytes),
      })}
      <div>
        {facts.javaVersion === null ? (
          <StatusTag tone="warning">{t('host.noJava')}</StatusTag>
        ) : (
          `Java ${facts.javaVersion}`
        )}
      </div>
    </div>
  )
}

/** Command that prints the fingerprint of the host's own key of this type. */
function commandFor(keyType: string): string {
  const kind = keyType.startsWith('ecdsa') ? 'ecdsa' : keyType === 'ssh-rsa' ? 'rsa' : 'ed25519'
  return `ssh-keygen -lf /etc/ssh/ssh_host_${kind}_key.pub`
}
