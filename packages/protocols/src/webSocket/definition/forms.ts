/** The forms of WebSocket operations. */
import type { Form, FormField, FormItem } from '@pone/schema/form.ts'

const connection: FormField = {
  name: 'connection',
  label: { zh: '连接名称', en: 'Connection' },
  hint: {
    zh: '一个用户可以同时有多个连接，用名称区分',
    en: 'A user may have several connections at a time, told apart by name',
  },
  widget: 'text',
  widthPx: 240,
}
const timeout = (name = 'timeoutMs'): FormField => ({
  name,
  label: { zh: '超时', en: 'Time-out' },
  hint: { zh: '0 表示使用运行设置', en: '0 = as in the run-time settings' },
  widget: 'number',
  unit: 'ms',
})
const matchFields = (when?: FormItem['when']): FormField[] => [
  {
    name: 'match.source',
    label: { zh: '匹配方式', en: 'Match' },
    hint: {
      zh: '等待哪些消息；不匹配的消息会被跳过。',
      en: 'Which messages are waited for; others are skipped.',
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
    label: { zh: '匹配内容', en: 'Looks for' },
    widget: 'template',
    when: { name: 'match.source', isOneOf: ['contains', 'regex', 'jsonPath'] },
  },
  {
    name: 'match.expected',
    label: { zh: '期望值', en: 'Expected value' },
    hint: { zh: '留空表示只要存在即可', en: 'Empty: it only has to be there' },
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
    hint: { zh: '多个用逗号分隔', en: 'Several are separated by commas' },
    widget: 'template',
  },
  { name: 'headers', label: { zh: '请求头', en: 'Headers' }, widget: 'pairs' },
  {
    name: 'keptFor',
    label: { zh: '保持', en: 'Kept' },
    hint: {
      zh: '连接在一次迭代结束时关闭，或保持到用户结束。',
      en: 'The connection is closed at the end of the iteration, or kept until the user ends.',
    },
    widget: 'choice',
    options: [
      { value: 'iteration', label: { zh: '一次迭代', en: 'For an iteration' } },
      { value: 'user', label: { zh: '用户全程', en: 'As long as the user' } },
    ],
  },
  {
    name: 'pingIntervalMs',
    label: { zh: '心跳间隔', en: 'Ping interval' },
    hint: {
      zh: '按此间隔发送 ping；下一次发送前没有收到 pong，则按连接已断开处理。0 表示不发送',
      en: 'A ping that is not answered before the next one is due counts as a lost connection. 0 = none',
    },
    widget: 'number',
    unit: 'ms',
  },
  {
    name: 'compression',
    label: { zh: '压缩消息', en: 'Compress messages' },
    hint: {
      zh: '向服务器提出 permessage-deflate；服务器同意才压缩，压缩占用压力机的 CPU。',
      en: 'Offers permessage-deflate; messages are compressed if the server agrees, which costs CPU of the load machine.',
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
      en: 'Text is sent in a text frame; hexadecimal, Base64 and files in a binary frame.',
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
    label: { zh: '等待回复', en: 'Reply' },
    hint: {
      zh: '等待的时间计入此步骤的响应时间；不等待时，发出即成功。',
      en: 'The wait for the reply is the response time of this step; without one it passes as soon as it is sent.',
    },
    widget: 'choice',
    options: [
      { value: 'none', label: { zh: '不等待', en: 'None' } },
      { value: 'next', label: { zh: '下一条消息', en: 'Next message' } },
      { value: 'matching', label: { zh: '匹配的消息', en: 'A matching message' } },
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
      en: 'The step ends when so many matching messages have arrived.',
    },
    widget: 'number',
  },
  {
    name: 'from',
    label: { zh: '从何时起', en: 'From' },
    hint: {
      zh: '连接上已经收到、还没有被步骤取走的消息是否计入。',
      en: 'Whether messages count that have arrived on the connection and that no step has taken yet.',
    },
    widget: 'choice',
    options: [
      { value: 'buffer', label: { zh: '包括已收到的', en: 'What has arrived as well' } },
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
      en: 'Receives and counts messages for this time; 10000 is 10 seconds.',
    },
    widget: 'number',
    unit: 'ms',
  },
  {
    name: 'sentAt',
    label: { zh: '发送时间的 JSONPath', en: 'JSONPath to the time of sending' },
    hint: {
      zh: '消息中的毫秒时间戳；填写后按到达延迟单独统计，压力机与服务器的时钟必须一致',
      en: 'Epoch ms in the message: its way is then counted under a label of its own; clocks of both machines have to agree',
    },
    widget: 'template',
    placeholder: '$.sentAt',
  },
]

export const closeForm: Form = [
  connection,
  {
    name: 'code',
    label: { zh: '关闭代码', en: 'Code' },
    hint: {
      zh: '1000 为正常关闭；应用可以使用 3000 到 4999。',
      en: '1000 is a normal close; applications may use 3000 to 4999.',
    },
    widget: 'number',
  },
  { name: 'reason', label: { zh: '原因', en: 'Reason' }, widget: 'template' },
  timeout(),
]

export const settingsForm: Form = [
  {
    name: 'maxWaitingMessages',
    label: { zh: '每个连接最多缓存的消息数', en: 'Messages that may wait per connection' },
    hint: {
      zh: '还没有被步骤取走的消息，默认 1000 条；超出后丢弃最早的，并计入“丢弃消息数”。',
      en: 'Messages that no step has taken yet, 1000 by default; beyond this the oldest are dropped and counted as dropped.',
    },
    widget: 'number',
  },
  {
    name: 'maxWaitingBytes',
    label: { zh: '每个连接最多缓存的大小', en: 'Size of what may wait per connection' },
    hint: {
      zh: '还没有被步骤取走的消息的总大小，默认 4096 KiB；超出后丢弃最早的。',
      en: 'Total size of the messages that no step has taken yet, 4096 KiB by default; beyond this the oldest are dropped.',
    },
    widget: 'number',
    unit: 'KiB',
    factor: 1_024,
  },
  {
    name: 'maxMessageBytes',
    label: { zh: '单条消息最大长度', en: 'Largest message' },
    hint: {
      zh: '默认 16384 KiB；收到更长的消息时连接断开，用来限制压力机的内存占用。',
      en: '16384 KiB by default; a longer message closes the connection, which bounds the memory of the load machine.',
    },
    widget: 'number',
    unit: 'KiB',
    factor: 1_024,
  },
]
