/** The forms of WebSocket operations. */
import type { Form } from '@pone/schema/form.ts'
import {
  connectionField,
  contentOptions,
  dataFields,
  inboxFields,
  keptForField,
  matchFields,
  maxMessageField,
  replyField,
  timeoutField,
} from '../../messages/definition/forms.ts'

export const connectForm: Form = [
  connectionField,
  { name: 'url', label: { zh: '地址', en: 'Address' }, widget: 'template', placeholder: 'wss://' },
  {
    name: 'subprotocols',
    label: { zh: '子协议', en: 'Subprotocols' },
    hint: { zh: '多个用逗号分隔', en: 'Separated by commas' },
    widget: 'template',
  },
  { name: 'headers', label: { zh: '请求头', en: 'Headers' }, widget: 'pairs' },
  keptForField,
  {
    name: 'pingIntervalMs',
    label: { zh: '心跳间隔', en: 'Ping interval' },
    hint: {
      zh: '按此间隔发送 ping；下一次发送前没有收到 pong，则按连接已断开处理。0 表示不发送',
      en: 'A ping is sent at this interval. If no pong is received before the next ping, the connection is treated as lost. 0 for no pings',
    },
    widget: 'number',
    unit: 'ms',
  },
  {
    name: 'compression',
    label: { zh: '压缩消息', en: 'Compress messages' },
    hint: {
      zh: '向服务器提出 permessage-deflate；服务器同意才压缩，压缩占用压力机的 CPU。',
      en: 'Offers permessage-deflate to the server; messages are compressed only if the server agrees. Compression uses CPU of the load machine.',
    },
    widget: 'boolean',
  },
  { ...timeoutField('connectTimeoutMs'), label: { zh: '连接超时', en: 'Connect time-out' } },
  { ...timeoutField('responseTimeoutMs'), label: { zh: '握手超时', en: 'Handshake time-out' } },
]

export const sendForm: Form = [
  connectionField,
  {
    name: 'content',
    label: { zh: '内容', en: 'Content' },
    hint: {
      zh: '文本以文本帧发送；十六进制、Base64 和文件以二进制帧发送。',
      en: 'Text is sent in text frames; hexadecimal, Base64 and files in binary frames.',
    },
    widget: 'choice',
    options: contentOptions,
  },
  ...dataFields,
  replyField,
  ...matchFields({ name: 'reply', isOneOf: ['matching'] }),
  { ...timeoutField(), when: { name: 'reply', isOneOf: ['next', 'matching'] } },
]

export const listenForm: Form = [
  connectionField,
  {
    name: 'durationMs',
    label: { zh: '持续时间', en: 'Duration' },
    hint: {
      zh: '在这段时间内接收并统计消息，例如 10000 为 10 秒。',
      en: 'Time during which messages are received and counted; for example 10000 for 10 seconds.',
    },
    widget: 'number',
    unit: 'ms',
  },
  {
    name: 'sentAt',
    label: { zh: '发送时间的 JSONPath', en: 'JSONPath of the send time' },
    hint: {
      zh: '消息中的毫秒时间戳；填写后按到达延迟单独统计，压力机与服务器的时钟必须一致',
      en: 'Timestamp in ms in the message. If set, the delivery delay is recorded separately; the clocks of load machine and server must be synchronised',
    },
    widget: 'template',
    placeholder: '$.sentAt',
  },
]

export const closeForm: Form = [
  connectionField,
  {
    name: 'code',
    label: { zh: '关闭代码', en: 'Close code' },
    hint: {
      zh: '1000 为正常关闭；应用可以使用 3000 到 4999。',
      en: '1000 is a normal closure; applications can use 3000 to 4999.',
    },
    widget: 'number',
  },
  { name: 'reason', label: { zh: '原因', en: 'Reason' }, widget: 'template' },
  timeoutField(),
]

export const settingsForm: Form = [...inboxFields, maxMessageField]
