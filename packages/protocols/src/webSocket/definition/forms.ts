/** The forms of WebSocket operations. */
import type { Form, FormField, FormItem } from '@pone/schema/form.ts'

const connection: FormField = {
  name: 'connection',
  label: { zh: '连接名称', en: 'Connection' },
  hint: {
    zh: '一个用户可以同时有多个连接，用名称区分',
    en: 'A user can have several connections at the same time, identified by name',
  },
  widget: 'text',
  widthPx: 240,
}
const timeout = (name = 'timeoutMs'): FormField => ({
  name,
  label: { zh: '超时', en: 'Time-out' },
  hint: { zh: '0 表示使用运行设置', en: '0 uses the run-time settings' },
  widget: 'number',
  unit: 'ms',
})
const matchFields = (when?: FormItem['when']): FormField[] => [
  {
    name: 'match.source',
    label: { zh: '匹配方式', en: 'Match by' },
    hint: {
      zh: '等待哪些消息；不匹配的消息会被跳过。',
      en: 'Messages to wait for; messages that do not match are skipped.',
    },
    widget: 'choice',
    when,
    options: [
      { value: 'any', label: { zh: '任意消息', en: 'Any message' } },
      { value: 'contains', label: { zh: '包含文本', en: 'Contains' } },
      { value: 'regex', label: { zh: '正则表达式', en: 'Regular expression' } },
      { value: 'jsonPath', label: { zh: 'JSONPath', en: 'JSONPath' } },
    ],
  },
  {
    name: 'match.expression',
    label: { zh: '匹配内容', en: 'Match value' },
    widget: 'template',
    when: { name: 'match.source', isOneOf: ['contains', 'regex', 'jsonPath'] },
  },
  {
    name: 'match.expected',
    label: { zh: '期望值', en: 'Expected value' },
    hint: { zh: '留空表示只要存在即可', en: 'Leave empty if the value only has to exist' },
    widget: 'template',
    when: { name: 'match.source', isOneOf: ['jsonPath'] },
  },
]

export const connectForm: Form = [
  connection,
  { name: 'url', label: { zh: '地址', en: 'Address' }, widget: 'template', placeholder: 'wss://' },
  {
    name: 'subprotocols',
    label: { zh: '子协议', en: 'Subprotocols' },
    hint: { zh: '多个用逗号分隔', en: 'Separated by commas' },
    widget: 'template',
  },
  { name: 'headers', label: { zh: '请求头', en: 'Headers' }, widget: 'pairs' },
  {
    name: 'keptFor',
    label: { zh: '保持', en: 'Lifetime' },
    hint: {
      zh: '连接在一次迭代结束时关闭，或保持到用户结束。',
      en: 'The connection is closed at the end of the iteration, or kept until the user ends.',
    },
    widget: 'choice',
    options: [
      { value: 'iteration', label: { zh: '一次迭代', en: 'One iteration' } },
      { value: 'user', label: { zh: '用户全程', en: 'Until the user ends' } },
    ],
  },
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
  { ...timeout('connectTimeoutMs'), label: { zh: '连接超时', en: 'Connect time-out' } },
  { ...timeout('responseTimeoutMs'), label: { zh: '握手超时', en: 'Handshake time-out' } },
]

export const sendForm: Form = [
  connection,
  {
    name: 'content',
    label: { zh: '内容', en: 'Content' },
    hint: {
      zh: '文本以文本帧发送；十六进制、Base64 和文件以二进制帧发送。',
      en: 'Text is sent in text frames; hexadecimal, Base64 and files in binary frames.',
    },
    widget: 'choice',
    options: [
      { value: 'text', label: { zh: '文本', en: 'Text' } },
      { value: 'hex', label: { zh: '十六进制', en: 'Hexadecimal' } },
      { value: 'base64', label: { zh: 'Base64', en: 'Base64' } },
      { value: 'file', label: { zh: '文件', en: 'File' } },
    ],
  },
  {
    name: 'data',
    label: { zh: '消息', en: 'Message' },
    widget: 'template',
    lines: 4,
    when: { name: 'content', isOneOf: ['text', 'hex', 'base64'] },
  },
  {
    name: 'fileId',
    label: { zh: '文件', en: 'File' },
    widget: 'file',
    attachment: 'body',
    when: { name: 'content', isOneOf: ['file'] },
  },
  {
    name: 'reply',
    label: { zh: '等待回复', en: 'Wait for reply' },
    hint: {
      zh: '等待的时间计入此步骤的响应时间；不等待时，发出即成功。',
      en: 'The waiting time is included in the response time of this step. Without waiting, the step passes as soon as the message is sent.',
    },
    widget: 'choice',
    options: [
      { value: 'none', label: { zh: '不等待', en: 'Do not wait' } },
      { value: 'next', label: { zh: '下一条消息', en: 'Next message' } },
      { value: 'matching', label: { zh: '匹配的消息', en: 'Matching message' } },
    ],
  },
  ...matchFields({ name: 'reply', isOneOf: ['matching'] }),
  { ...timeout(), when: { name: 'reply', isOneOf: ['next', 'matching'] } },
]

export const awaitForm: Form = [
  connection,
  ...matchFields(),
  {
    name: 'count',
    label: { zh: '消息条数', en: 'Messages' },
    hint: {
      zh: '收到这么多条匹配的消息后结束等待。',
      en: 'The step ends after this number of matching messages has been received.',
    },
    widget: 'number',
  },
  {
    name: 'from',
    label: { zh: '从何时起', en: 'Starting from' },
    hint: {
      zh: '连接上已经收到、还没有被步骤取走的消息是否计入。',
      en: 'Whether messages that were received on the connection but not used by a step yet are included.',
    },
    widget: 'choice',
    options: [
      { value: 'buffer', label: { zh: '包括已收到的', en: 'Including messages already received' } },
      { value: 'now', label: { zh: '从现在起', en: 'From now on' } },
    ],
  },
  timeout(),
]

export const listenForm: Form = [
  connection,
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
  connection,
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
  timeout(),
]

export const settingsForm: Form = [
  {
    name: 'maxWaitingMessages',
    label: { zh: '每个连接最多缓存的消息数', en: 'Max buffered messages per connection' },
    hint: {
      zh: '还没有被步骤取走的消息，默认 1000 条；超出后丢弃最早的，并计入“丢弃消息数”。',
      en: 'Messages not used by a step yet; default: 1000. Beyond this, the oldest messages are dropped and counted as “Messages dropped”.',
    },
    widget: 'number',
  },
  {
    name: 'maxWaitingBytes',
    label: { zh: '每个连接最多缓存的大小', en: 'Max buffer size per connection' },
    hint: {
      zh: '还没有被步骤取走的消息的总大小，默认 4096 KiB；超出后丢弃最早的。',
      en: 'Total size of messages not used by a step yet; default: 4096 KiB. Beyond this, the oldest messages are dropped.',
    },
    widget: 'number',
    unit: 'KiB',
    factor: 1_024,
  },
  {
    name: 'maxMessageBytes',
    label: { zh: '单条消息最大长度', en: 'Max message size' },
    hint: {
      zh: '默认 16384 KiB；收到更长的消息时连接断开，用来限制压力机的内存占用。',
      en: 'Default: 16384 KiB. The connection is closed if a longer message is received, to limit memory usage of the load machine.',
    },
    widget: 'number',
    unit: 'KiB',
    factor: 1_024,
  },
]
