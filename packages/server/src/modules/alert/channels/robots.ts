/** Robots of group chats. All are told in plain text, in which names of monitors cannot become links or mentions. */
import { createHmac } from 'node:crypto'
import type { AlertChannelSettings } from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { type ChannelKind, cutBytes, faultOfCode, faultOfStatus, json } from './channel.ts'

type SettingsOf<Kind extends AlertChannelSettings['kind']> = Extract<AlertChannelSettings, { kind: Kind }>

/** @see https://open.dingtalk.com/document/orgapp/custom-robot-access */
export const dingtalk: ChannelKind<SettingsOf<'dingtalk'>> = {
  perMinute: 20,
  requests: ({ url, secret }, { text, now }) => {
    const target = new URL(url)
    if (secret !== '') {
      target.searchParams.set('timestamp', String(now))
      target.searchParams.set('sign', hmac(secret, `${now}\n${secret}`))
    }
    return [json(target.href, { msgtype: 'text', text: { content: cutBytes(text, 18_000) } })]
  },
  faultOf: answer => faultOfCode(answer, ['errcode'], 'errmsg'),
}

/** @see https://developer.work.weixin.qq.com/document/path/91770 */
export const wecom: ChannelKind<SettingsOf<'wecom'>> = {
  perMinute: 20,
  requests: ({ url }, { text }) => [json(url, { msgtype: 'text', text: { content: cutBytes(text, 2_048) } })],
  faultOf: answer => faultOfCode(answer, ['errcode'], 'errmsg'),
}

/** @see https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot */
export const feishu: ChannelKind<SettingsOf<'feishu'>> = {
  perMinute: 100,
  perSecond: 5,
  requests: ({ url, secret }, { text, now }) => {
    const timestamp = String(Math.floor(now / 1_000))
    const signed = secret === '' ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') }
    // Tags such as <at> are read in texts too.
    const content = cutBytes(text.replaceAll('<', '＜'), 18_000)
    return [json(url, { ...signed, msg_type: 'text', content: { text: content } })]
  },
  faultOf: answer => faultOfCode(answer, ['code', 'StatusCode'], 'msg'),
}

/** @see https://api.slack.com/messaging/webhooks */
export const slack: ChannelKind<SettingsOf<'slack'>> = {
  perMinute: 60,
  requests: ({ url }, { text }) => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return [json(url, { text: cutBytes(escaped, 20_000), mrkdwn: false })]
  },
  faultOf: answer =>
    faultOfStatus(answer) ?? (answer.body.trim() === 'ok' ? null : toldCause('noticeAnswer')),
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64')
