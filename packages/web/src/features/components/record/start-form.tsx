/** Where the proxy runs, what is recorded and who may connect, before a recording starts. */
import { App, Button, Checkbox, Form, Input } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { PlaceField } from './place-field.tsx'
import { wordsOf } from './record-model.ts'
import type { ProxyRecordingState, RecordingWish } from './use-proxy-recording.ts'

export interface StartChoices extends Record<string, string | boolean> {
  readonly hosts: string
  readonly opensToDevices: boolean
  readonly acceptsAnyCertificate: boolean
  readonly keepsAuthority: boolean
  /** The machine that the proxy runs on; '' = the server. */
  readonly agentId: string
}

export const firstChoices: StartChoices = {
  hosts: '',
  opensToDevices: false,
  acceptsAnyCertificate: false,
  keepsAuthority: false,
  agentId: '',
}

export const wishOf = ({ hosts, agentId, ...choices }: StartChoices): RecordingWish => ({
  hosts: wordsOf(hosts),
  agentId: agentId || null,
  ...choices,
})

interface StartFormProps {
  readonly choices: StartChoices
  readonly onChange: (choices: StartChoices) => void
  readonly removal: ProxyRecordingState['removeAuthority']
}

export function StartForm({ choices, onChange, removal }: StartFormProps) {
  const t = useT()
  const { message } = App.useApp()
  const remove = () =>
    removal.mutate(undefined, {
      onSuccess: () => void message.success(t('component.record.authorityRemoved')),
    })
  return (
    <Form layout="vertical" component={false}>
      <p className="cd-help">{t('component.record.help')}</p>
      <PlaceField agentId={choices.agentId} onChange={agentId => onChange({ ...choices, agentId })} />
      <Form.Item
        label={t('component.record.hosts')}
        htmlFor="record-hosts"
        extra={<span className="cd-help">{t('component.record.hostsHelp')}</span>}
      >
        <Input
          id="record-hosts"
          autoFocus
          value={choices.hosts}
          placeholder="shop.example.com"
          onChange={({ target }) => onChange({ ...choices, hosts: target.value })}
        />
      </Form.Item>
      <div className="cd-record-options">
        <Checkbox
          checked={choices.opensToDevices}
          onChange={({ target }) => onChange({ ...choices, opensToDevices: target.checked })}
        >
          {t('component.record.devices')}
        </Checkbox>
        <p className="cd-help">{t('component.record.devicesHelp')}</p>
        <Checkbox
          checked={choices.acceptsAnyCertificate}
          onChange={({ target }) => onChange({ ...choices, acceptsAnyCertificate: target.checked })}
        >
          {t('component.record.anyCertificate')}
        </Checkbox>
        <p className="cd-help">{t('component.record.anyCertificateHelp')}</p>
        <Checkbox
          checked={choices.keepsAuthority}
          onChange={({ target }) => onChange({ ...choices, keepsAuthority: target.checked })}
        >
          {t('component.record.keepAuthority')}
        </Checkbox>
        <p className="cd-help">{t('component.record.keepAuthorityHelp')}</p>
      </div>
      <div className="cd-record-authority">
        <p className="cd-help">{t('component.record.authorityHelp')}</p>
        <Button size="small" loading={removal.isPending} onClick={remove}>
          {t('component.record.removeAuthority')}
        </Button>
      </div>
    </Form>
  )
}
