/** Forms of HTTP: the settings that all requests of a component share, and the options of one request. */
import { type Form, type FormField, valueAt } from '@pone/schema/form.ts'
import { authFields } from './auth-form.ts'

const versions = {
  '1.1': {
    label: { zh: 'HTTP/1.1', en: 'HTTP/1.1' },
    hint: { zh: '只用 HTTP/1.1，施压能力最强。', en: 'HTTP/1.1 only; generates the most load.' },
  },
  auto: {
    label: { zh: '自动', en: 'Automatic' },
    hint: {
      zh: '服务器通过 ALPN 提供 HTTP/2 时使用，否则用 HTTP/1.1，与浏览器相同。',
      en: 'Uses HTTP/2 if the server offers it by ALPN, otherwise HTTP/1.1, as browsers do.',
    },
  },
  '2': {
    label: { zh: 'HTTP/2', en: 'HTTP/2' },
    hint: {
      zh: '只用 HTTP/2；没有 TLS 的地址直接使用（prior knowledge）。',
      en: 'HTTP/2 only; addresses without TLS use it directly (prior knowledge).',
    },
  },
} as const

/** In this order, where an object would put what looks like a number first. */
const versionOrder = ['1.1', 'auto', '2'] as const

const resourcesLabel = { zh: '下载内嵌资源', en: 'Fetch embedded resources' }
const resourcesHint = {
  zh: '并行下载 HTML 中的图片、样式和脚本，计入该页面的响应时间。',
  en: 'Downloads images, style sheets and scripts of HTML pages in parallel; they are included in the response time of the page.',
}

/** Edits `HttpSettings`. */
export const httpSettingsForm: Form = [
  {
    name: 'baseUrl',
    label: { zh: '基础地址', en: 'Base address' },
    hint: {
      zh: '加在只写路径的请求地址之前，换环境时只需改这一处。',
      en: 'Prefix for request addresses that contain only a path, so that only this field changes with the environment.',
    },
    widget: 'template',
    placeholder: 'http://host:port',
  },
  {
    name: 'httpVersion',
    label: { zh: '协议版本', en: 'Protocol version' },
    hint: ({ httpVersion }) => versions[versionOrder.find(each => each === httpVersion) ?? '1.1'].hint,
    widget: 'choice',
    options: versionOrder.map(value => ({ value, label: versions[value].label })),
  },
  {
    name: 'keepAlive',
    label: { zh: '长连接', en: 'Keep-alive' },
    hint: { zh: '请求之间复用连接。', en: 'Reuses connections between requests.' },
    widget: 'boolean',
  },
  {
    name: 'repeatDropped',
    label: { zh: '断开后重发', en: 'Repeat when dropped' },
    hint: {
      zh: '服务端关闭长连接、而响应还没有到达时，幂等请求（GET、HEAD、OPTIONS、PUT、DELETE、TRACE）在新连接上重发一次，并计入“重发”。关闭后，这样的请求计为失败。',
      en: 'When the server closes a kept-alive connection before any of the response has arrived, an idempotent request (GET, HEAD, OPTIONS, PUT, DELETE, TRACE) is sent once more on a new connection and counted as repeated. Without it, such a request fails.',
    },
    widget: 'boolean',
    when: { name: 'keepAlive', isOneOf: [true] },
  },
  {
    name: 'compression',
    label: { zh: '接受压缩', en: 'Accept compression' },
    hint: {
      zh: '发送 Accept-Encoding，响应自动解压。',
      en: 'Sends Accept-Encoding; responses are decompressed automatically.',
    },
    widget: 'boolean',
  },
  {
    name: 'clearCookiesEachIteration',
    label: { zh: '每次迭代清除 Cookie', en: 'Clear cookies each iteration' },
    hint: { zh: '每次迭代像第一次访问一样开始。', en: 'Each iteration starts like a first visit.' },
    widget: 'boolean',
  },
  {
    name: 'cache',
    label: { zh: '浏览器缓存', en: 'Browser cache' },
    hint: {
      zh: '每个用户像浏览器一样缓存响应，未过期的不再请求。',
      en: 'Each user caches responses like a browser; cached responses are not requested again until they expire.',
    },
    widget: 'boolean',
  },
  {
    name: 'clearCacheEachIteration',
    label: { zh: '每次迭代清除缓存', en: 'Clear the cache each iteration' },
    hint: { zh: '模拟首次访问的用户。', en: 'Simulates users on their first visit.' },
    widget: 'boolean',
    when: { name: 'cache', isOneOf: [true] },
  },
  { name: 'embeddedResources', label: resourcesLabel, hint: resourcesHint, widget: 'boolean' },
  {
    name: 'parallelPerHost',
    label: { zh: '每台主机的并行连接数', en: 'Parallel connections per host' },
    hint: { zh: '浏览器一般为 6。', en: 'Browsers usually use 6.' },
    widget: 'number',
    when: { name: 'embeddedResources', isOneOf: [true] },
  },
  ...authFields({ zh: '身份验证', en: 'Authentication' }, false),
]

const timeOut = (
  name: 'connectTimeoutMs' | 'responseTimeoutMs',
  label: { zh: string; en: string },
): FormField => ({
  name,
  label,
  hint: { zh: '0 表示使用运行设置中的值。', en: '0 uses the value of the run-time settings.' },
  widget: 'number',
  unit: 'ms',
})

/** Edits the less common fields of `HttpRequest`; address, headers and body have an editor of their own. */
export const httpOptionsForm: Form = [
  {
    name: 'expectedStatuses',
    label: { zh: '视为成功的状态码', en: 'Status codes that count as success' },
    hint: {
      zh: '如 200-399,404；不填时为 200-399。',
      en: 'For example 200-399,404; 200-399 if empty.',
    },
    widget: 'text',
    isMono: true,
    placeholder: '200-399',
    widthPx: 280,
    // A Chinese keyboard gives a comma of its own.
    clean: typed => typed.replaceAll('，', ','),
  },
  {
    name: 'followRedirects',
    label: { zh: '跟随重定向', en: 'Follow redirects' },
    hint: { zh: '关闭时，3xx 响应本身就是结果。', en: 'If off, the 3xx response itself is the result.' },
    widget: 'boolean',
  },
  {
    name: 'embeddedResources',
    label: resourcesLabel,
    hint: resourcesHint,
    widget: 'choice',
    options: [
      { value: 'asSet', label: { zh: '按运行设置', en: 'As in the run-time settings' } },
      { value: 'on', label: { zh: '下载', en: 'Download' } },
      { value: 'off', label: { zh: '不下载', en: 'Do not download' } },
    ],
  },
  {
    name: 'chunkedBody',
    label: { zh: '分块发送', en: 'Send chunked' },
    hint: {
      zh: '用 chunked 编码发送请求体，不带长度（HTTP/1.1）。',
      en: 'Sends the request body with chunked encoding, without a length (HTTP/1.1).',
    },
    widget: 'boolean',
    when: values => valueAt(values, 'body.kind') !== 'none',
  },
  timeOut('connectTimeoutMs', { zh: '连接超时', en: 'Connect time-out' }),
  timeOut('responseTimeoutMs', { zh: '响应超时', en: 'Response time-out' }),
  ...authFields({ zh: '身份验证', en: 'Authentication' }, true),
]
