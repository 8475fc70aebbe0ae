/** How a browser on this computer, or another device, is connected with the proxy of a recording. */
import { CopyOutlined } from '@ant-design/icons'
import type { ProxyRecording } from '@pone/contract/entities/recording.ts'
import { Button, QRCode, Segmented, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../../lib/copy.ts'
import { useT } from '../../../lib/i18n.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { chromeCommand, isLoopbackHost, type System, systemOf } from './record-model.ts'

type Access = NonNullable<ProxyRecording['access']>

/** The server is reached where this page is. */
const hostOf = ({ host }: Access): string => host ?? window.location.hostname

/** Its user name is any; browsers ask for one. */
const userName = 'pone'
const systems: readonly { readonly value: System; readonly label: string }[] = [
  { value: 'windows', label: 'Windows' },
  { value: 'mac', label: 'macOS' },
  { value: 'linux', label: 'Linux' },
]

export function Connection({ access }: { readonly access: Access }) {
  const t = useT()
  return (
    <Tabs
      size="small"
      items={[
        {
          key: 'computer',
          label: t('component.record.computer'),
          children: <Computer access={access} />,
        },
        { key: 'device', label: t('component.record.device'), children: <Device access={access} /> },
      ]}
    />
  )
}

function Computer({ access }: { readonly access: Access }) {
  const t = useT()
  const [system, setSystem] = useState(() => systemOf(navigator.userAgent))
  const command = chromeCommand(system, { ...access, host: hostOf(access) })
  return (
    <div className="cd-record-connection">
      <div>
        <ol className="cd-record-list">
          <li>
            {t('component.record.runCommand')}
            <Segmented
              size="small"
              aria-label={t('component.record.system')}
              options={[...systems]}
              value={system}
              onChange={setSystem}
            />
            <pre className="cd-mono">{command}</pre>
            <Button size="small" icon={<CopyOutlined />} onClick={() => void copyText(command)}>
              {t('component.record.copyCommand')}
            </Button>
          </li>
          <li>{t('component.record.typePassword')}</li>
          <li>{t('component.record.otherBrowser')}</li>
        </ol>
      </div>
      <Facts access={access} />
    </div>
  )
}

function Device({ access }: { readonly access: Access }) {
  const t = useT()
  const hostname = hostOf(access)
  if (isLoopbackHost(hostname)) return <p className="cd-help">{t('component.record.loopback')}</p>
  if (access.addresses !== null) return <p className="cd-help">{t('component.record.closedToDevices')}</p>
  const page = `http://${hostname}:${access.port}/`
  return (
    <div className="cd-record-connection">
      <div>
        <ol className="cd-record-list">
          <li>{t('component.record.deviceProxy')}</li>
          <li>{t('component.record.deviceCertificate')}</li>
          <li>
            {t(access.isAuthorityKept ? 'component.record.deviceEndKept' : 'component.record.deviceEnd')}
          </li>
        </ol>
        <figure>
          {/* Cameras read dark on light alone. */}
          <QRCode value={page} size={144} color="#000" bgColor="#fff" />
          <figcaption className="cd-help">
            {t('component.record.scan')} <code>{page}</code>
          </figcaption>
        </figure>
      </div>
      <Facts access={access} />
    </div>
  )
}

function Facts({ access }: { readonly access: Access }) {
  const t = useT()
  const { port, password, certificate, fingerprint } = access
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('component.record.address'), <code key="address">{hostOf(access)}</code>],
    [t('component.record.port'), <code key="port">{port}</code>],
    [t('component.record.user'), <code key="user">{userName}</code>],
    [
      t('component.record.password'),
      <span key="password">
        <code>{password}</code>
        <Button
          size="small"
          type="text"
          icon={<CopyOutlined />}
          aria-label={t('component.record.copyPassword')}
          onClick={() => void copyText(password)}
        />
      </span>,
    ],
    [
      t('component.record.certificate'),
      <a
        key="certificate"
        title={`SHA-256 ${fingerprint}`}
        download="pone-recording-ca.crt"
        href={`data:application/x-x509-ca-cert;base64,${btoa(certificate)}`}
      >
        {t('component.record.download')}
      </a>,
    ],
  ]
  return <FactList className="cd-record-facts" facts={facts} />
}
