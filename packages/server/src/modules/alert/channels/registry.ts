/** All kinds of channels, a line each. */
import type { AlertChannelSettings } from '@pone/contract/entities/alert-channel.ts'
import type { OutgoingAnswer, OutgoingRequest } from '../../../adapters/outgoing/outgoing-request.ts'
import type { ChannelKind, ChannelMessage } from './channel.ts'
import { alertmanager, sms, webhook } from './programs.ts'
import { dingtalk, feishu, slack, wecom } from './robots.ts'

/** A channel with its settings. */
export interface OpenChannel {
  readonly perMinute: number
  requests(message: ChannelMessage): OutgoingRequest[]
  faultOf(answer: OutgoingAnswer): string | null
}

export function openChannel(settings: AlertChannelSettings): OpenChannel {
  switch (settings.kind) {
    case 'webhook':
      return withSettings(webhook, settings)
    case 'dingtalk':
      return withSettings(dingtalk, settings)
    case 'wecom':
      return withSettings(wecom, settings)
    case 'feishu':
      return withSettings(feishu, settings)
    case 'slack':
      return withSettings(slack, settings)
    case 'alertmanager':
      return withSettings(alertmanager, settings)
    case 'sms':
      return withSettings(sms, settings)
  }
}

const withSettings = <Settings extends AlertChannelSettings>(
  { perMinute, requests, faultOf }: ChannelKind<Settings>,
  settings: Settings,
): OpenChannel => ({
  perMinute,
  requests: message => requests(settings, message),
  faultOf: answer => faultOf(answer, settings),
})
