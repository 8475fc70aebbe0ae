/** Captures packets of this machine by the local capture tool: its token, interface and filter, and what is captured so far. */
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { Alert, Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { type CaptureFault, type CaptureProgress, defaultToolAddress } from './capture-tool.ts'
import { toolCommand } from './device-access.ts'
import { type LocalCapture as Capture, useLocalCapture } from './use-local-capture.ts'

const filterExample = 'host 10.0.0.5 and tcp port 8080'

export function LocalCapture({ onFile }: { readonly onFile: (file: File) => void }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <p className="cd-recording-format">
        <Button onClick={() => setOpen(true)}>{t('component.capture.open')}</Button>
      </p>
    )
  return <CaptureForm onFile={onFile} />
}

function CaptureForm({ onFile }: { readonly onFile: (file: File) => void }) {
  const t = useT()
  const capture = useLocalCapture(onFile)
  return (
    <section className="cd-recording-format" aria-label={t('component.capture.title')}>
      <p className="cd-help">{t('component.capture.help', { command: toolCommand() })}</p>
      <ToolFields capture={capture} />
      {capture.isAsked && <p role="status">{t('component.capture.access.asks')}</p>}
      {capture.interfaces !== null && <OrderFields capture={capture} interfaces={capture.interfaces} />}
      {capture.progress !== null && <Progress progress={capture.progress} />}
      {capture.fault !== null && <Fault fault={capture.fault} />}
    </section>
  )
}

function ToolFields({ capture: { connect, isBusy, progress } }: { readonly capture: Capture }) {
  const t = useT()
  const id = useId()
  const [address, setAddress] = useState(defaultToolAddress)
  const [token, setToken] = useState('')
  const isReady = token.trim() !== '' && URL.canParse(address.trim())
  return (
    <form
      className="cd-recording-bar"
      onSubmit={event => {
        event.preventDefault()
        if (isReady) connect({ address: address.trim(), token: token.trim() })
      }}
    >
      <label htmlFor={`${id}-address`}>{t('component.capture.address')}</label>
      <Input
        id={`${id}-address`}
        className="cd-recording-search"
        value={address}
        onChange={event => setAddress(event.target.value)}
      />
      <label htmlFor={`${id}-token`}>{t('component.capture.token')}</label>
      <Input.Password
        id={`${id}-token`}
        className="cd-recording-search"
        autoComplete="off"
        value={token}
        onChange={event => setToken(event.target.value)}
      />
      <Button
        htmlType="submit"
        disabled={!isReady || progress !== null}
        loading={isBusy && progress === null}
      >
        {t('component.capture.connect')}
      </Button>
    </form>
  )
}

interface OrderFieldsProps {
  readonly capture: Capture
  readonly interfaces: NonNullable<Capture['interfaces']>
}

function OrderFields({ capture: { start, stop, isBusy, progress }, interfaces }: OrderFieldsProps) {
  const t = useT()
  const [chosen, setChosen] = useState(interfaces[0]?.name ?? '')
  const [filter, setFilter] = useState('')
  return (
    <form
      className="cd-recording-bar"
      onSubmit={event => {
        event.preventDefault()
        if (!isBusy && chosen !== '') start({ interface: chosen, filter })
      }}
    >
      <Select
        value={chosen}
        className="cd-recording-hosts"
        aria-label={t('component.capture.interface')}
        options={interfaces.map(({ name, addresses }) => ({
          value: name,
          label:
            name === 'any' ? t('component.capture.all') : [name, addresses[0]].filter(Boolean).join(' · '),
        }))}
        onChange={setChosen}
      />
      <Input
        className="cd-recording-search"
        aria-label={t('component.capture.filter')}
        placeholder={filterExample}
        maxLength={1_000}
        value={filter}
        onChange={event => setFilter(event.target.value)}
      />
      {progress === null ? (
        <Button key="start" type="primary" htmlType="submit" loading={isBusy}>
          {t('component.capture.start')}
        </Button>
      ) : (
        <Button key="stop" onClick={stop}>
          {t('component.capture.stop')}
        </Button>
      )}
    </form>
  )
}

function Progress({ progress: { packets, bytes } }: { readonly progress: CaptureProgress }) {
  const t = useT()
  const figures = { packets: formatNumber(packets), size: formatBytes(bytes) }
  return <p role="status">{t('component.capture.progress', figures)}</p>
}

function Fault({ fault: { code, detail, access } }: { readonly fault: CaptureFault }) {
  const t = useT()
  const isAccess = code === 'host' || code === 'origin'
  return (
    <Alert
      type="error"
      showIcon
      title={t(`component.capture.fault.${isAccess ? 'origin' : code}`, { command: toolCommand() })}
      description={access === 'open' ? detail : t(`component.capture.access.${access}`)}
    />
  )
}
